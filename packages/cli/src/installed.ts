import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';

/*
 * What the command reads besides its code. The bundles of the command replace this file
 * (scripts/bundle/bundle.ts): theirs has the same exports and finds the same things elsewhere.
 */

/** Files of other packages that the service sends: a package's name and a file in it. */
export const assets = [
  '@tallyboard/openapi/openapi.json',
  '@tallyboard/openapi/page/api-reference.js',
  '@tallyboard/explorer/page/index.html',
  '@tallyboard/explorer/page/explorer.css',
  '@tallyboard/explorer/page/explorer.js',
  '@tallyboard/explorer/page/explorer-core.js',
] as const;

/** One of these files. */
export type Asset = (typeof assets)[number];

const { resolve } = createRequire(import.meta.url);

/** The text of a file of another package. */
export const readAsset = (asset: Asset): Promise<string> => readFile(resolve(asset), 'utf8');

/** The version of the command. */
export const version = (): string => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
};

/** The module that a thread runs to build indexes; a source, where this is one. */
export const indexWorker = (): URL =>
  new URL(`./serve/index-worker${extname(import.meta.url)}`, import.meta.url);
