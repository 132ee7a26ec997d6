import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { bundleForNode, installedPlugin, termsOf } from './bundle.js';

/** Builds one file, minified: its code, and the terms of what is inside. */
const oneFile = async (root: string, entry: string, options: BuildOptions = {}) => {
  const { outputFiles, packages } = await bundleForNode(root, {
    ...options,
    entryPoints: [join(root, entry)],
    outdir: root,
    minify: true,
    legalComments: 'none',
  });
  const [{ text } = { text: '' }, ...more] = outputFiles;
  if (text === '' || more.length > 0) throw new Error(`${entry} is not one file`);
  return { code: text, terms: termsOf(packages) };
};

/**
 * Writes the command and the suite as one file each, which `node FILE` runs with nothing installed.
 * The command has the thread that builds indexes, the pages and everything but DuckDB inside.
 */
export const writeSingleFiles = async (root: string, out: string): Promise<void> => {
  const worker = await oneFile(root, 'packages/cli/dist/serve/index-worker.js', { banner: {} });
  const data = `'data:text/javascript;base64,${Buffer.from(worker.code).toString('base64')}'`;
  const plugins = [await installedPlugin(join(root, 'packages/cli'), data)];
  const files = {
    'tallyboard.mjs': await oneFile(root, 'packages/cli/dist/main.js', { plugins }),
    'tallyboard-conformance.mjs': await oneFile(root, 'conformance/dist/src/cli.js'),
  };
  for (const [name, { code, terms }] of Object.entries(files)) {
    const comment = `/*\n${terms.replaceAll('*/', '* /')}*/\n`;
    writeFileSync(join(out, name), `#!/usr/bin/env node\n${code}\n${comment}`);
    chmodSync(join(out, name), 0o755);
  }
};
