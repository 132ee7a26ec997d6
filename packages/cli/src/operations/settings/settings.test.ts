import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someText } from '../../flags.js';
import { runTallyboard } from '../../program.js';
import { printedSettings } from './print-settings.js';
import { resolveSettings } from './resolve.js';
import { textSetting } from './setting.js';

let directory = '';
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tallyboard-settings-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

let files = 0;
const fileOf = (content: unknown): string => {
  const path = join(directory, `${(files += 1)}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  let [stdout, stderr] = ['', ''];
  const code = await runTallyboard(['serve', ...args], {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    now: () => Date.UTC(2026, 10, 15),
    env,
  });
  return { code, stdout, stderr };
};

const printed = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const { code, stdout, stderr } = await run([...args, '--print-config'], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Readonly<Record<string, { value: unknown; from: string }>>;
};

describe('settings of serve', () => {
  test('flags go before variables, variables before the file, the file before defaults', async () => {
    const file = fileOf({ port: 1, host: 'c.example', allowance: 7, trustedProxy: ['10.0.0.0/8'] });
    const env = { TALLYBOARD_SERVE_PORT: '2', TALLYBOARD_SERVE_HOST: 'b.example' };
    const settings = await printed(['--config', file, '--port', '3'], env);
    expect(settings['port']).toEqual({ value: 3, from: '--port' });
    expect(settings['host']).toEqual({ value: 'b.example', from: 'TALLYBOARD_SERVE_HOST' });
    expect(settings['allowance']).toEqual({ value: 7, from: file });
    expect(settings['trustedProxy']).toEqual({ value: ['10.0.0.0/8'], from: file });
    expect(settings['logLevel']).toEqual({ value: 'info', from: 'default' });
  });

  test('a variable may name the file, and an empty one is none', async () => {
    const env = { TALLYBOARD_SERVE_CONFIG: fileOf({ pending: 2 }), TALLYBOARD_SERVE_PENDING: '' };
    expect((await printed([], env))['pending']?.value).toBe(2);
  });

  test('lists', async () => {
    const facts = ['a', 'b'];
    expect((await printed(['--facts', 'a', 'b']))['facts']?.value).toEqual(facts);
    const env = {
      TALLYBOARD_SERVE_FACTS: `a${delimiter}b`,
      TALLYBOARD_SERVE_FAIL: 'users, topBoards',
    };
    const settings = await printed([], env);
    expect(settings['facts']?.value).toEqual(facts);
    expect(settings['fail']?.value).toEqual(['users', 'topBoards']);
  });

  test('what is wrong is refused, all of it, with its place and what is accepted', async () => {
    const file = fileOf({ prot: 1, port: '1', allowance: 1.5, fail: ['votes'], facts: 'a' });
    const env = { TALLYBOARD_SERVE_PROT: '1', TALLYBOARD_SERVE_IDLE_SECONDS: '0' };
    const { code, stdout, stderr } = await run(['--config', file], env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(7);
    for (const expected of [
      /TALLYBOARD_SERVE_PROT: no such setting; did you mean TALLYBOARD_SERVE_PORT\?/,
      /TALLYBOARD_SERVE_IDLE_SECONDS: "0": Expected a whole number from 1 to 86,400/,
      /\.json: prot: no such setting; did you mean port\?/,
      /\.json: port: "1": Expected a number/,
      /\.json: allowance: 1\.5: Expected a whole number/,
      /\.json: fail: \["votes"\]: Expected one of memberCount/,
      /\.json: facts: "a": Expected a list of texts/,
    ]) {
      expect(lines.filter((line) => expected.test(line))).toHaveLength(1);
    }
  });

  test.each([['{'], ['[]'], ['null'], ['"port"']])('a file that is %s is refused', async (text) => {
    const { code, stderr } = await run(['--config', fileOf(text)]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/\.json: (no JSON at line 1, column 2; )?expected a JSON object\n$/);
  });

  test('a file that is no JSON is refused with the place, and without its text', async () => {
    const { stderr } = await run(['--config', fileOf('{\n  "port": 3000,\n  "secret" 1\n}')]);
    expect(stderr).toMatch(/\.json: no JSON at line 3, column 12; expected a JSON object\n$/);
    expect(stderr).not.toContain('secret');
  });

  test.skipIf(process.platform === 'win32')('a pipe is refused, not waited for', async () => {
    const pipe = join(directory, 'pipe.json');
    execFileSync('mkfifo', [pipe]);
    const { code, stderr } = await run(['--config', pipe]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/\.json: expected a file\n$/);
  });

  test('a file that is not there is refused', async () => {
    const { code, stderr } = await run(['--config', join(directory, 'none.json')]);
    expect(code).toBe(1);
    expect(stderr).toContain('ENOENT');
  });

  test('of facts and a store the one counts that was chosen closer by', async () => {
    const place = join(directory, 'none');
    const byFile = await run(['--facts', place, '--port', '0', '--config', fileOf({ store: 's' })]);
    expect(byFile.stderr).toContain(place);
    const both = await run(['--facts', place, '--store', place]);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('exclude') as string });
    expect(await run([])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nothing to serve') as string,
    });
  });
});

test('secrets are not shown, nor are passwords in addresses', () => {
  const settings = {
    token: { ...textSetting('--token <text>', 'a secret', someText, ''), secret: true as const },
    cache: textSetting('--cache <address>', 'an address', someText, ''),
  };
  const env = {
    TALLYBOARD_SERVE_TOKEN: 'hush',
    TALLYBOARD_SERVE_CACHE: 'redis://me:hush@cache.example/1',
  };
  const text = printedSettings(settings, resolveSettings(settings, {}, env));
  expect(text).not.toContain('hush');
  expect(text).toContain('redis://hidden@cache.example/1');
});
