import { allAnswers } from '../judge/evidence.js';
import { metricsAnswers, returned } from '../judge/metrics/answer.js';
import type { History } from '../model/history.js';
import { at } from '../model/json.js';
import { roster } from '../probes/roster-probes.js';
import type { Judged } from './judge-history.js';
import { profileOf } from './profile.js';

type Warning = (history: History, judged: readonly Judged[]) => string | null;

const when = (condition: boolean, text: string): string | null => (condition ? text : null);

/** The roster was answered, and with fewer than two rows or none at all. */
const isSmall = (history: History): boolean => {
  const page = allAnswers(history).find(
    ({ probe, status }) => probe === roster.byName.id && status === 200,
  );
  return page !== undefined && !(Number(at(page.document, 'meta', 'totalCount') ?? 0) >= 2);
};

/** Whether there are answers to judge: after a wrong key or address there are none. */
const isGiven = (history: History): boolean =>
  history.end?.why !== 'smoke' && allAnswers(history).length > 0;

const warnings: readonly Warning[] = [
  (history) => when(history.exchanges.length === 0, 'Nothing was sent.'),
  (history) => {
    const numbers = metricsAnswers(history)
      .flatMap(returned)
      .map((one) => one.data)
      .filter((data) => typeof data === 'number');
    return when(
      numbers.length > 0 && numbers.every((number) => number === 0),
      'Every figure is zero: relations between figures prove nothing.',
    );
  },
  (history) =>
    when(
      isGiven(history) && isSmall(history),
      'The roster failed or has fewer than two rows: paging, sorting and search prove nothing.',
    ),
  (history) =>
    when(
      isGiven(history) && !allAnswers(history).some(({ status }) => status === 202),
      'No 202 was seen: the rules about pending figures are not exercised.',
    ),
  (_history, judged) => {
    const skipped = judged.filter((one) => one.judgement.reason === 'skipped').length;
    return when(skipped > 0, `${skipped} rules were left out with --skip.`);
  },
  ({ calendar }) =>
    when(
      calendar?.nearMonthChange === true,
      'The month changes about now: boundary rules were left out.',
    ),
  ({ calendar }) =>
    when(
      Math.abs(calendar?.skewSeconds ?? 0) > 60,
      `The clocks differ by ${String(calendar?.skewSeconds)} s.`,
    ),
  ({ exchanges }) => {
    const broken = exchanges.filter((one) => one.broken !== null).length;
    return when(broken > 0, `${broken} requests got no answer.`);
  },
];

const pinnedDiffers = (history: History): readonly string[] =>
  Object.entries(profileOf(history))
    .filter(([, { answer, pinned }]) => pinned !== null && pinned !== answer)
    .map(
      ([name, { answer, pinned }]) => `${name} is pinned to ${String(pinned)} and is ${answer}.`,
    );

/** What made a run prove less than it could, and what to do about it. */
export const warningsOf = (history: History, judged: readonly Judged[]): readonly string[] => [
  ...warnings.map((warning) => warning(history, judged)).filter((text) => text !== null),
  ...pinnedDiffers(history),
];
