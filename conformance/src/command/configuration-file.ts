import type { Target } from '../model/configuration.js';
import { at, isObject, listOf, parseJson, textOf } from '../model/json.js';
import type { TargetName } from '../model/request.js';
import { ConfigurationFault } from './fault.js';
import { namedFile } from './named-file.js';

/** The names of organizations that a configuration may have. */
const targetNames: readonly TargetName[] = [
  'main',
  'second',
  'team',
  'notEnrolled',
  'noAccess',
  'revoked',
  'teacher',
];

/** What a configuration file says, keys found. */
export interface FileSettings {
  readonly now: string | null;
  readonly targets: Readonly<Partial<Record<TargetName, Target>>>;
  readonly boards: { readonly readable: readonly string[]; readonly forbidden: readonly string[] };
}

/** A file that says nothing. */
export const noSettings: FileSettings = {
  now: null,
  targets: {},
  boards: { readable: [], forbidden: [] },
};

const keyOf = (key: unknown, place: string): string => {
  if (typeof key === 'string' && key !== '') return key;
  const name = textOf(at(key, 'env'));
  if (name === null) throw new ConfigurationFault(`${place}: a key is a text or {"env": NAME}.`);
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new ConfigurationFault(`${place}: the environment has no ${name}.`);
  }
  return value;
};

const targetOf = (value: unknown, place: string): Target => {
  const org = textOf(at(value, 'org'));
  if (org === null) throw new ConfigurationFault(`${place}: "org" is missing.`);
  return { org, key: keyOf(at(value, 'key'), place) };
};

const texts = (value: unknown): readonly string[] =>
  listOf(value).filter((one): one is string => typeof one === 'string');

const known: ReadonlySet<string> = new Set([...targetNames, 'now', 'boards']);

/** Reads a configuration file: the format of the `keys.json` beside a world's facts. */
export const readConfigurationFile = (file: string): FileSettings => {
  const document = parseJson(namedFile(file));
  if (!isObject(document)) throw new ConfigurationFault(`${file}: not a JSON object.`);
  const strange = Object.keys(document).find((name) => !known.has(name));
  if (strange !== undefined) {
    throw new ConfigurationFault(
      `${file}: "${strange}" is not known; ${[...known].join(', ')} are.`,
    );
  }
  const present = targetNames.filter((name) => document[name] !== undefined);
  return {
    now: textOf(document['now']),
    targets: Object.fromEntries(
      present.map((name) => [name, targetOf(document[name], `${file}: ${name}`)]),
    ),
    boards: {
      readable: texts(at(document, 'boards', 'readable')),
      forbidden: texts(at(document, 'boards', 'forbidden')),
    },
  };
};
