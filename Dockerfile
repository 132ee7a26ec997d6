# The reference service over a store that is mounted at /data; see docs/operations.md.
# A release has the digest of this tag behind it: `docker buildx imagetools inspect node:24-slim`.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /source
COPY . .
RUN ["bash", "scripts/image.sh", "/app"]

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
ENV TALLYBOARD_HOST=0.0.0.0
ENV TALLYBOARD_PORT=3000
COPY --from=build /app /app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.TALLYBOARD_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/packages/cli/bin/tallyboard.mjs"]
CMD ["serve", "--store", "/data"]
