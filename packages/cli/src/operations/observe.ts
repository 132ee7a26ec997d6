import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { atItsTurn } from './at-its-turn.js';
import type { Answered, Observer } from './observer.js';
import { logAnswered, logBuild } from './request-log.js';
import { destinationOf } from './routes.js';
import type { ServiceMetrics } from './service-metrics.js';
import { nobodyTrusted, type TrustedProxies } from './trusted-proxies.js';

/** Where what is observed goes. */
export interface ObserverOptions {
  readonly log: Logger;
  /** `null` when metrics are not served. */
  readonly metrics: ServiceMetrics | null;
  /** Proxies whose headers say which client asked; none when left out. */
  readonly proxies?: TrustedProxies;
  /** What of a client's address a line holds; nothing when left out. */
  readonly clientOf?: (address: string) => string | undefined;
}

/** An id that a proxy may give; what else it sends is not written down. */
const idGiven = /^[\w.:-]{8,64}$/;

/** Ids of requests: one start for the process, then a number. */
const newIds = (): (() => string) => {
  const start = randomBytes(6).toString('base64url');
  let number = 0;
  return () => `${start}-${((number += 1)).toString(36)}`;
};

/** Makes the observer, which writes the log and counts the metrics. */
export const observe = ({
  log,
  metrics,
  proxies = nobodyTrusted,
  clientOf = () => undefined,
}: ObserverOptions): Observer => {
  const nextId = newIds();
  const idOf = (incoming: IncomingMessage): string => {
    const given = incoming.headers['x-request-id'];
    return typeof given === 'string' && idGiven.test(given) && proxies.sent(incoming)
      ? given
      : nextId();
  };

  return {
    request: (incoming, outgoing) => {
      let began = performance.now();
      atItsTurn(outgoing, () => {
        began = performance.now();
      });
      metrics?.began();
      outgoing.once('close', () => {
        const client = clientOf(proxies.clientOf(incoming));
        const answered: Answered = {
          id: idOf(incoming),
          method: incoming.method ?? '',
          ...destinationOf(incoming.url ?? ''),
          status: outgoing.headersSent ? outgoing.statusCode : null,
          ms: performance.now() - began,
          ...(client === undefined ? {} : { client }),
        };
        metrics?.answered(answered);
        logAnswered(log, answered);
      });
    },
    broken: (code) => {
      metrics?.broken(code);
      log.debug({ code }, 'a request that could not be read');
    },
    dropped: () => {
      metrics?.dropped();
      log.warn('a connection was refused: there are too many');
    },
    build: (build) => {
      metrics?.build(build);
      logBuild(log, build);
    },
    scrub: (scrub) => metrics?.scrub(scrub),
    error: (error) => {
      metrics?.error();
      log.error({ error }, 'unexpected');
    },
  };
};
