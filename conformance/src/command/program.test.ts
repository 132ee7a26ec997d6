import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { overSocket } from '../../selftest/over-socket.test-kit.js';
import { targets } from './flags.js';
import { runProgram } from './program.js';
import { terminal } from './terminal.test-kit.js';

const directory = mkdtempSync(join(tmpdir(), 'tallyboard-conformance-'));
const place = (name: string): string => join(directory, name);
const said = terminal('secret-key');

const org = 'wksp_abcdefghijklmnop';

/** A service that gives every request the same status. */
const answering = (status: number) =>
  overSocket(() => {
    const headers = { 'content-type': 'application/vnd.api+json' };
    return new Response('{}', { status, headers });
  });

describe('the command line', () => {
  test.each('plan run resume judge diff replay explain world explore'.split(' '))(
    '%s --help tells how to use it',
    async (verb) => {
      expect(await runProgram([verb, '--help'])).toBe(0);
      expect(said.printed).toContain(`Usage: tallyboard-conformance ${verb}`);
    },
  );

  test.each<readonly [string, readonly string[]]>([
    ['no such verb', ['go']],
    ['no such flag', ['run', '--fast']],
    ['no address', ['run', '--org', org]],
    ['a bad address', ['run', '--org', org, '--base-url', 'ftp://x']],
    ['no organization', ['run', '--base-url', 'http://x.test']],
    ['no key', ['run', '--org', org, '--base-url', 'http://x.test', '--key-env', 'NO_SUCH_KEY']],
    ['no such rule', ['run', '--org', org, '--base-url', 'http://x.test', '--only', '9.9-R9']],
    ['no such file', ['run', '--config', '/nowhere.json', '--base-url', 'http://x.test']],
    ['no such facts', ['run', '--org', org, '--base-url', 'http://x.test', '--facts', '/nowhere']],
    ['no such rotation', ['plan', '--org', org, '--rotation', '9']],
    ['no such day', ['world', '--now', '2026-11-31T12:00:00Z', '--out', '/nowhere']],
    ...['', 'json', 'json=', 'xml=a', 'toString=a', 'json=a,pdf=b'].map(
      (report) => [`--report ${report}`, ['judge', 'x', '--report', report]] as const,
    ),
    ['no such history', ['judge', '/nowhere.ndjson']],
    ['no history at all', ['judge', fileURLToPath(import.meta.url)]],
  ])('bad configuration is exit code 3: %s', async (_name, words) => {
    expect(await runProgram(words)).toBe(3);
    expect(said.told).not.toBe('');
  });

  test.each([
    ['run', '--budget', 'metrics=2', '--budget metrics=2: a run needs 3 requests'],
    ['plan', '--budget', 'metrics=1,roster=9', 'Give --budget metrics=3 or more, or --facts'],
    ['replay', '--budget', 'metrics=2', 'Give --budget metrics=3 or more, or --facts'],
    ['run', '--allowance', '1', 'Give --allowance 3 or more, or --facts'],
  ])(
    '%s %s %s shows no type of the organization, and is refused',
    async (verb, flag, value, words) => {
      const { baseUrl, close } = await answering(404);
      const begun = ['--base-url', baseUrl, '--org', org, '--history', place('typeless.ndjson')];
      await runProgram(['run', ...begun]);
      close();
      const more = verb === 'plan' ? [] : begun;
      const args = [verb, ...(verb === 'replay' ? ['4.1.7'] : []), ...more, flag, value];
      expect(await runProgram(args)).toBe(3);
      expect(said.told).toContain(words);
    },
  );

  test('reports are named by format and file, commas in names included', () => {
    expect(targets('json=out/a,b.json,md=-')).toEqual([
      { format: 'json', file: 'out/a,b.json' },
      { format: 'md', file: '-' },
    ]);
  });

  test('plan sends nothing, shows no secret, and is the same for the same seed', async () => {
    const words = ['plan', '--org', org, '--now', '2026-11-15T12:00:00Z', '--seed', '5'];
    expect(await runProgram(words)).toBe(0);
    expect(said.printed).toMatch(/metrics: \d+ of 60 requests/);
    expect(said.printed.split('\n').length).toBeLessThan(15);
    await runProgram([...words, '--verbose']);
    expect(said.printed).toContain('$TALLYBOARD_API_KEY');
    expect(said.printed).not.toContain('secret-key');
    said.printed = '';
    await runProgram([...words, '--json']);
    const first = said.printed;
    await runProgram([...words, '--json']);
    expect(said.printed).toBe(first + first);
    expect(JSON.parse(first)).toMatchObject({ cost: { metrics: expect.any(Number) as number } });
  });

  test.each([
    ['4.1.5', ['4.1-R5a', '4.1-R5b', '4.1-R5c', '4.1-R5d', '4.1-R5e']],
    ['4.1.1', ['4.1-R1a', '4.1-R1b', '4.1-R1c']],
    ['4.1-R1', ['4.1-R1a', '4.1-R1b', '4.1-R1c']],
    ['5.4', ['5-R4a', '5-R4b']],
  ])('explain %s takes the number that the specification gives', async (name, ids) => {
    expect(await runProgram(['explain', name])).toBe(0);
    const explained = said.printed.split('\n').filter((line) => /^\d/.test(line));
    expect(explained.map((line) => line.split(' ')[0]).toSorted()).toEqual(ids);
    expect(said.printed).toMatch(
      /decided by (a request that breaks this rule alone|all of: |[a-z ]+\n)/,
    );
  });

  test.each([
    ['plan', ['--key-env', '--history', '--deadline', '--keep-pii', '--quota-check', '--skip']],
    ['replay', ['--seed', '--rotation', '--only', '--frozen', '--quota-check']],
    ['resume', ['--seed', '--rotation', '--only', '--frozen', '--quota-check']],
  ])('%s --help leaves out the flags that it does not heed', async (verb, flags) => {
    await runProgram([verb, '--help']);
    expect(flags.filter((flag) => said.printed.includes(`${flag} `))).toEqual([]);
    expect(said.printed).toContain('--org <id>');
  });

  test.each([
    'https://x.test/v1',
    'https://x.test/v1/',
    'https://x.test/v1/organizations/wksp_1/analytics',
  ])('an address with a path of the API is refused with the one before it: %s', async (address) => {
    expect(await runProgram(['run', '--org', org, '--base-url', address])).toBe(3);
    expect(said.told).toContain('Give the address before it: https://x.test\n');
  });

  test('world writes facts and keys, the same for the same seed', async () => {
    const words = ['world', '--seed', '3', '--now', '2026-11-15T12:00:00Z', '--out'];
    expect(await runProgram([...words, place('a')])).toBe(0);
    expect(await runProgram([...words, place('b')])).toBe(0);
    for (const file of ['keys.json', 'facts/member.ndjson', 'facts/visit.ndjson']) {
      expect(readFileSync(place(`a/${file}`), 'utf8')).toBe(
        readFileSync(place(`b/${file}`), 'utf8'),
      );
    }
  });

  test('world replaces nothing without --force', async () => {
    const words = ['world', '--now', '2026-11-15T12:00:00Z', '--out', place('a')];
    const before = readFileSync(place('a/keys.json'), 'utf8');
    expect(await runProgram(words)).toBe(3);
    expect(said.told).toContain(`${place('a/facts')} is there already`);
    expect(readFileSync(place('a/keys.json'), 'utf8')).toBe(before);
    chmodSync(place('a/keys.json'), 0o644);
    expect(await runProgram([...words, '--force'])).toBe(0);
    expect(readFileSync(place('a/keys.json'), 'utf8')).not.toBe(before);
    expect(statSync(place('a/keys.json')).mode & 0o777).toBe(0o600);
  });

  test('run writes a history without secrets, which judge reads to the same verdict', async () => {
    const { baseUrl, close } = await answering(404);
    const history = place('history.ndjson');
    const words = ['run', '--base-url', baseUrl, '--org', org, '--history', history];
    const code = await runProgram([...words, '--report', `json=${place('run.json')}`]);
    close();
    expect(readFileSync(history, 'utf8')).not.toContain('secret-key');
    expect(await runProgram(['judge', history, '--report', `json=${place('judge.json')}`])).toBe(
      code,
    );
    expect(readFileSync(place('judge.json'), 'utf8')).toBe(readFileSync(place('run.json'), 'utf8'));
    expect(said.printed).toContain('404');
  });

  test.each(['link', 'pipe'])('a %s is no place for a history or a report', async (kind) => {
    const at = place(`a-${kind}`);
    writeFileSync(place('other.txt'), 'precious');
    if (kind === 'link') symlinkSync(place('other.txt'), at);
    else execFileSync('mkfifo', [at]);
    const why = kind === 'link' ? 'is a symbolic link' : 'is a named pipe';
    const words = ['--base-url', 'http://127.0.0.1:1', '--org', org];
    expect(await runProgram(['run', ...words, '--history', at])).toBe(3);
    expect(said.told).toContain(`${at} ${why}`);
    said.told = '';
    await runProgram(['judge', place('history.ndjson'), '--report', `json=${at}`]);
    expect(said.told).toContain(`${at} ${why}`);
    expect(readFileSync(place('other.txt'), 'utf8')).toBe('precious');
  });

  test('only the pipes of the system are followed below /dev', async () => {
    const shared = mkdtempSync('/dev/shm/tallyboard-conformance-');
    symlinkSync(place('other.txt'), join(shared, 'link'));
    const words = ['judge', place('history.ndjson'), '--report'];
    await runProgram([...words, `json=${join(shared, 'link')}`]);
    expect(said.told).toContain('is a symbolic link');
    rmSync(shared, { recursive: true });
    said.told = '';
    await runProgram([...words, 'json=/dev/null']);
    expect(said.told).not.toContain('/dev/null is');
  });

  test('a report is shown in a job of GitHub Actions, unless its file is a link', async () => {
    vi.stubEnv('GITHUB_STEP_SUMMARY', place('summary.md'));
    writeFileSync(place('summary.md'), '# Before\n');
    await runProgram(['judge', place('history.ndjson')]);
    const summary = readFileSync(place('summary.md'), 'utf8');
    expect(summary).toMatch(/^# Before\n## UNDECIDED/);
    symlinkSync(place('summary.md'), place('linked-summary.md'));
    vi.stubEnv('GITHUB_STEP_SUMMARY', place('linked-summary.md'));
    const report = place('beside-summary.json');
    await runProgram(['judge', place('history.ndjson'), '--report', `json=${report}`]);
    expect(said.told).toMatch(/The summary of the job was not written: .* is a symbolic link/);
    expect(readFileSync(place('summary.md'), 'utf8')).toBe(summary);
    expect(existsSync(report)).toBe(true);
  });

  test('--fail-on new: what the baseline has failing fails nothing', async () => {
    const file = place('history.ndjson');
    const failing = place('failing.ndjson');
    const text = readFileSync(file, 'utf8').replaceAll('"why":"smoke"', '"why":"complete"');
    writeFileSync(failing, text);
    const words = ['judge', failing, '--report', `json=${place('before.json')}`];
    expect(await runProgram(words)).toBe(1);
    expect(said.printed).toMatch(new RegExp(` replay \\S+ --history ${failing}\n`));
    const compared = ['judge', failing, '--baseline', place('before.json'), '--fail-on'];
    expect(await runProgram([...compared, 'any'])).toBe(1);
    expect(await runProgram([...compared, 'new'])).toBe(0);
    writeFileSync(place('right.json'), '{"rules":[{"id":"5-R5a","verdict":"pass"}]}');
    const right = ['--baseline', place('right.json'), '--fail-on', 'new'];
    expect(await runProgram(['judge', failing, ...right])).toBe(1);
    expect(await runProgram(['judge', failing, '--fail-on', 'new'])).toBe(3);
  });

  test('diff: a run does not differ from itself, and a changed status is named', async () => {
    const text = readFileSync(place('history.ndjson'), 'utf8');
    writeFileSync(place('other.ndjson'), text.replaceAll('"status":404', '"status":418'));
    const [whole, failed] = [place('whole.ndjson'), place('failed.ndjson')];
    const complete = text.replaceAll('"why":"smoke"', '"why":"complete"');
    writeFileSync(whole, complete.replaceAll('"status":404', '"status":200'));
    writeFileSync(failed, complete);
    expect(await runProgram(['diff', whole, whole])).toBe(0);
    expect(said.printed).toBe('0 differences\n');
    expect(said.told).not.toContain('incomplete');
    said.printed = '';
    expect(await runProgram(['diff', failed, failed])).toBe(2);
    for (const side of ['left', 'right']) {
      expect(said.told).toContain(
        `incomplete: no metrics request of the ${side} side was answered 200`,
      );
    }
    expect(await runProgram(['diff', place('history.ndjson'), place('history.ndjson')])).toBe(2);
    expect(said.told).toContain('incomplete: the right run ended early');
    said.printed = '';
    expect(await runProgram(['diff', place('history.ndjson'), place('other.ndjson')])).toBe(1);
    expect(said.printed).toContain(
      'DIFFERS  the current user: GET /v1/me\n  status: 404 and 418\n',
    );
  });
});
