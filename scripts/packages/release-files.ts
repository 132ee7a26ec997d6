import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeSingleFiles } from '../bundle/single-files.js';
import { type Packed, packed } from './pack.js';

/** What a release consists of. */
export interface ReleaseFiles {
  readonly packages: readonly Packed[];
  /** Names of the files that `node FILE` runs. */
  readonly programs: readonly string[];
  /** Lines of SHA256SUMS. */
  readonly sums: string;
}

/** Fills a folder with every tarball, the command and the suite as one file each, and SHA256SUMS. */
export const writeReleaseFiles = async (root: string, out: string): Promise<ReleaseFiles> => {
  const packages = packed(out, root);
  const programs = await writeSingleFiles(root, out);
  const names = [...packages.map(({ tarball }) => basename(tarball)), ...programs].sort();
  const sums = names
    .map((name) => {
      const sum = createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex');
      return `${sum}  ${name}\n`;
    })
    .join('');
  writeFileSync(join(out, 'SHA256SUMS'), sums);
  return { packages, programs, sums };
};

/** The line that installs every tarball, in every shell. */
export const installLine = (packages: readonly Packed[]): string =>
  `npm install ${packages.map(({ tarball }) => JSON.stringify(tarball)).join(' ')}`;
