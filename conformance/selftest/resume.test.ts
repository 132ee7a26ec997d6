import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { runProgram } from '../src/command/program.js';
import { terminal } from '../src/command/terminal.test-kit.js';
import { overSocket } from './over-socket.test-kit.js';
import { serve } from './reference.test-kit.js';
import { now, plainSchool } from './run.test-kit.js';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-resume-'));
const { org, key } = plainSchool.targets.main;

const said = terminal(key);

/** A run that a small budget ended early, and the words that resume it. */
const begun = async (name: string, more: readonly string[] = []) => {
  const { baseUrl, close } = await overSocket(serve(plainSchool, { allowance: 0 }).fetch);
  const history = join(folder, `${name}.ndjson`);
  const service = ['--base-url', baseUrl, '--org', org, '--history', history];
  const code = await runProgram(['run', ...service, '--now', now, ...more]);
  return { history, code, close, resume: ['resume', ...service] };
};

describe('resume', () => {
  test.each([
    ['a wrong key', 'not-a-key', 'The key was refused (401)'],
    ['nothing at the address', key, 'The service was not reached'],
  ])('with %s: exit code 2, and the history is as it was', async (name, given, why) => {
    const { history, code, close, resume } = await begun(name, ['--budget', 'metrics=9,roster=9']);
    const before = readFileSync(history, 'utf8');
    vi.stubEnv('TALLYBOARD_API_KEY', given);
    if (given === key) close();
    said.told = '';
    const report = join(folder, `${name}.json`);
    expect([code, await runProgram([...resume, '--report', `json=${report}`])]).toEqual([2, 2]);
    expect(readFileSync(history, 'utf8')).toBe(before);
    expect(existsSync(report)).toBe(false);
    expect(said.told).toContain(`Not resumed: ${why}`);
    expect(said.told).toContain('use resume again');
    vi.stubEnv('TALLYBOARD_API_KEY', key);
    if (given === key) return;
    expect(await runProgram([...resume, '--report', `json=${report}`])).toBe(0);
    close();
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
      verdict: 'pass',
      ended: 'complete',
    });
  });

  test.each([
    ['was cut short', (text: string) => text.slice(0, -40)],
    ['has no line feed', (text: string) => text.slice(0, -1)],
    ['is no record', (text: string) => `${text}{"type":\n\n`],
  ])('of a history whose last line %s: every line is a record after it', async (name, damage) => {
    const { history, close, resume } = await begun(name, ['--budget', 'metrics=9,roster=9']);
    writeFileSync(history, damage(readFileSync(history, 'utf8')));
    expect([await runProgram(resume), await runProgram(['judge', history])]).toEqual([0, 0]);
    close();
    const lines = readFileSync(history, 'utf8').trimEnd().split('\n');
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('type');
  });

  test('of a finished run, with the allowance used up meanwhile: what is decided stays decided', async () => {
    const { code, close, resume } = await begun('finished');
    said.told = '';
    expect([code, await runProgram([...resume, '--budget', 'metrics=60,roster=48'])]).toEqual([
      0, 0,
    ]);
    close();
    expect(said.told).not.toContain('are open');
  });

  test('in another month is refused: the answers would not compare', async () => {
    const { history, close, resume } = await begun('month', ['--budget', 'metrics=9,roster=9']);
    const before = readFileSync(history, 'utf8')
      .replace(/"now":"[^"]*"/, '"now":null')
      .replace('"month":"2026-11"', '"month":"2020-01"');
    writeFileSync(history, before);
    expect(await runProgram(resume)).toBe(3);
    close();
    expect(said.told).toMatch(/asked for months before 2020-01, and it is \d{4}-\d{2} now/);
    expect(readFileSync(history, 'utf8')).toBe(before);
  });

  test('of a run that ended at its first requests is refused: there is nothing to continue', async () => {
    vi.stubEnv('TALLYBOARD_API_KEY', 'not-a-key');
    const { history, code, close, resume } = await begun('first');
    const before = readFileSync(history, 'utf8');
    vi.stubEnv('TALLYBOARD_API_KEY', key);
    expect([code, await runProgram(resume)]).toEqual([2, 3]);
    close();
    expect(said.told).toContain('There is nothing to resume: use run.');
    expect(readFileSync(history, 'utf8')).toBe(before);
  });
});

test('replay says FIXED when the requests that showed a failure are answered right, not before', async () => {
  const right = serve(plainSchool, { allowance: 0 }).fetch;
  const lists = /"userType":\s*\[[^\]]*"all"[^\]]*\]/g;
  let does: 'takes lists' | 'is away' | 'refuses' = 'takes lists';
  const { baseUrl, close } = await overSocket(async (request) => {
    const body = await request.clone().text();
    const taken = body.replaceAll(lists, '"userType":"all"');
    if (taken === body || does === 'refuses') return right(request);
    if (does === 'is away') return new Response('', { status: 502 });
    return right(new Request(request, { body: taken }));
  });
  const service = ['--history', join(folder, 'lax.ndjson'), '--base-url', baseUrl, '--now', now];
  const replayed = async (rule: string) => {
    said.printed = '';
    return [await runProgram(['replay', rule, ...service]), said.printed.trim()];
  };
  const says = (words: RegExp) => expect.stringMatching(words) as unknown;
  expect(await runProgram(['run', '--org', org, ...service])).toBe(1);
  expect(await replayed('3-T3')).toEqual([1, says(/^3-T3 {2}STILL FAILS .* all\+owner/)]);
  does = 'is away';
  expect(await replayed('3-T3')).toEqual([2, says(/UNDECIDED {2}a request that showed/)]);
  does = 'refuses';
  expect(await replayed('3-T3')).toEqual([0, '3-T3  FIXED']);
  expect(await replayed('1-R7a')).toEqual([0, says(/HOLDS {2}\(it did not fail in/)]);
  close();
});

test('replay with a used-up allowance says when to use it again', async () => {
  const { history, close } = await begun('replayed');
  const words = ['replay', '4.1', '--history', history, '--budget', 'metrics=3'];
  expect(await runProgram(words)).toBe(2);
  close();
  expect(said.told).toMatch(
    /The allowance is used up .*\. Use the same command again when the hour is over, at \S+Z at the latest\.\n$/,
  );
});
