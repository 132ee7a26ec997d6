import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const suite = fileURLToPath(new URL('..', import.meta.url));
// Within the package, so that the bundle finds what it leaves outside.
const folder = mkdtempSync(join(suite, 'node_modules/pipes-'));
const command = join(folder, 'cli.mjs');

/** As much of Vite as is used here; the test runner brings it along. */
interface Vite {
  readonly build: (options: object) => Promise<unknown>;
}

// A closed pipe needs a process of its own.
beforeAll(async () => {
  const runner = createRequire(import.meta.url).resolve('vitest/package.json');
  const vite = pathToFileURL(createRequire(runner).resolve('vite'));
  const { build } = (await import(vite.href)) as Vite;
  const resolve = { conditions: ['@tallyboard/source', 'module', 'node'] };
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve,
    ssr: { noExternal: true, external: ['commander'], resolve },
    build: {
      ssr: join(suite, 'src/cli.ts'),
      outDir: folder,
      target: 'node20',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'cli.mjs' } },
    },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads the first piece of a command's output, closes the pipe, and gives what came of it. */
const headOf = (words: readonly string[]) =>
  new Promise<{ readonly code: number | null; readonly complaint: string }>((resolve) => {
    const child = spawn(process.execPath, [command, ...words]);
    let complaint = '';
    child.stderr.on('data', (chunk) => (complaint += String(chunk)));
    child.stdout.once('data', () => child.stdout.destroy());
    child.on('close', (code) => resolve({ code, complaint }));
  });

test.each([
  ['plan', ['plan', '--org', 'wksp_abcdefghijklmnop']],
  ['explain', ['explain', '4']],
])('%s | head ends quietly', async (_verb, words) => {
  expect(await headOf(words)).toEqual({ code: 0, complaint: '' });
});
