import { type Command, Option } from 'commander';
import { exitCodes, VerbRefused } from '../../terminal.js';
import { nearest } from './nearest.js';
import { flagName, readText, type Setting, type Settings, type ValuesOf } from './setting.js';
import { fromFile, reading, type Source } from './settings-file.js';

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
      values[name] = reading(variable, problems, setting, text, () => readText(setting, text));
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
