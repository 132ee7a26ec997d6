import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { overSocket, type SocketServer } from '../../conformance/selftest/over-socket.test-kit.js';
import { serve } from '../../conformance/selftest/reference.test-kit.js';
import { runProgram } from '../../conformance/src/command/program.js';
import { buildWorld } from '../../conformance/src/world/build-world.js';
import { codeIn, documentAt, tableOf } from './documents.test-kit.js';

const readme = documentAt('conformance/README.md');
const page = documentAt('docs/run-the-suite.md');

const command = 'npx tallyboard-conformance ';
const lines = page.fences
  .flatMap(({ text }) => text.split('\n'))
  .filter((line) => line.startsWith(command));

/** The words of a line, without the marks around those that have spaces. */
const wordsOf = (line: string): readonly string[] =>
  [...line.slice(command.length).matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );

/** The world that the page makes; the services of the page serve it from the beginning. */
const world = buildWorld({ seed: 1, now: '2026-11-20T12:00:00.000Z' });
/** The first allows 60 requests an hour; the others are deployments of one's own. */
const limited = 'https://api.example.org';
const addresses = [limited, 'https://staging.example.org', 'http://127.0.0.1:3100'];

/** Less than the page's minutes. */
const shorter: Readonly<Record<string, string>> = { '--seconds': '1' };

const root = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-docs-suite-'));
const servers = new Map<string, SocketServer>();
const clocks: ReturnType<typeof serve>['clock'][] = [];
let printed = '';

const service = (allowance: number): Promise<SocketServer> => {
  const { clock, fetch } = serve(world, { allowance });
  clocks.push(clock);
  return overSocket(fetch);
};

const hourMs = 3_600_000;

/** An hour goes by for the services, and for what earlier commands recorded. */
const waitAnHour = async (): Promise<void> => {
  for (const clock of clocks) await clock.sleep(hourMs);
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.ndjson'))) {
    const earlier = (_whole: string, at: string): string =>
      `"at":"${new Date(Date.parse(at) - hourMs).toISOString()}"`;
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"at":"([^"]+)"/g, earlier));
  }
};

beforeAll(async () => {
  for (const address of addresses)
    servers.set(address, await service(address === limited ? 60 : 0));
  process.chdir(folder);
});

afterAll(() => {
  process.chdir(root);
  for (const { close } of servers.values()) close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  printed = '';
  const print = (text: unknown): boolean => Boolean((printed += String(text)));
  vi.spyOn(process.stdout, 'write').mockImplementation(print);
  vi.spyOn(process.stderr, 'write').mockImplementation(print);
  const { key } = world.targets.main;
  for (const name of ['TALLYBOARD_API_KEY', 'STAGING_KEY']) vi.stubEnv(name, key);
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  };
});

const given = (words: readonly string[]): readonly string[] => {
  return words.map((word, at) => {
    if (word === 'wksp_riverside01') return world.targets.main.org;
    return servers.get(word)?.baseUrl ?? shorter[words[at - 1] ?? ''] ?? word;
  });
};

/** A run of all rotations is not complete within its first hour. */
const exitCodeOf = (line: string): number => (line.includes('--rotation all --history') ? 2 : 0);

describe('docs/run-the-suite.md', () => {
  it('has a command of each verb', () => {
    const verbs = tableOf(readme, 'Verb', 'Does').rows.map(
      ([cell = '']) => codeIn(cell)[0]?.split(' ')[0],
    );
    const shown = new Set(lines.map((line) => wordsOf(line)[0]));
    expect(verbs.filter((verb) => !shown.has(verb))).toEqual([]);
    expect(verbs.length).toBeGreaterThan(8);
  });

  it.each(lines)('%s', async (line) => {
    await waitAnHour();
    // The page says so: the variable wins over the key in the file.
    if (line.includes('--config')) vi.stubEnv('TALLYBOARD_API_KEY', undefined);
    const code = await runProgram(given(wordsOf(line)));
    expect(code, printed).toBe(exitCodeOf(line));
  });
});

describe('conformance/README.md', () => {
  const rows = tableOf(readme, 'Flags').rows.filter(([, requests = '']) => /^\d/.test(requests));

  it('has the number of requests of two plans', () => expect(rows).toHaveLength(2));

  it.each(rows)('%s: as many requests as the plan has', async (flags = '', requests = '') => {
    const words = (codeIn(flags)[0] ?? '').split(' ').filter((word) => word !== '');
    await runProgram(['plan', '--org', 'wksp_riverside01', '--now', world.now, ...words]);
    const counts = [...printed.matchAll(/^(?:metrics|roster): (\d+) /gm)].map(([, count]) => count);
    expect(requests).toMatch(new RegExp(`^${counts.join(' and ')}(,|$)`));
    expect(printed.includes('takes 2 hours')).toBe(requests.includes('in two hours'));
  });
});
