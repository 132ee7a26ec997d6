// Compares the times of all kinds of 404 over a store: `node packages/cli/leaks.mjs [rounds]`, after a build, on an idle
// machine. Requests take turns in random order on one connection. A second id that does not exist shows what chance does.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rounds = Number(process.argv[2] ?? 2000);
/** Beyond what chance does: a difference that a client on the same machine could use. */
const noticeableMs = 0.05;
const command = new URL('bin/tallyboard.mjs', import.meta.url).pathname;
const directory = mkdtempSync(join(tmpdir(), 'tallyboard-leaks-'));
const [sample, store] = [join(directory, 'sample'), join(directory, 'store')];
const shape = '--seed 1 --org-type school --members 200 --months 24 --events 20000'.split(' ');
execFileSync('node', [command, 'generate', ...shape, '--out', sample], { stdio: 'ignore' });
execFileSync('node', [command, 'import', '--store', store, join(sample, 'facts')], {
  stdio: 'ignore',
});
const keys = JSON.parse(readFileSync(join(sample, 'keys.json'), 'utf8'));

const flags = ['--store', store, '--port', '0', '--allowance', '0', '--records-allowance', '0'];
const service = spawn('node', [command, 'serve', ...flags, '--log-level', 'error']);
const address = await new Promise((resolve) =>
  service.stdout.on('data', (text) => resolve(String(text).trim().split(' ').at(-1))),
);

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const headers = { 'X-API-KEY': keys.main.key };
/**
 * @param {string} path
 * @returns {Promise<{ text: string, ms: number }>}
 */
const ask = (path) =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    get(address + path, { agent, headers }, (answer) => {
      let text = String(answer.statusCode);
      answer.on('data', (chunk) => (text += chunk));
      answer.on('end', () => resolve({ text, ms: performance.now() - start }));
    }).on('error', reject);
  });

/** @param {string} id */
const roster = (id) => `/v1/organizations/${id}/analytics/users`;
const [board, otherBoard] = keys.boards.forbidden;
const groups = {
  organizations: {
    missing: roster('wksp_nowhere00000'),
    'missing, another': roster('wksp_elsewhere000'),
    'not enrolled': roster(keys.notEnrolled.org),
    'no member': roster(keys.teacher.org),
    malformed: roster('wksp_short'),
  },
  boards: {
    missing: '/v1/boards/nowhere000000000',
    'missing, another': '/v1/boards/elsewhere0000000',
    forbidden: `/v1/boards/${board}`,
    'forbidden, another': `/v1/boards/${otherBoard}`,
  },
};

/** @param {number[]} times */
const median = (times) => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;

for (const [title, paths] of Object.entries(groups)) {
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(paths).map((name) => [name, []]));
  const texts = new Set();
  for (let round = -200; round < rounds; round += 1) {
    for (const [name, path] of Object.entries(paths).sort(() => Math.random() - 0.5)) {
      const { text, ms } = await ask(path);
      texts.add(text);
      if (round >= 0) times[name]?.push(ms);
    }
  }
  const base = median(times['missing'] ?? []);
  const chance = Math.abs(median(times['missing, another'] ?? []) - base);
  const differ = Object.entries(times).filter(
    ([, own]) => Math.abs(median(own) - base) > 3 * chance + noticeableMs,
  );
  console.log(`${title}: ${rounds} of each, ${texts.size} different answers`);
  for (const [name, own] of Object.entries(times)) {
    console.log(`  ${name.padEnd(20)} ${median(own).toFixed(3)} ms`);
  }
  if (differ.length > 0 || texts.size > 1) process.exitCode = 1;
}
agent.destroy();
service.kill();
rmSync(directory, { recursive: true });
