import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const at = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Runs the sources as they are. */
const hooks = `data:text/javascript,import { register } from 'node:module'; register(${JSON.stringify(
  new URL('../../scripts/typescript-hooks.mjs', import.meta.url).href,
)});`;

/** Reads the first piece of a command's output, closes the pipe, and gives what came of it. */
const headOf = (words: readonly string[]) =>
  new Promise<{ readonly code: number | null; readonly complaint: string }>((resolve) => {
    const node = ['--conditions=@tallyboard/source', '--import', hooks, at('../src/cli.ts')];
    // A closed pipe needs a process of its own.
    const child = spawn(process.execPath, [...node, ...words]);
    let complaint = '';
    child.stderr.on('data', (chunk) => (complaint += String(chunk)));
    child.stdout.once('data', () => child.stdout.destroy());
    child.on('close', (code) => resolve({ code, complaint }));
  });

test.each(['2', '4'])('explain %s | head ends quietly', async (rules) => {
  expect(await headOf(['explain', rules])).toEqual({ code: 0, complaint: '' });
});
