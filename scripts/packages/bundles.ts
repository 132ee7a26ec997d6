import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** What programs import, and how many bytes they may add to a bundle, minified and gzipped. */
const budgets: readonly (readonly [what: string, program: string, bytesMax: number])[] = [
  ['core, all of it', `export * from '@tallyboard/core'`, 43_800],
  ['core, validation alone', `export { planMetrics } from '@tallyboard/core'`, 13_600],
  ['vocabulary', `export * from '@tallyboard/core/vocabulary'`, 10_900],
  ['client, all of it', `export * from '@tallyboard/client'`, 21_600],
  ['client, figures alone', `export { connect, readMetrics } from '@tallyboard/client'`, 18_800],
  ['http', `export { createHandler, memoryPorts } from '@tallyboard/http'`, 48_000],
];

/** Bundles for a runtime that is no Node: what needs one does not bundle. */
const bytesOf = async (project: string, program: string): Promise<number> => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: project },
    ...{ bundle: true, minify: true, write: false, logLevel: 'silent' },
    ...{ format: 'esm', target: 'es2023', platform: 'neutral', mainFields: ['module', 'main'] },
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
};

/** Bundles that are larger than their budget; prints the size of each. */
export const budgetFaults = async (project: string): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const [what, program, bytesMax] of budgets) {
    const bytes = await bytesOf(project, program);
    console.log(`  ${what}: ${bytes} of ${bytesMax} bytes`);
    if (bytes > bytesMax) faults.push(`${what}: ${bytes} bytes, and ${bytesMax} are the most`);
  }
  return faults;
};
