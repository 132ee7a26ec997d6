import { type Difference, differencesOf, missingIn } from '../diff.js';
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

/** Why less was compared than was asked: a run that ended early, no 200 of an endpoint, figures that failed. */
const gapsIn = (side: string, history: History): readonly string[] => {
  const { end, exchanges } = history;
  const isEarly = end?.why !== 'complete';
  const silent = ['metrics', 'roster'].filter(
    (endpoint) =>
      exchanges.some(({ sent }) => sent.request.endpoint === endpoint) &&
      !evidenceIn(history).some(
        ({ request, status }) => request.endpoint === endpoint && status === 200,
      ),
  );
  const missing = missingIn(history).join(', ');
  return [
    ...(isEarly ? [`the ${side} run ended early: ${end?.detail ?? 'it was interrupted'}`] : []),
    ...silent.map((one) => `no ${one} request of the ${side} side was answered 200`),
    ...(missing === '' ? [] : [`failed or still pending on the ${side} side: ${missing}`]),
  ];
};

/** More lines say no more; `--json` has all. */
const linesMost = 40;

const linesOf = (found: readonly Difference[]): string => {
  const rest = found.length - linesMost;
  const more = rest > 0 ? `... and ${rest} more (--json)\n` : '';
  return `${found.slice(0, linesMost).map(lineOf).join('')}${more}${found.length} differences\n`;
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
    print(flags.json === true ? `${JSON.stringify(found, null, 2)}\n` : linesOf(found));
    if (found.length > 0) return exitCodes.fail;
    return gaps.length > 0 ? exitCodes.undecided : exitCodes.pass;
  },
};
