#!/usr/bin/env bash
# What the Dockerfile runs: builds, and puts what a service needs into a directory, without sources and
# without tools. CI runs it too, in a directory that it throws away.
#   bash scripts/image.sh DIRECTORY
set -euo pipefail
out=${1:?the directory to fill}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
manager=$(node -p "require('./package.json').packageManager")

node scripts/prepare.mjs --build
mkdir -p "$out"
cp package.json pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs "$out"
for folder in packages/* conformance; do
  mkdir -p "$out/$folder"
  for part in package.json bin dist page openapi.json; do
    [ ! -e "$folder/$part" ] || cp -R "$folder/$part" "$out/$folder"
  done
done
cd "$out"
npx --yes "$manager" install --prod --frozen-lockfile --prefer-offline --ignore-scripts --config.node-linker=hoisted --filter 'tallyboard...' </dev/null >&2
node packages/cli/bin/tallyboard.mjs --version
