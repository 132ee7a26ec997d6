import { budgetOf, type Target, type Targets } from '../model/configuration.js';
import { at, isObject, listOf, parseJson, textOf } from '../model/json.js';
import { targetNames } from '../model/request.js';
import { requestsForType } from '../run/conduct.js';
import type { ConformanceOptions } from '../run-conformance.js';
import type { SendingFlags } from './flags.js';
import { ConfigurationFault, namedFile, warn } from './operator.js';

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

/** What a configuration file says, keys found, if there is one: the format of a world's `keys.json`. */
export const settingsOf = (file: string | undefined) => {
  const document = file === undefined ? {} : parseJson(namedFile(file));
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
    ) as Targets,
    boards: {
      readable: texts(at(document, 'boards', 'readable')),
      forbidden: texts(at(document, 'boards', 'forbidden')),
    },
  };
};

/** The address of the service, checked. */
export const baseUrlOf = (text: string | undefined): string => {
  if (text === undefined)
    throw new ConfigurationFault(
      'There is no address: give --base-url, or set TALLYBOARD_BASE_URL.',
    );
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new ConfigurationFault(`--base-url: "${text}" is no address.`);
  }
  if (!['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigurationFault(`--base-url: "${text}" begins with neither http: nor https:.`);
  }
  const [, before] = /^(.*)\/v1(?:\/(?:organizations|boards|me)\b.*)?\/*$/.exec(text) ?? [];
  if (before !== undefined) {
    throw new ConfigurationFault(
      `--base-url: "${text}" has /v1, with which every path of the API begins. Give the address before it: ${before}`,
    );
  }
  return text.replace(/\/+$/, '');
};

/** The organization under test: the flags over the file. */
export const mainTargetOf = (
  flags: Pick<SendingFlags, 'org' | 'keyEnv' | 'config'>,
  settings = settingsOf(flags.config),
): Target => {
  const inFile = settings.targets.main;
  const org = flags.org ?? inFile?.org;
  if (org === undefined)
    throw new ConfigurationFault('There is no organization: give --org, or --config with "main".');
  const name = flags.keyEnv ?? 'TALLYBOARD_API_KEY';
  const inEnvironment = process.env[name];
  const key = inEnvironment === undefined || inEnvironment === '' ? inFile?.key : inEnvironment;
  if (key === undefined)
    throw new ConfigurationFault(`There is no key: set ${name}, or give --config.`);
  if (inFile?.key !== undefined && key !== inFile.key)
    warn(`The key is that of ${name}, which wins over ${flags.config}.\n`);
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new ConfigurationFault('The key holds characters that no header can carry.');
  return { org, key };
};

const pinnedIn = (file: string | undefined): Readonly<Record<string, string>> => {
  if (file === undefined) return {};
  const document = parseJson(namedFile(file));
  const profile = isObject(at(document, 'profile')) ? at(document, 'profile') : document;
  if (!isObject(profile)) throw new ConfigurationFault(`${file}: neither a report nor a profile.`);
  return Object.fromEntries(
    Object.entries(profile).flatMap(([name, value]) => {
      const answer = textOf(value) ?? textOf(at(value, 'answer'));
      return answer === null || answer === 'unknown' ? [] : [[name, answer]];
    }),
  );
};

/** Refuses a budget with which no metrics would be asked: they wait until the type of the organization is known. */
export const checkBudget = (flags: SendingFlags): void => {
  const { metrics } = budgetOf(flags.allowance, flags.budget);
  if (flags.facts !== undefined || metrics === 0 || metrics >= requestsForType) return;
  const flag = flags.budget?.['metrics'] === undefined ? '--allowance ' : '--budget metrics=';
  throw new ConfigurationFault(
    `${flag}${metrics}: a run needs ${requestsForType} requests of metrics to learn whether the organization is a team, so it would ask for no metrics. Give ${flag}${requestsForType} or more, or --facts PATH.`,
  );
};

/** Flags, environment and file as one: what is said on the command line wins. */
export const optionsOf = (flags: SendingFlags, isTypeKnown = false): ConformanceOptions => {
  const settings = settingsOf(flags.config);
  if (!isTypeKnown) checkBudget(flags);
  if (flags.quotaCheck === true && (flags.allowance ?? 60) !== 60) {
    throw new ConfigurationFault(
      '--quota-check looks for the 60 requests of section 8: leave --allowance out.',
    );
  }
  const { maxWait, timeout, deadline } = flags;
  return {
    ...flags,
    ...(maxWait !== undefined && { maxWaitSeconds: maxWait }),
    ...(timeout !== undefined && { timeoutSeconds: timeout }),
    ...(deadline !== undefined && { deadlineSeconds: deadline }),
    baseUrl: baseUrlOf(flags.baseUrl),
    targets: { ...settings.targets, main: mainTargetOf(flags, settings) },
    boards: settings.boards,
    now: flags.now ?? settings.now,
    pinned: pinnedIn(flags.profile),
  };
};
