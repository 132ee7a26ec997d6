// `npm start`: makes a sample school, serves it, runs the conformance suite against it, says how to
// talk to it, and keeps serving. `npm start -- --once` ends after the report with the suite's exit code.

import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startService } from './dist/programs.js';

const { values: flags } = parseArgs({
  options: {
    once: { type: 'boolean', default: false },
    port: { type: 'string', default: '3000' },
  },
});

/** Fails when a port is in use, before the sample of another `npm start` is replaced. */
const checkPort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(Number(flags.port), '127.0.0.1', () => server.close(resolve));
  });

const root = new URL('..', import.meta.url);
const sample = new URL('.sample/', root);
const inRoot = (/** @type {string} */ path) => fileURLToPath(new URL(path, root));
const tallyboard = inRoot('packages/cli/bin/tallyboard.mjs');
const suite = inRoot('conformance/bin/tallyboard-conformance.mjs');
const say = (/** @type {string} */ line = '') => console.log(line);

/**
 * Runs one of our commands to its end; its results go to stdout, or nowhere. A key in the environment would win
 * over the one of the sample, so none is passed on.
 *
 * @param {1 | 'ignore'} stdout
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
const run = (stdout, ...args) =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, TALLYBOARD_API_KEY: '' };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', stdout, 2] });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });

/** A key for the reader, beside those of the suite, so that the suite does not use up its hour. */
const addKey = () => {
  const facts = fileURLToPath(new URL('facts/apiKey.ndjson', sample));
  const sha256 = (/** @type {string} */ key) => createHash('sha256').update(key).digest('hex');
  const { main, boards } = JSON.parse(readFileSync(new URL('keys.json', sample), 'utf8'));
  const known = readFileSync(facts, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { userId } = known.find(({ keySha256 }) => keySha256 === sha256(main.key));
  const key = `tb_${randomBytes(18).toString('base64url')}`;
  appendFileSync(facts, `${JSON.stringify({ kind: 'apiKey', keySha256: sha256(key), userId })}\n`);
  return { key, org: main.org, board: boards.readable[0] };
};

const shape = '--seed 1 --org-type school --members 2000 --months 30 --events 300000'.split(' ');
const out = fileURLToPath(sample);
await checkPort();
const made = await run('ignore', tallyboard, 'generate', ...shape, '--out', out, '--force');
if (made !== 0) process.exit(made);
const { key, org, board } = addKey();
const { address, ended, stop } = await startService([
  ...[tallyboard, 'serve', '--facts', fileURLToPath(new URL('facts', sample))],
  ...['--port', flags.port, '--log-level', 'warn'],
]);
void ended.then((code) => process.exit(process.exitCode ?? code));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);

const report = fileURLToPath(new URL('report.html', sample));
const config = fileURLToPath(new URL('keys.json', sample));
const target = ['--base-url', address, '--config', config];
const asked = ['--frozen', '--fresh-quota', '--report', `html=${report}`];
const verdict = await run(1, suite, 'run', ...target, ...asked);

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
say(`Open the explorer, signed in: ${address}/explore#key=${key}&org=${org}`);
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
  say('Serving until Ctrl-C.');
}
