import { readFileSync } from 'node:fs';

/** The version that all packages share, and that the site is about. */
export const { version } = JSON.parse(readFileSync('packages/core/package.json', 'utf8')) as {
  readonly version: string;
};
