import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** A package of others that is inside a bundle. */
export interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Its terms, which must stay with it. */
  readonly terms: string;
}

const folderOf = (input: string): string | undefined =>
  /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];

/** The packages of others whose code is in a bundle, in a fixed order. */
export const bundledPackages = (root: string, { inputs }: Metafile): readonly Bundled[] => {
  const folders = new Set(Object.keys(inputs).flatMap((input) => folderOf(input) ?? []));
  return [...folders].sort().map((folder) => {
    const path = join(root, folder);
    const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Bundled;
    const { name, version, license } = manifest;
    const file = readdirSync(path).find((one) => /^licen[cs]e/i.test(one));
    const terms = file === undefined ? license : readFileSync(join(path, file), 'utf8').trim();
    return { name, version, license, terms };
  });
};

/** The terms of all of them, as one text. */
export const termsOf = (packages: readonly Bundled[]): string =>
  packages
    .map(({ name, version, terms }) => `${name} ${version}\n\n${terms}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
