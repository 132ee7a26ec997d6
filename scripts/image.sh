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
mkdir -p "$out/packages/cli/dist"
cp packages/cli/package.json "$out/packages/cli"
cp -R packages/cli/bin "$out/packages/cli"
cp -R packages/cli/dist/bundle "$out/packages/cli/dist"
cd "$out"
npx --yes "$manager" install --prod --frozen-lockfile --prefer-offline --ignore-scripts --filter tallyboard </dev/null >&2
node packages/cli/bin/tallyboard.mjs --version
