// `npm start`: makes a sample school, serves it, runs the conformance suite against it, says how to
// talk to it, and keeps serving. `npm start -- --once` ends after the report with the suite's exit code.

import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startService } from './dist/programs.js';

process.on('uncaughtException', ({ message }) => {
  console.error(`${message}\nUsage: npm start -- [--port PORT] [--once]`);
  process.exit(1);
});

const { values: flags } = parseArgs({
  options: {
    once: { type: 'boolean', default: false },
    port: { type: 'string', default: '3000' },
  },
});

const root = fileURLToPath(new URL('..', import.meta.url));
const sample = join(root, '.sample');
const facts = join(sample, 'facts');
const keys = join(sample, 'keys.json');
const report = join(sample, 'report.html');
const tallyboard = join(root, 'packages/cli/bin/tallyboard.mjs');
const suite = join(root, 'conformance/bin/tallyboard-conformance.mjs');
const say = (/** @type {string} */ line = '') => console.log(line);

// Fails when the port is in use, before the sample of another `npm start` is replaced.
const probe = createServer().listen(Number(flags.port), '127.0.0.1');
await once(probe, 'listening');
await once(probe.close(), 'close');

/**
 * Runs one of our commands to its end; its results go to stdout, or nowhere. A key in the environment would win
 * over the one of the sample, so none is passed on.
 *
 * @param {1 | 'ignore'} stdout
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
const run = async (stdout, ...args) => {
  const env = { ...process.env, TALLYBOARD_API_KEY: '' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', stdout, 2] });
  const [code] = await once(child, 'exit');
  return code ?? 1;
};

/** A key for the reader, beside those of the suite, so that the suite does not use up its hour. */
const addKey = () => {
  const file = join(facts, 'apiKey.ndjson');
  const sha256 = (/** @type {string} */ key) => createHash('sha256').update(key).digest('hex');
  const { main, boards } = JSON.parse(readFileSync(keys, 'utf8'));
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const { userId } = JSON.parse(lines.find((line) => line.includes(sha256(main.key))) ?? '');
  const key = `tb_${randomBytes(18).toString('base64url')}`;
  appendFileSync(file, `${JSON.stringify({ kind: 'apiKey', keySha256: sha256(key), userId })}\n`);
  return { key, org: main.org, board: boards.readable[0] };
};

const shape = '--seed 1 --org-type school --members 2000 --months 30 --events 300000'.split(' ');
const made = await run('ignore', tallyboard, 'generate', ...shape, '--out', sample, '--force');
if (made !== 0) process.exit(made);
const { key, org, board } = addKey();
const where = ['--facts', facts, '--port', flags.port, '--log-level', 'warn'];
const { address, ended, stop } = await startService([tallyboard, 'serve', ...where]);
void ended.then((code) => process.exit(process.exitCode ?? code));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);

const target = ['--base-url', address, '--config', keys, '--frozen', '--fresh-quota'];
const verdict = await run(1, suite, 'run', ...target, '--report', `html=${report}`);

const year = new Date().getUTCFullYear();
const analytics = `${address}/v1/organizations/${org}/analytics`;
const body = JSON.stringify({
  metrics: [
    { name: 'memberCount', status: 'active' },
    { name: 'postCount' },
    { name: 'topBoards', sortBy: ['posts', 'visitors'] },
  ],
  from: `${year}-01`,
  to: new Date().toISOString().slice(0, 7),
});
const curl = `curl -sS -H 'X-API-KEY: ${key}'`;
say(
  `The service answers at ${address}, its reference at ${address}/docs; the suite's report is ${report}.`,
);
say(`Your key for ${org}: ${key}`);
say();
say('Metrics of this year, a page of the roster, a board with all that is on it, and yourself:');
say();
say(`  ${curl} -H 'Content-Type: application/json' \\\n    -d '${body}' \\\n    '${analytics}'`);
say(`  ${curl} '${analytics}/users?sort=posts&order=desc&perPage=5'`);
say(`  ${curl} '${address}/v1/boards/${board}?include=posts,sections,comments'`);
say(`  ${curl} '${address}/v1/me?include=boards,organizations'`);
say();

if (flags.once) {
  process.exitCode = verdict;
  await stop();
} else {
  say(`Open the explorer, signed in: ${address}/explore#key=${key}&org=${org}`);
  say('Serving until Ctrl-C.');
}
