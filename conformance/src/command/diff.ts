import { type Difference, differencesOf } from '../diff.js';
import { evidenceIn } from '../judge/evidence.js';
import type { History } from '../model/history.js';
import { shown } from '../model/json.js';
import { runConformance } from '../run-conformance.js';
import { optionOf, type SendingFlags, sending } from './flags.js';
import { readHistory } from './history-file.js';
import { ConfigurationFault, exitCodes, print, warn } from './operator.js';
import { optionsOf } from './options.js';
import type { Verb } from './verb.js';

interface DiffFlags extends SendingFlags {
  readonly rightKeyEnv?: string;
  readonly json?: boolean;
}

const lineOf = ({ probe, where, left, right }: Difference): string =>
  `DIFFERS  ${probe} ${where}: ${shown(left)} and ${shown(right)}\n`;

const isAddress = (text: string): boolean => /^https?:\/\//.test(text);

/** What a deployment answers to the plan; nothing of it is written, so names are compared as they are. */
const askedNow = async (baseUrl: string, flags: SendingFlags): Promise<History> => {
  const options = { ...optionsOf({ ...flags, baseUrl }), keepPii: true };
  const { history } = await runConformance(options);
  return history;
};

/** Both histories: of two runs, or of two deployments that are asked now, at the same time. */
const bothOf = async (
  left: string,
  right: string,
  flags: DiffFlags,
): Promise<readonly [History, History]> => {
  if (isAddress(left) !== isAddress(right)) {
    throw new ConfigurationFault('diff compares two histories, or two addresses.');
  }
  if (!isAddress(left)) return [readHistory(left), readHistory(right)];
  const { rightKeyEnv } = flags;
  const other = rightKeyEnv === undefined ? flags : { ...flags, keyEnv: rightKeyEnv };
  return Promise.all([askedNow(left, flags), askedNow(right, other)]);
};

const checkSamePlan = (one: History, other: History): void => {
  if (one.run.seed !== other.run.seed || one.run.rotation !== other.run.rotation) {
    throw new ConfigurationFault('The two runs have another --seed or --rotation.');
  }
  const months = new Set([one, other].flatMap(({ calendar }) => calendar?.month ?? []));
  if (months.size > 1) {
    throw new ConfigurationFault(
      `The two runs asked about other months: ${[...months].join(' and ')}. Run both in the same month.`,
    );
  }
};

/** Why less was compared than was asked: a run that ended early, an endpoint that never answered 200. */
const gapsIn = (side: string, history: History): readonly string[] => {
  const early =
    history.end?.why === 'complete'
      ? []
      : [`the ${side} run ended early: ${history.end?.detail ?? 'it was interrupted'}`];
  const silent = ['metrics', 'roster'].filter(
    (endpoint) =>
      history.exchanges.some(({ sent }) => sent.request.endpoint === endpoint) &&
      !evidenceIn(history).some(
        ({ request, status }) => request.endpoint === endpoint && status === 200,
      ),
  );
  return [
    ...early,
    ...silent.map((one) => `no ${one} request of the ${side} side was answered 200`),
  ];
};

/** `diff`: what two deployments answered differently to the same plan. */
export const diff: Verb = {
  says: 'compare the answers of two deployments to one plan',
  args: [
    ['<left>', 'an address, which is asked now, or the history of a run'],
    ['<right>', 'another address, or a history with the same seed, rotation and month'],
  ],
  options: [
    ...sending('diff'),
    optionOf(['--right-key-env <name>', 'environment variable with the key of the right address']),
    optionOf(['--json', 'print every difference as JSON']),
  ],
  act: async (flags: DiffFlags, left: string, right: string) => {
    const [one, other] = await bothOf(left, right, flags);
    checkSamePlan(one, other);
    const found = differencesOf(one, other);
    const gaps = [...gapsIn('left', one), ...gapsIn('right', other)];
    for (const gap of gaps) warn(`incomplete: ${gap}\n`);
    print(
      flags.json === true
        ? `${JSON.stringify(found, null, 2)}\n`
        : `${found.map(lineOf).join('')}${found.length} differences\n`,
    );
    if (found.length > 0) return exitCodes.fail;
    return gaps.length > 0 ? exitCodes.undecided : exitCodes.pass;
  },
};
