// What every npm script is, so that none needs a shell's syntax: installs what is missing, then runs programs
// one after another until one fails.
//   node scripts/run.mjs [--build] [NAME=VALUE ...] PROGRAM [words] [then PROGRAM [words] ...]
// --build also builds what has changed. A PROGRAM that ends in .js or .mjs is run by Node; others are commands
// of node_modules/.bin. Words after `npm run NAME --` go to the last program.

import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const words = process.argv.slice(2);
const build = words[0] === '--build';
if (build) words.shift();

const commands = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));
/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, PATH: `${commands}${delimiter}${process.env['PATH'] ?? ''}` };
for (;;) {
  const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(words[0] ?? '') ?? [];
  if (name === undefined) break;
  env[name] = value;
  words.shift();
}

/** @type {string[][]} */
const programs = [[]];
for (const word of words)
  if (word === 'then') programs.push([]);
  else programs.at(-1)?.push(word);

/**
 * Runs a program to its end. Signals go on to it, so that a service ends in order; Ctrl-C reaches it from the
 * terminal.
 *
 * @param {readonly string[]} words
 * @returns {Promise<number>} the exit code
 */
const run = ([program = '', ...args]) =>
  new Promise((resolve, reject) => {
    const isFile = /\.m?js$/.test(program);
    const child = isFile
      ? spawn(process.execPath, [program, ...args], { env, stdio: 'inherit' })
      : // A command is a .cmd file on Windows, which only a shell can start.
        spawn(program, args, { env, stdio: 'inherit', shell: process.platform === 'win32' });
    /** @type {readonly NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals)
      process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });

prepare(build);
for (const program of programs) {
  process.exitCode = await run(program);
  if (process.exitCode !== 0) break;
}
