import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Metafile } from 'esbuild';
import { bundledPackages, termsOf } from './inputs.js';
import { builtCommand, installedPlugin } from './installed.js';
import { nodeBundle } from './options.js';

/** One file: its code, the terms of what is inside, and what it was made of. */
interface Program {
  readonly code: string;
  readonly terms: string;
  readonly metafile: Metafile;
}

/** Builds one file, minified. */
const oneFile = async (
  root: string,
  entry: string,
  options: BuildOptions = {},
): Promise<Program> => {
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
  return { code: text, terms: termsOf(bundledPackages(root, metafile)), metafile };
};

/** The code with a first line for shells and the terms as a comment at the end. */
const program = ({ code, terms }: Program): string =>
  `#!/usr/bin/env node\n${code}\n/*\n${terms.replaceAll('*/', '* /')}*/\n`;

/**
 * Writes the command and the suite as one file each, which `node FILE` runs with nothing installed.
 * The command has the thread that builds indexes, the pages and everything but DuckDB inside.
 *
 * @returns what each file was made of, by its name
 */
export const writeSingleFiles = async (
  root: string,
  out: string,
): Promise<Readonly<Record<string, Metafile>>> => {
  const worker = await oneFile(root, 'packages/cli/dist/serve/index-worker.js', { banner: {} });
  const plugins = [installedPlugin(await builtCommand(join(root, 'packages/cli')), worker.code)];
  const command = await oneFile(root, 'packages/cli/dist/main.js', { plugins });
  Object.assign(command.metafile.inputs, worker.metafile.inputs);
  const files = {
    'tallyboard.mjs': command,
    'tallyboard-conformance.mjs': await oneFile(root, 'conformance/dist/src/cli.js'),
  };
  for (const [name, file] of Object.entries(files)) {
    writeFileSync(join(out, name), program(file));
    chmodSync(join(out, name), 0o755);
  }
  return Object.fromEntries(Object.entries(files).map(([name, { metafile }]) => [name, metafile]));
};
