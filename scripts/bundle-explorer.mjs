// Makes the explorer's page of its sources: packages/explorer/page/. Runs after an install, after every build
// and before packing, in some 0.3 s, and writes only what has changed.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'packages/explorer/src');

/** @param {string} entry */
const bundled = async (entry) => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(source, entry)],
    bundle: true,
    minify: true,
    // A module cannot be opened from a disk.
    format: 'iife',
    target: 'es2023',
    platform: 'browser',
    // Sources, so that nothing has to be built before.
    conditions: ['@tallyboard/source'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'inline',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  return { text: outputFiles[0]?.text ?? '', inputs: metafile.inputs };
};

/**
 * Writes the files of the page; others may be reading them.
 *
 * @returns the files by name, and what the scripts are made of
 */
export const writeExplorer = async () => {
  const folder = join(root, 'packages/explorer/page');
  mkdirSync(folder, { recursive: true });
  const [page, core] = await Promise.all([bundled('main.tsx'), bundled('files/core.ts')]);
  /** @type {Readonly<Record<string, string>>} */
  const files = {
    'index.html': readFileSync(join(source, 'index.html'), 'utf8'),
    'explorer.css': readFileSync(join(source, 'explorer.css'), 'utf8'),
    'explorer.js': page.text,
    'explorer-core.js': core.text,
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  }
  return { files, inputs: { ...page.inputs, ...core.inputs } };
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeExplorer();
