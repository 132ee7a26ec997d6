import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { textSetting } from '../operations/settings/setting.js';
import { fromFile } from '../operations/settings/settings-file.js';
import { exitCodes, type Terminal, VerbRefused } from '../terminal.js';

/** The flags that every verb has that asks a service. */
export interface SettingFlags {
  readonly baseUrl?: string;
  readonly keyEnv?: string;
  readonly config?: string;
  readonly org?: string;
}

/** Where to ask, and as whom. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** `null` when nothing names one. */
  readonly organization: string | null;
}

const text = textSetting('', '', (value) => value, '');

/** What the config file may have. */
const fileSettings = {
  baseUrl: text,
  organization: text,
  keyEnv: text,
  apiKey: { ...text, secret: true },
} as const;
type ConfigFile = { readonly [F in keyof typeof fileSettings]?: string };

/** The variable that holds the key unless something else is named. */
export const keyEnvOtherwise = 'TALLYBOARD_API_KEY';

const usage = (message: string): VerbRefused => new VerbRefused(message, exitCodes.usage);

/** The place of the config file, and whether it was named. */
const configPath = (
  flags: SettingFlags,
  env: NonNullable<Terminal['env']>,
): { readonly path: string; readonly named: boolean } | null => {
  const named = flags.config ?? env['TALLYBOARD_CONFIG'];
  if (named !== undefined && named !== '') return { path: named, named: true };
  const home = env['XDG_CONFIG_HOME'] || (env['HOME'] && join(env['HOME'], '.config'));
  return home ? { path: join(home, 'tallyboard', 'config.json'), named: false } : null;
};

const loadConfig = (flags: SettingFlags, { env = {}, stderr }: Terminal): ConfigFile => {
  const place = configPath(flags, env);
  if (place === null || !(place.named || existsSync(place.path))) return {};
  const problems: string[] = [];
  const config = fromFile(fileSettings, place.path, problems) as ConfigFile;
  if (problems.length > 0) throw usage(problems.join('\nerror: '));
  const { mode } = statSync(place.path);
  // On Windows the mode says nothing about others.
  if (config.apiKey !== undefined && (mode & 0o077) !== 0 && process.platform !== 'win32') {
    stderr.write(
      `warning: ${place.path} holds an API key and others can read it; chmod 600 makes it yours\n`,
    );
  }
  return config;
};

const keyOf = (
  flags: SettingFlags,
  config: ConfigFile,
  env: NonNullable<Terminal['env']>,
): string => {
  // Who names a variable means that one, and no other place.
  const key =
    flags.keyEnv === undefined
      ? env[config.keyEnv ?? keyEnvOtherwise] || config.apiKey
      : env[flags.keyEnv];
  if (key) return key;
  const name = flags.keyEnv ?? config.keyEnv ?? keyEnvOtherwise;
  throw usage(`there is no API key: put it into the environment variable ${name}`);
};

/** Finds out where to ask and as whom: flags go before the environment, and that before the file. */
export const loadSettings = (flags: SettingFlags, terminal: Terminal): Settings => {
  const env = terminal.env ?? {};
  const config = loadConfig(flags, terminal);
  const baseUrl = flags.baseUrl || env['TALLYBOARD_BASE_URL'] || config.baseUrl;
  if (!baseUrl) {
    throw usage('there is no service to ask: give --base-url, or set TALLYBOARD_BASE_URL');
  }
  const organization = flags.org || env['TALLYBOARD_ORG'] || config.organization;
  return { baseUrl, apiKey: keyOf(flags, config, env), organization: organization || null };
};

/** The organization to ask about. */
export const organizationOf = ({ organization }: Settings): string => {
  if (organization !== null) return organization;
  throw usage('no organization: give --org, or set TALLYBOARD_ORG; `tallyboard me` lists yours');
};
