import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Packed } from './pack.js';

/** The most bytes of files of the release, and of what programs add to a bundle, minified and gzipped. */
interface Limits {
  readonly files: Readonly<Record<string, number>>;
  readonly bundles: Readonly<Record<string, number>>;
}

/** Bundles for a runtime that is no Node: what needs one does not bundle. */
const bundleBytes = async (project: string, program: string): Promise<number> => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: project },
    ...{ bundle: true, minify: true, write: false, logLevel: 'silent' },
    ...{ format: 'esm', target: 'es2023', platform: 'neutral', mainFields: ['module', 'main'] },
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
};

/** What is larger than limits.json allows; prints the size of each. */
export const sizeFaults = async (
  out: string,
  project: string,
  packages: readonly Packed[],
): Promise<readonly string[]> => {
  const limits = JSON.parse(readFileSync('scripts/packages/limits.json', 'utf8')) as Limits;
  const sizes: (readonly [what: string, bytes: number, limit: number])[] = [];
  const files = packages.map(
    ({ manifest, tarball }) =>
      [basename(tarball).replace(`-${manifest.version}.tgz`, '.tgz'), tarball] as const,
  );
  for (const name of ['tallyboard.mjs', 'tallyboard-conformance.mjs'])
    files.push([name, join(out, name)]);
  for (const [name, path] of files)
    sizes.push([name, statSync(path).size, limits.files[name] ?? 0]);
  for (const [program, limit] of Object.entries(limits.bundles))
    sizes.push([program, await bundleBytes(project, program), limit]);
  for (const size of sizes) console.log(`  ${size[0]}: ${size[1]} of ${size[2]} bytes`);
  return sizes
    .filter(([, bytes, limit]) => bytes > limit)
    .map(([what, bytes, limit]) => `${what}: ${bytes} bytes, limits.json allows ${limit}`);
};
