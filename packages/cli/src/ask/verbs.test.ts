import { metricMeanings } from '@tallyboard/core/vocabulary';
import { describe, expect, it } from 'vitest';
import { largeRoster } from '../../../client/src/roster/large-roster.test-kit.js';
import { answer } from '../../../client/src/service.test-kit.js';
import { ids } from '../../../http/src/sample-facts.test-kit.js';
import { env, run } from './ask.test-kit.js';

describe('tallyboard metrics', () => {
  const args = ['metrics', '--metric', 'postCount', '--metric', 'memberCount:status=active+all'];

  it('prints every figure, in four formats', async () => {
    const { code, stdout, stderr } = await run(args, { pending: 1 });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^2026-01-02 to 2026-11-20\n\nmetric +value\npostCount +3\nmemberCount active +3\nmemberCount all +4\n$/,
    );
    const json = await run([...args, '--format', 'json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ status: 'ready', figures: [{ data: 3 }, {}] });
    const ndjson = await run([...args, '--format', 'ndjson']);
    expect(
      ndjson.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      { name: 'postCount', data: 3 },
      { name: 'memberCount', data: { active: 3, all: 4 } },
    ]);
    const csv = await run([...args, '--format', 'csv']);
    expect(csv.stdout.split('\n').slice(1, 4)).toEqual([
      'postCount,,,,,,,3,',
      'memberCount,status=active+all,active,,,,,3,',
      'memberCount,status=active+all,all,,,,,4,',
    ]);
  });

  it('shows all that an organization has when no metric is named, as wide as the terminal', async () => {
    for (const [org, count] of [
      [ids.school, 20],
      [ids.team, 14],
    ] as const) {
      const json = await run(['metrics', '--format', 'json', '--org', org]);
      expect(json.code).toBe(0);
      const { figures } = JSON.parse(json.stdout) as { readonly figures: readonly object[] };
      expect(figures).toHaveLength(count);
    }
    let stdout = '';
    const write = (text: string) => void (stdout += text);
    await run(['metrics'], { terminal: { stdout: { write, isTTY: true, columns: 60 } } });
    expect(stdout).toMatch(/^topBoards +posts: /m);
    const lines = stdout.trimEnd().split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(lines.length).toBeLessThanOrEqual(24);
    const monthly = await run(['metrics', '--month', '--format', 'ndjson']);
    expect(monthly.stdout.trim().split('\n')).toHaveLength(8);
  });

  it('begins CSV with a byte order mark when asked to, and nothing else', async () => {
    const csv = await run([...args, '--format', 'csv', '--bom']);
    expect(csv.stdout).toMatch(/^\ufeffmetric,/);
    expect(csv.stdout.lastIndexOf('\ufeff')).toBe(0);
  });

  it('prints series by month as months by metrics', async () => {
    const range = ['--from', '2026-10', '--to', '2026-11'];
    const { stdout } = await run(['metrics', '--metric', 'postCount', '--month', ...range]);
    expect(stdout).toMatch(/\n\nmonth +postCount\n2026-10 +3\n2026-11 +0\n +█\n$/);
  });

  it('a figure that failed is missing, said so, and counted in the exit code', async () => {
    const { code, stdout, stderr } = await run(args, { fail: ['postCount'] });
    expect(code).toBe(3);
    expect(stdout).toMatch(/postCount .*The computation failed/);
    expect(stderr).toMatch(/1 of 2 figures failed/);
  });

  it('tells what each metric is in its help, and the whole of it by --list', async () => {
    const help = await run(['metrics', '--help']);
    expect(help.stdout).toContain(`  postCount* `);
    expect(help.stdout.replaceAll(/\s+/g, ' ')).toContain(metricMeanings.topUsers.sentence);
    const { code, stdout, service } = await run(['metrics', '--list']);
    expect([code, service.asked]).toEqual([0, []]);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    for (const { label, counts } of Object.values(metricMeanings)) {
      expect(stdout).toContain(`: ${label}\n`);
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(counts);
    }
    const one = await run(['metrics', '--list', 'topBoards']);
    expect(one.stdout).toMatch(/^topBoards: [^]*\n {2}sortBy \(required\): .*visitors/);
    expect((await run(['metrics', '--list', 'topBords'])).stderr).toMatch(/mean topBoards\?/);
  });

  it.each([
    [['metrics', '--metric', 'topBoards'], /--metric topBoards: .*sortBy/],
    [[...args, '--bom'], /^error: --bom goes with --format csv\n$/],
    [['metrics', '--to', '2026-03'], /--to without --from: give both months/],
    [['metrics', '--org', ''], /--org/],
    [['roster', '--from', '2026-1', '--to', '2026-03'], /argument '2026-1' .* a month as YYYY-MM/],
    [['roster', '--from', '2026-01'], /--from without --to: give both months/],
    [['roster', '--columns', 'age'], /--columns/],
    [['roster', '--limit', '5'], /mean --per-page\?/],
    [['report', '--out', 'x.html', '--to', '2026-03'], /--to without --from/],
  ])('%j is refused before anything is sent', async (words, expected) => {
    const { code, stdout, stderr, service } = await run(words);
    expect([code, stdout, service.asked]).toEqual([2, '', []]);
    expect(stderr).toMatch(expected);
  });

  it('a service that refuses, or repeats the key, or sends commands to the terminal', async () => {
    const errors = [{ detail: `no \u001b[2J key-of-olga` }];
    const { code, stderr } = await run(args, { instead: () => answer(400, { errors }) });
    expect(code).toBe(1);
    expect(stderr).toBe('error: The service refuses the request (400). no [2J [API key]\n');
  });
});

