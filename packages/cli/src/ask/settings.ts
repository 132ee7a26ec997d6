import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes, type Terminal, VerbRefused } from '../terminal.js';

/** The flags of every verb that asks a service. */
export interface SettingFlags {
  readonly baseUrl?: string;
  readonly keyEnv?: string;
  readonly config?: string;
  readonly org?: string;
}

/** A value, and the flag, the variable or the file that it came from. */
export interface Given {
  readonly value: string;
  readonly from: string;
}

/** Where to ask, and as whom. */
export interface Settings {
  readonly baseUrl: Given;
  readonly apiKey: Given;
  /** `null` when nothing names one. */
  readonly organization: Given | null;
}

const fields = ['baseUrl', 'organization', 'keyEnv', 'apiKey'] as const;
type Config = { readonly [F in (typeof fields)[number]]?: string };

/** The variable that holds the key unless something else is named. */
export const keyVariable = 'TALLYBOARD_API_KEY';

const usage = (message: string): VerbRefused => new VerbRefused(message, exitCodes.usage);

/** The first of these values that is there. */
const firstOf = (...values: readonly (readonly [from: string, value: string | undefined])[]) => {
  const [from, value] = values.find(([, one]) => one !== undefined && one !== '') ?? [];
  return value === undefined || from === undefined ? null : { value, from };
};

const configPath = (flags: SettingFlags, env: NonNullable<Terminal['env']>): string | null => {
  const named = flags.config ?? env['TALLYBOARD_CONFIG'];
  if (named !== undefined && named !== '') return named;
  const home = env['XDG_CONFIG_HOME'] || (env['HOME'] && join(env['HOME'], '.config'));
  const path = home ? join(home, 'tallyboard', 'config.json') : null;
  return path !== null && existsSync(path) ? path : null;
};

/** Reads the config file. No message quotes it: it may hold a key. */
const readConfig = (path: string, { stderr }: Terminal): Config => {
  const { mode } = statSync(path);
  let config: unknown = null;
  try {
    config = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw usage(`${path}: expected a JSON object`);
  }
  for (const [name, value] of Object.entries(config)) {
    if (!(fields as readonly string[]).includes(name)) {
      throw usage(`${path}: ${name}: expected one of ${fields.join(', ')}`);
    }
    if (typeof value !== 'string') throw usage(`${path}: ${name}: expected a text`);
  }
  // On Windows the mode says nothing about others.
  if ('apiKey' in config && (mode & 0o077) !== 0 && process.platform !== 'win32') {
    stderr.write(`warning: ${path} holds an API key and others can read it; run chmod 600 on it\n`);
  }
  return config;
};

/** Finds out where to ask and as whom: flags go before the environment, and that before the file. */
export const loadSettings = (flags: SettingFlags, terminal: Terminal): Settings => {
  const env = terminal.env ?? {};
  const path = configPath(flags, env);
  const config = path === null ? {} : readConfig(path, terminal);
  const baseUrl = firstOf(
    ['--base-url', flags.baseUrl],
    ['TALLYBOARD_BASE_URL', env['TALLYBOARD_BASE_URL']],
    [`baseUrl in ${path}`, config.baseUrl],
  );
  if (baseUrl === null) {
    throw usage('there is no service to ask: give --base-url, or set TALLYBOARD_BASE_URL');
  }
  const variable = flags.keyEnv ?? config.keyEnv ?? keyVariable;
  // A variable that a flag names is the only place to look.
  const inFile = flags.keyEnv === undefined ? config.apiKey : undefined;
  const apiKey = firstOf([variable, env[variable]], [`apiKey in ${path}`, inFile]);
  if (apiKey === null) {
    throw usage(`there is no API key: put it into the environment variable ${variable}`);
  }
  const organization = firstOf(
    ['--org', flags.org],
    ['TALLYBOARD_ORG', env['TALLYBOARD_ORG']],
    [`organization in ${path}`, config.organization],
  );
  return { baseUrl, apiKey, organization };
};

/** The organization to ask about. */
export const organizationOf = ({ organization, baseUrl }: Settings): string => {
  if (organization !== null) return organization.value;
  throw usage(
    `no organization: give --org, or set TALLYBOARD_ORG; your organizations:\n  curl -H "X-API-KEY: $${keyVariable}" "${baseUrl.value}/v1/me?include=organizations"`,
  );
};
