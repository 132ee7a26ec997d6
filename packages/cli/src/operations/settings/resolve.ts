import { readFileSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import { exitCodes, VerbRefused } from '../../terminal.js';
import { nearest } from './nearest.js';
import {
  flagName,
  readJson,
  readText,
  type Setting,
  type Settings,
  type ValuesOf,
} from './setting.js';

/** What every variable begins with. The verbs that ask a service have variables of their own. */
const variableStart = 'TALLYBOARD_SERVE_';

/** The variable of a setting: `TALLYBOARD_SERVE_CACHE_BYTES` for `cacheBytes`. */
export const variableOf = (name: string): string =>
  variableStart + name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** The name of the setting that is a file of settings itself. */
const fileName = 'config';

/** Where a value came from. */
export interface Resolved<S extends Settings> {
  readonly values: ValuesOf<S>;
  /** By name: the flag, the variable, the path of the file, or `default`. */
  readonly origins: Readonly<Record<keyof S, string>>;
}

/** Adds the flags of settings to a command; what is not given stays undefined. */
export const addFlags = (command: Command, settings: Settings): Command => {
  for (const [name, setting] of Object.entries(settings)) {
    const isRepeated = setting.flag.includes('...');
    const option = new Option(setting.flag, describe(name, setting)).argParser<unknown>(
      (text: string, before: unknown): unknown =>
        isRepeated
          ? [...((before ?? []) as readonly unknown[]), setting.read(text)]
          : readText(setting, text),
    );
    command.addOption(option);
  }
  return command.option('--config <file>', `settings as JSON (${variableOf(fileName)})`);
};

const describe = (name: string, { says, otherwise }: Setting<unknown>): string => {
  const isShown = typeof otherwise === 'number' || typeof otherwise === 'string';
  const shown = isShown ? [`default: ${otherwise}`] : [];
  return `${says} (${[...shown, variableOf(name)].join(', ')})`;
};

/** Values that a source gives, by name; what is wrong with it goes to `problems`. */
type Source = Readonly<Record<string, unknown>>;

const reading = (
  place: string,
  problems: string[],
  value: unknown,
  read: () => unknown,
): unknown => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    problems.push(`${place}: ${JSON.stringify(value)}: ${error.message}`);
    return undefined;
  }
};

/** A secret value is not quoted either. */
const quotable = ({ secret }: Setting<unknown>, value: unknown): unknown =>
  secret === true ? 'hidden' : value;

const fromVariables = (
  settings: Settings,
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
): Source => {
  const names = new Map(Object.keys(settings).map((name) => [variableOf(name), name]));
  const values: Record<string, unknown> = {};
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith(variableStart) || !text || variable === variableOf(fileName)) continue;
    const name = names.get(variable) ?? '';
    const setting = settings[name];
    if (setting === undefined) {
      problems.push(
        `${variable}: no such setting; ${nearest(variable, [...names.keys()], variableStart.length)}`,
      );
    } else {
      const read = (): unknown => readText(setting, text);
      values[name] = reading(variable, problems, quotable(setting, text), read);
    }
  }
  return values;
};

/** Where a text stops being JSON, by the parser's message; empty where it does not say. */
const brokenAt = (text: string, { message }: SyntaxError): string => {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return `no JSON at line ${before.length}, column ${before.at(-1)!.length + 1}; `;
};

const fromFile = (settings: Settings, path: string, problems: string[]): Source => {
  const values: Record<string, unknown> = {};
  // Reading a pipe without a writer would never end.
  if (!statSync(path).isFile()) {
    problems.push(`${path}: expected a file`);
    return values;
  }
  const text = readFileSync(path, 'utf8');
  let json: unknown = null;
  let broken = '';
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The parser's own message would quote the file, and secrets with it.
    broken = brokenAt(text, error);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    problems.push(`${path}: ${broken}expected a JSON object`);
    return values;
  }
  for (const [name, value] of Object.entries(json)) {
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
    if (setting === undefined) {
      const known = Object.keys(settings);
      problems.push(`${path}: ${name}: no such setting; ${nearest(name, known)}`);
    } else {
      const read = (): unknown => readJson(setting, value);
      values[name] = reading(`${path}: ${name}`, problems, quotable(setting, value), read);
    }
  }
  return values;
};

/**
 * The value of every setting, and where it came from: flags go before variables, variables before the
 * file, and the file before defaults. Refuses, all together, names that do not exist and values that
 * cannot be.
 */
export const resolveSettings = <S extends Settings>(
  settings: S,
  flags: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): Resolved<S> => {
  const problems: string[] = [];
  const path = (flags[fileName] as string | undefined) || env[variableOf(fileName)] || null;
  const variables = fromVariables(settings, env, problems);
  const file = path === null ? {} : fromFile(settings, path, problems);
  if (problems.length > 0) throw new VerbRefused(problems.join('\nerror: '), exitCodes.usage);
  const values: Record<string, unknown> = {};
  const origins: Record<string, string> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const [value, origin] = (
      [
        [flags[name], flagName(setting)],
        [variables[name], variableOf(name)],
        [file[name], path ?? ''],
      ] as const
    ).find(([given]) => given !== undefined) ?? [setting.otherwise, 'default'];
    values[name] = value;
    origins[name] = origin;
  }
  return { values: values as ValuesOf<S>, origins: origins as Resolved<S>['origins'] };
};
