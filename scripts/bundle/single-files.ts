import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, type BuildResult, build } from 'esbuild';
import { bundledPackages, termsOf } from './inputs.js';
import { builtCommand, installedPlugin } from './installed.js';
import { nodeBundle } from './options.js';

/** Builds one file, minified: its code, and the terms of what is inside. */
const oneFile = async (
  root: string,
  entry: string,
  options: BuildOptions = {},
): Promise<{ readonly code: string; readonly terms: string }> => {
  const { outputFiles, metafile } = (await build({
    ...nodeBundle(root),
    ...options,
    entryPoints: [join(root, entry)],
    outdir: root,
    minify: true,
    legalComments: 'none',
  })) as BuildResult<ReturnType<typeof nodeBundle>>;
  const [{ text } = { text: '' }, ...more] = outputFiles;
  if (text === '' || more.length > 0) throw new Error(`${entry} is not one file`);
  return { code: text, terms: termsOf(bundledPackages(root, metafile)) };
};

/** The code with a first line for shells and the terms as a comment at the end. */
const program = ({ code, terms }: { readonly code: string; readonly terms: string }): string =>
  `#!/usr/bin/env node\n${code}\n/*\n${terms.replaceAll('*/', '* /')}*/\n`;

/**
 * Writes the command and the suite as one file each, which `node FILE` runs with nothing installed.
 * The command has the thread that builds indexes, the pages and everything but DuckDB inside.
 *
 * @returns the names of the files
 */
export const writeSingleFiles = async (root: string, out: string): Promise<readonly string[]> => {
  const worker = await oneFile(root, 'packages/cli/dist/serve/index-worker.js', { banner: {} });
  const plugins = [installedPlugin(await builtCommand(join(root, 'packages/cli')), worker.code)];
  const files = {
    'tallyboard.mjs': await oneFile(root, 'packages/cli/dist/main.js', { plugins }),
    'tallyboard-conformance.mjs': await oneFile(root, 'conformance/dist/src/cli.js'),
  };
  return Object.entries(files).map(([name, file]) => {
    writeFileSync(join(out, name), program(file));
    chmodSync(join(out, name), 0o755);
    return name;
  });
};
