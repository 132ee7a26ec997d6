import { readFileSync } from 'node:fs';

/** The version that all packages share, and that the site is about. */
export const { version } = JSON.parse(readFileSync('packages/core/package.json', 'utf8')) as {
  readonly version: string;
};

/** The file by which the pages of one version find the others. */
export const versionsScript = (own: string, all: readonly string[]): string =>
  `globalThis.tallyboardVersions = ${JSON.stringify({ own, all })};\n`;
