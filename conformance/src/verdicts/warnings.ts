import { allAnswers } from '../judge/evidence.js';
import { metricsAnswers, returned } from '../judge/metrics/answer.js';
import type { History } from '../model/history.js';
import { at } from '../model/json.js';
import { roster } from '../probes/roster-probes.js';
import type { Judged } from './judge-history.js';
import { profileOf } from './profile.js';

/** What made a run prove less than it could, and what to do about it. */
export const warningsOf = (history: History, judged: readonly Judged[]): readonly string[] => {
  const { calendar, end, exchanges } = history;
  const answers = allAnswers(history);
  // After a wrong key or address there is nothing to judge.
  const isGiven = end?.why !== 'smoke' && answers.length > 0;
  const page = answers.find(({ probe, status }) => probe === roster.byName.id && status === 200);
  const isSmall = page !== undefined && !(Number(at(page.document, 'meta', 'totalCount')) >= 2);
  const numbers = metricsAnswers(history)
    .flatMap(returned)
    .map((one) => one.data)
    .filter((data) => typeof data === 'number');
  const skipped = judged.filter((one) => one.judgement.reason === 'skipped').length;
  const broken = exchanges.filter((one) => one.broken !== null).length;
  const found: readonly (readonly [isSo: boolean, text: string])[] = [
    [exchanges.length === 0, 'Nothing was sent.'],
    [
      numbers.length > 0 && numbers.every((number) => number === 0),
      'Every figure is zero: relations between figures prove nothing.',
    ],
    [
      isGiven && isSmall,
      'The roster failed or has fewer than two rows: paging, sorting and search prove nothing.',
    ],
    [
      isGiven && !answers.some(({ status }) => status === 202),
      'No 202 was seen: the rules about pending figures are not exercised.',
    ],
    [skipped > 0, `${skipped} rules were left out with --skip.`],
    [
      calendar?.nearMonthChange === true,
      'The month changes about now: boundary rules were left out.',
    ],
    [
      Math.abs(calendar?.skewSeconds ?? 0) > 60,
      `The clocks differ by ${String(calendar?.skewSeconds)} s.`,
    ],
    [broken > 0, `${broken} requests got no answer.`],
    ...Object.entries(profileOf(history)).map(
      ([name, { answer, pinned }]) =>
        [
          pinned !== null && pinned !== answer,
          `${name} is pinned to ${String(pinned)} and is ${answer}.`,
        ] as const,
    ),
  ];
  return found.filter(([isSo]) => isSo).map(([, text]) => text);
};
