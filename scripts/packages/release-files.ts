import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeSingleFiles } from '../bundle/single-files.js';
import { documentOf, type Subject } from '../sbom/document.js';
import { subjectsOf } from '../sbom/subjects.js';
import { type Packed, packed } from './pack.js';

/** What a release consists of. */
export interface ReleaseFiles {
  readonly packages: readonly Packed[];
  /** Names of the files that `node FILE` runs. */
  readonly programs: readonly string[];
  /** What its documents (CycloneDX) say, by the names of their files. */
  readonly subjects: ReadonlyMap<string, Subject>;
  /** Lines of SHA256SUMS. */
  readonly sums: string;
}

/**
 * Fills a folder with every tarball, the command and the suite as one file each, a list of the parts of each
 * of them and of the image (CycloneDX), and SHA256SUMS.
 */
export const writeReleaseFiles = async (root: string, out: string): Promise<ReleaseFiles> => {
  const packages = packed(out, root);
  const metafiles = await writeSingleFiles(root, out);
  const programs = Object.keys(metafiles);
  const subjects = await subjectsOf(root, metafiles);
  for (const [name, subject] of subjects) writeFileSync(join(out, name), documentOf(subject));
  const names = [
    ...packages.map(({ tarball }) => basename(tarball)),
    ...programs,
    ...subjects.keys(),
  ].sort();
  const sums = names
    .map((name) => {
      const sum = createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex');
      return `${sum}  ${name}\n`;
    })
    .join('');
  writeFileSync(join(out, 'SHA256SUMS'), sums);
  return { packages, programs, subjects, sums };
};

/** The line that installs every tarball, in every shell. */
export const installLine = (packages: readonly Packed[]): string =>
  `npm install ${packages.map(({ tarball }) => JSON.stringify(tarball)).join(' ')}`;
