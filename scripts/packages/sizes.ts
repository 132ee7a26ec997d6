import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ReleaseFiles } from './release-files.js';

/** The most bytes that a file of the release may have, by its name without the version. */
type Limits = Readonly<Record<string, number>>;

const limitsFile = new URL('../../packages/limits.json', import.meta.url);

/** How much below its limit a file may be before the limit is out of date. */
const slack = 1.5;

/** Files of the release that are larger than limits.json allows; prints the size of each. */
export const sizeFaults = (
  out: string,
  { packages, programs }: ReleaseFiles,
): readonly string[] => {
  const limits = JSON.parse(readFileSync(limitsFile, 'utf8')) as Limits;
  const files = new Map([
    ...packages.map(
      ({ manifest, tarball }) =>
        [basename(tarball).replace(`-${manifest.version}.tgz`, '.tgz'), tarball] as const,
    ),
    ...programs.map((name) => [name, join(out, name)] as const),
  ]);
  const faults = Object.keys(limits)
    .filter((name) => !files.has(name))
    .map((name) => `limits.json has a line for ${name}, which is no file of the release`);
  for (const [name, path] of files) {
    const { size } = statSync(path);
    const limit = limits[name] ?? 0;
    console.log(`  ${name}: ${size} of ${limit} bytes`);
    if (size > limit) faults.push(`${name}: ${size} bytes, and limits.json allows ${limit}`);
    if (size * slack < limit)
      faults.push(`${name}: ${size} bytes; lower its limit of ${limit} in limits.json`);
  }
  return faults;
};
