import { execFileSync } from 'node:child_process';
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

const load = async (flags: SettingFlags, env: Readonly<Record<string, string>>) => {
  let stderr = '';
  const write = (text: string) => void (stderr += text);
  const terminal = { stdout: { write }, stderr: { write }, now: () => 0, env };
  return { settings: await loadSettings(flags, terminal), stderr };
};

const variables = {
  TALLYBOARD_BASE_URL: 'http://env.test',
  TALLYBOARD_ORG: 'env',
  TALLYBOARD_API_KEY: 'key-in-env',
};

describe('settings', () => {
  it('flags go before the environment, and that before the file', async () => {
    const HOME = home;
    expect((await load({}, { HOME })).settings).toEqual({
      baseUrl: 'http://file.test',
      organization: 'file',
      apiKey: 'key-in-file',
    });
    expect((await load({}, { HOME, ...variables })).settings).toEqual({
      baseUrl: 'http://env.test',
      organization: 'env',
      apiKey: 'key-in-env',
    });
    const flags = { baseUrl: 'http://flag.test', org: 'flag', keyEnv: 'OTHER' };
    expect((await load(flags, { HOME, ...variables, OTHER: 'other' })).settings).toEqual({
      baseUrl: 'http://flag.test',
      organization: 'flag',
      apiKey: 'other',
    });
  });

  it('a variable that was named and is empty is an error, not a reason to look elsewhere', async () => {
    await expect(load({ keyEnv: 'OTHER' }, { HOME: home, ...variables })).rejects.toThrow(/OTHER/);
  });

  it('says what is missing, and how to give it', async () => {
    const { TALLYBOARD_API_KEY, ...others } = variables;
    await expect(load({}, others)).rejects.toThrow(/TALLYBOARD_API_KEY/);
    await expect(load({}, { TALLYBOARD_API_KEY })).rejects.toThrow(
      /--base-url.*TALLYBOARD_BASE_URL/,
    );
    await expect(load({ config: join(home, 'none') }, variables)).rejects.toThrow(/ENOENT/);
  });

  it.skipIf(process.platform === 'win32')('a pipe is refused, not waited for', async () => {
    const config = join(home, 'pipe.json');
    execFileSync('mkfifo', [config]);
    await expect(load({ config }, variables)).rejects.toThrow(/pipe\.json: expected a file/);
  });

  it('warns when others can read a key', async () => {
    const config = join(home, 'open.json');
    writeFileSync(config, '{"apiKey":"k"}');
    chmodSync(config, 0o644);
    expect((await load({ config }, variables)).stderr).toMatch(/others can read it/);
  });

  it.each(['{"apiKey":"secret"', '[]', '{"apikey":"secret"}', '{"apiKey":1}'])(
    'refuses %s without quoting it',
    async (text) => {
      const config = join(home, 'odd.json');
      writeFileSync(config, text);
      chmodSync(config, 0o600);
      await expect(load({ config }, variables)).rejects.toThrow(
        /^(?!.*secret).*expected a JSON object/,
      );
    },
  );
});