describe('tallyboard roster', () => {
  it('prints one page, with the totals beside', async () => {
    const { code, stdout, stderr } = await run(['roster', '--per-page', '2', '--sort', 'name']);
    expect(code).toBe(0);
    expect(stdout.split('\n')[1]).toMatch(/^adam +admin +/);
    expect(stderr).toBe('page 1 of 2, 4 members, 2026-01-02 to 2026-11-20\n');
    const none = await run(['roster', '--q', 'nobody at all', '--format', 'json']);
    expect([none.stdout, none.stderr]).toEqual(['[]\n', '0 members, 2026-01-02 to 2026-11-20\n']);
  });

  it.each(['csv', 'ndjson', 'json'])('--all as %s: every member, once', async (format) => {
    const ports = { computations: largeRoster(250) };
    const { stdout, stderr } = await run(['roster', '--all', '--format', format], { ports });
    const lines = stdout
      .trim()
      .split('\n')
      .filter((line) => !/^([[\]]|id,)/.test(line));
    expect(new Set(lines).size).toBe(250);
    if (format === 'json') expect(JSON.parse(stdout)).toHaveLength(250);
    expect(stderr).toBe('250 members, 2026-01-02 to 2026-11-20\n');
  });

  it('a large export says beforehand how long it takes, and comes whole through the allowance', async () => {
    const ports = { computations: largeRoster(10_000) };
    const { stdout, stderr } = await run(['roster', '--all', '--format', 'csv'], { ports });
    expect(stdout.split('\n')).toHaveLength(10_002);
    expect(stderr.split('\n')).toEqual([
      '10,000 members; 99 more requests, of which 59 are free now: this takes about 1 h 0 min. Ctrl-C ends it.',
      expect.stringMatching(
        /^the allowance of this hour is used up, trying again at 2026-11-20T13:00:00Z/,
      ),
      '10,000 members, 2026-01-02 to 2026-11-20',
      '',
    ]);
  });

  it('shows how far it is on a terminal, and leaves nothing of it', async () => {
    let stderr = '';
    const write = (text: string) => void (stderr += text);
    const { code } = await run(['roster', '--all', '--per-page', '1', '--format', 'csv'], {
      terminal: { stderr: { write, isTTY: true } },
    });
    expect(code).toBe(0);
    const lines = stderr.split('\r\u001B[K');
    expect(lines).toContain('Reading members: 25 %, page 1 of 4');
    expect(lines.at(-1)).toBe('4 members, 2026-01-02 to 2026-11-20\n');
  });

  it('fits a terminal, gives a pipe whole cells, and shows the columns that are asked for', async () => {
    let stdout = '';
    const write = (text: string) => void (stdout += text);
    await run(['roster'], { terminal: { stdout: { write, isTTY: true, columns: 80 } } });
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(lines[0]).toMatch(/^name +role +last active +boards +posts +comments +reactions/);
    expect(stdout).not.toContain('…');
    expect((await run(['roster'])).stdout).toMatch(/^name .* username +id$/m);
    const chosen = ['roster', '--columns', 'email,posts'];
    expect((await run([...chosen, '--format', 'csv'])).stdout).toMatch(
      /^email,posts\nadam@example.org,\d+\n/,
    );
    const json = await run([...chosen, '--format', 'json']);
    expect(Object.keys((JSON.parse(json.stdout) as readonly [object])[0])).toEqual([
      'email',
      'posts',
    ]);
  });

  it('a walk that breaks off says where to go on', async () => {
    const { code, stdout, stderr } = await run(
      ['roster', '--all', '--per-page', '1', '--format', 'ndjson'],
      { instead: (_asked, nth) => (nth > 2 ? answer(404, {}) : null) },
    );
    expect([code, stdout.trim().split('\n').length]).toEqual([1, 2]);
    expect(stderr).toMatch(/\(404\).* --all --page 3 goes on/s);
  });

  it('ends at Ctrl-C, and when nobody reads any more', async () => {
    const listeners = process.listenerCount('SIGINT');
    const all = ['roster', '--all', '--per-page', '1', '--format', 'csv'];
    const interrupted = await run(all, {
      instead: (_asked, nth) => {
        if (nth === 3) process.emit('SIGINT');
        return null;
      },
    });
    expect([interrupted.code, interrupted.service.asked.length]).toEqual([130, 3]);
    expect(interrupted.stderr).toMatch(/interrupted. --all --page 3 goes on where this ended/);
    let close: (error: unknown) => void = () => undefined;
    const stdout = {
      write: () => {
        close(new Error('EPIPE'));
        return true;
      },
      once: (event: string, listener: typeof close) => {
        if (event === 'error') close = listener;
      },
    };
    const closed = await run(all, { terminal: { stdout } });
    expect([closed.code, closed.stderr, closed.service.asked.length]).toEqual([0, '', 1]);
    expect(process.listenerCount('SIGINT')).toBe(listeners);
  });
});

it('what a wrong setting explains names the variable or the file that it is from', async () => {
  const wrong = { terminal: { env: { ...env, TALLYBOARD_API_KEY: 'stranger' } } };
  expect((await run(['roster'], wrong)).stderr).toMatch(
    /does not know the API key \(401\)\. The API key is from TALLYBOARD_API_KEY\./,
  );
  const odd = { terminal: { env: { ...env, TALLYBOARD_BASE_URL: 'service' } } };
  expect(await run(['roster'], odd)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: TALLYBOARD_BASE_URL: /) as string,
  });
});
