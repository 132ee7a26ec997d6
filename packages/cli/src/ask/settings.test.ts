import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSettings, type SettingFlags } from './settings.js';

let home = '';
let file = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'tallyboard-settings-'));
  mkdirSync(join(home, '.config', 'tallyboard'), { recursive: true });
  file = join(home, '.config', 'tallyboard', 'config.json');
  const config = { baseUrl: 'http://file.test', organization: 'file', apiKey: 'key-in-file' };
  writeFileSync(file, JSON.stringify(config));
  chmodSync(file, 0o600);
});
afterAll(() => rmSync(home, { recursive: true }));

const load = (flags: SettingFlags, env: Readonly<Record<string, string>>) => {
  let stderr = '';
  const write = (text: string) => void (stderr += text);
  const terminal = { stdout: { write }, stderr: { write }, now: () => 0, env };
  return { settings: loadSettings(flags, terminal), stderr };
};

const variables = {
  TALLYBOARD_BASE_URL: 'http://env.test',
  TALLYBOARD_ORG: 'env',
  TALLYBOARD_API_KEY: 'key-in-env',
};

describe('settings', () => {
  it('flags go before the environment, and that before the file', () => {
    const HOME = home;
    expect(load({}, { HOME }).settings).toEqual({
      baseUrl: { value: 'http://file.test', from: `baseUrl in ${file}` },
      organization: { value: 'file', from: `organization in ${file}` },
      apiKey: { value: 'key-in-file', from: `apiKey in ${file}` },
    });
    expect(load({}, { HOME, ...variables }).settings).toEqual({
      baseUrl: { value: 'http://env.test', from: 'TALLYBOARD_BASE_URL' },
      organization: { value: 'env', from: 'TALLYBOARD_ORG' },
      apiKey: { value: 'key-in-env', from: 'TALLYBOARD_API_KEY' },
    });
    const flags = { baseUrl: 'http://flag.test', org: 'flag', keyEnv: 'OTHER' };
    expect(load(flags, { HOME, ...variables, OTHER: 'other' }).settings).toEqual({
      baseUrl: { value: 'http://flag.test', from: '--base-url' },
      organization: { value: 'flag', from: '--org' },
      apiKey: { value: 'other', from: 'OTHER' },
    });
  });

  it('a variable that was named and is empty is an error, not a reason to look elsewhere', () => {
    expect(() => load({ keyEnv: 'OTHER' }, { HOME: home, ...variables })).toThrow(/OTHER/);
  });

  it('says what is missing, and how to give it', () => {
    const { TALLYBOARD_API_KEY, ...others } = variables;
    expect(() => load({}, others)).toThrow(/TALLYBOARD_API_KEY/);
    expect(() => load({}, { TALLYBOARD_API_KEY })).toThrow(/--base-url.*TALLYBOARD_BASE_URL/);
    expect(() => load({ config: join(home, 'none') }, variables)).toThrow(/ENOENT/);
  });

  it('warns when others can read a key', () => {
    const config = join(home, 'open.json');
    writeFileSync(config, '{"apiKey":"k"}');
    chmodSync(config, 0o644);
    expect(load({ config }, variables).stderr).toMatch(/others can read it/);
  });

  it.each(['{"apiKey":"secret"', '[]', '{"apikey":"secret"}', '{"apiKey":1}'])(
    'refuses %s without quoting it',
    (text) => {
      const config = join(home, 'odd.json');
      writeFileSync(config, text);
      chmodSync(config, 0o600);
      expect(() => load({ config }, variables)).toThrow(
        /^(?!.*secret).*(expected a JSON object|expected one of baseUrl|expected a text)/,
      );
    },
  );
});
