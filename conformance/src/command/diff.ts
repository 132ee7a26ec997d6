import { type Difference, differencesOf, missingIn } from '../diff.js';
import { evidenceIn } from '../judge/evidence.js';
import { groupBy } from '../model/group-by.js';
import type { History } from '../model/history.js';
import { visible } from '../report/visible-text.js';
import { optionOf } from './flags.js';
import { readHistory } from './history-file.js';
import { ConfigurationFault, exitCodes, print, warn } from './operator.js';
import type { Verb } from './verb.js';

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

/** More of them say no more; `--json` has all. */
const differencesMost = 40;
const valueMax = 160;

/** Both values as JSON, from shortly before the first letter in which they differ. */
const bothFrom = (left: unknown, right: unknown): readonly [string, string] => {
  const textOf = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));
  const [one, other] = [textOf(left), textOf(right)];
  const at = Array.from(one).findIndex((letter, index) => letter !== other[index]);
  const from = Math.max(one.length, other.length) > valueMax ? Math.max(0, at - 40) : 0;
  const shown = (text: string) => `${from > 0 ? '…' : ''}${visible(text.slice(from), valueMax)}`;
  return [shown(one), shown(other)];
};

const lineOf = ({ where, left, right }: Difference): string => {
  const [one, other] = bothFrom(left, right);
  return one.length + other.length < valueMax / 2
    ? `  ${where}: ${one} and ${other}\n`
    : `  ${where}\n    left   ${one}\n    right  ${other}\n`;
};

/** Differences below the request, or the rule, that shows them. */
const linesOf = (found: readonly Difference[]): string => {
  const rest = found.length - differencesMost;
  const groups = groupBy(found.slice(0, differencesMost), ({ asks }) => `DIFFERS  ${asks}`);
  const lines = [...groups].map(([head, some]) => `${head}\n${some.map(lineOf).join('')}`);
  const more = rest > 0 ? `... and ${rest} more (--json)\n` : '';
  return `${lines.join('')}${more}${found.length} differences\n`;
};

/** `diff`: what two deployments answered differently to the same plan. */
export const diff: Verb = {
  says: 'compare the answers of two runs with one plan',
  args: [
    ['<left>', 'the history of a run'],
    ['<right>', 'the history of another one with the same seed, rotation and month'],
  ],
  options: [optionOf(['--json', 'print every difference as JSON'])],
  act: (flags: { readonly json?: boolean }, left: string, right: string) => {
    const [[one], [other]] = [readHistory(left), readHistory(right)];
    checkSamePlan(one, other);
    const found = differencesOf(one, other);
    const gaps = [...gapsIn('left', one), ...gapsIn('right', other)];
    for (const gap of gaps) warn(`incomplete: ${gap}\n`);
    print(flags.json === true ? `${JSON.stringify(found, null, 2)}\n` : linesOf(found));
    if (found.length > 0) return exitCodes.fail;
    return gaps.length > 0 ? exitCodes.undecided : exitCodes.pass;
  },
};
