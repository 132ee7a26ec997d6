import type { History } from '../model/history.js';
import { at, canonical, isObject, shown } from '../model/json.js';
import { readOnce } from '../model/read-once.js';
import type { Judge } from '../model/rule.js';
import {
  type Evidence,
  fail,
  type Judgement,
  notApplicable,
  pass,
  undecided,
} from '../model/verdict.js';
import { probes } from '../probes/all-probes.js';
import type { Entry } from '../probes/entries.js';
import { type Answer, answersTo, observationOf } from './evidence.js';
import { figureOf, returned, settled } from './metrics/answer.js';
import { isReady, rowsOf } from './roster/answer.js';

/** A value of one answer that is compared with values of others. */
export interface Side<A> {
  readonly label: string;
  readonly value: A;
  readonly answer: Answer;
}

/** The data is known not to change while the run lasts. */
const isFrozen = ({ run }: History): boolean => run.frozen || run.facts !== null;

const figures = (answer: Answer): string =>
  canonical(
    returned(answer)
      .map((one) => [one.key, one.data])
      .toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
  );

const pages = (answer: Answer): string =>
  canonical([at(answer.document, 'data'), at(answer.document, 'meta', 'totalCount')]);

const sameTwice = (
  history: History,
  [first, last]: readonly [string, string],
  view: (answer: Answer) => string,
): boolean => {
  const [before, after] = [settled(history, first), settled(history, last)];
  return before === null || after === null || view(before) === view(after);
};

/** The same question before and after gave the same answer: nothing seems to have changed. */
const isSteady = (history: History): boolean =>
  probes.every(
    ({ id, endpoint, witnessOf }) =>
      witnessOf === null ||
      sameTwice(history, [witnessOf, id], endpoint === 'metrics' ? figures : pages),
  );

/** A relation between answers does not hold: a failure only if the data cannot have changed. */
export const brokenAcross = (
  history: History,
  message: string,
  evidence: readonly Evidence[],
): Judgement => {
  if (isFrozen(history)) return fail(message, evidence);
  return isSteady(history)
    ? undecided('suspect', `${message} Run again with --frozen if the data stands still.`, evidence)
    : undecided('drift', `${message} The data changed during the run.`, evidence);
};

const evidenceOf = (sides: readonly Side<unknown>[]): readonly Evidence[] =>
  sides.map(({ label, value, answer }) => ({
    seq: answer.seq,
    actual: `${label} = ${shown(value)}`,
  }));

/** Why there were too few answers to compare. */
const tooFew = (history: History, probes: readonly string[]): Judgement => {
  const [why] = probes.flatMap((probe) => {
    const { why } = observationOf(history, probe);
    return why === null ? [] : [why];
  });
  return why ?? notApplicable('notExercised', 'There were not two figures to compare.');
};

/** All sides must be equal. Of a single side, or of zeros only, nothing follows. */
export const allEqual = (
  history: History,
  probes: readonly string[],
  sides: readonly Side<unknown>[],
  isTrivial: (value: unknown) => boolean = (value) => value === 0,
): Judgement => {
  const [first] = sides;
  if (first === undefined || sides.length < 2) return tooFew(history, probes);
  const other = sides.find((side) => canonical(side.value) !== canonical(first.value));
  if (other !== undefined) {
    const message = `${first.label} is ${shown(first.value)}, ${other.label} is ${shown(other.value)}.`;
    return brokenAcross(history, message, evidenceOf([first, other]));
  }
  return sides.every((side) => isTrivial(side.value))
    ? notApplicable('notExercised', 'There were only zeros to compare.', evidenceOf(sides))
    : pass(`${sides.length} answers agree.`, evidenceOf(sides));
};

/** One comparison of a relation: what was found on both sides, and whether it holds. */
export interface Comparison {
  readonly holds: boolean;
  readonly trivial: boolean;
  readonly says: string;
  readonly answers: readonly Answer[];
}

/** All comparisons must hold; a broken one `within` one answer is always a failure. */
export const allHold = (
  history: History,
  probes: readonly string[],
  comparisons: readonly Comparison[],
  scope: 'within' | 'across',
): Judgement => {
  if (comparisons.length === 0) return tooFew(history, probes);
  const broken = comparisons.find((comparison) => !comparison.holds);
  const evidence = (of: readonly Comparison[]): readonly Evidence[] =>
    of.flatMap(({ answers, says }) => answers.map(({ seq }) => ({ seq, actual: says })));
  if (broken !== undefined) {
    const message = `Broken: ${broken.says}.`;
    return scope === 'within'
      ? fail(message, evidence([broken]))
      : brokenAcross(history, message, evidence([broken]));
  }
  const substantial = comparisons.filter((comparison) => !comparison.trivial);
  return substantial.length === 0
    ? undecided('vacuous', 'Only zeros were compared.', evidence(comparisons.slice(0, 3)))
    : pass(`Holds in ${substantial.length} comparisons.`, evidence(substantial.slice(0, 6)));
};

/** The history with the second answer to what was asked twice in place of the first. */
const asAnsweredAgain = readOnce((history: History): History => {
  const second = new Map(
    probes.flatMap(({ id, witnessOf }) =>
      witnessOf !== null && settled(history, id) !== null ? [[id, witnessOf] as const] : [],
    ),
  );
  const replaced = new Set(second.values());
  const exchanges = history.exchanges
    .filter(({ sent }) => !replaced.has(sent.request.probe))
    .map((one) => {
      const probe = second.get(one.sent.request.probe);
      if (probe === undefined) return one;
      return { ...one, sent: { ...one.sent, request: { ...one.sent.request, probe } } };
    });
  return { ...history, exchanges };
});

/**
 * All comparisons between figures of one answer must hold. On live data the figures may be of different
 * moments: a broken comparison is a failure only if the answer was never a 202 and the second answer to
 * the same question, if there is one, shows it too.
 */
export const figuresHold =
  (
    probes: readonly string[],
    compare: (history: History) => readonly (Comparison | null)[],
  ): Judge =>
  (history) => {
    const broken = (of: History): readonly Comparison[] =>
      present(compare(of)).filter(({ holds }) => !holds);
    const again = new Set(
      broken(asAnsweredAgain(history)).flatMap(({ answers }) => answers.map(({ probe }) => probe)),
    );
    const isOfOneMoment = ({ probe }: Answer): boolean =>
      again.has(probe) && answersTo(history, probe).every(({ status }) => status !== 202);
    const certain = broken(history).filter(({ answers }) => answers.every(isOfOneMoment));
    return certain.length > 0
      ? allHold(history, probes, certain, 'within')
      : allHold(history, probes, present(compare(history)), 'across');
  };

/** A finite number of an entry of a settled answer. */
export const numberIn = (history: History, probe: string, entry: Entry): Side<number> | null => {
  const answer = settled(history, probe);
  if (answer === null) return null;
  const data = figureOf(answer, entry)?.data;
  const label = `${probe} ${shown(entry)}`;
  return typeof data === 'number' ? { label, value: data, answer } : null;
};

/** The figures of a series by month. */
export type Series = ReadonlyMap<string, number>;

/** A series of an entry: month and the one figure of each row. */
export const seriesIn = (history: History, probe: string, entry: Entry): Side<Series> | null => {
  const answer = settled(history, probe);
  if (answer === null) return null;
  const data = figureOf(answer, entry)?.data;
  if (!Array.isArray(data)) return null;
  const rows = data.filter(isObject).map((row): [string, number] => {
    const figure = Object.entries(row).find(
      ([key, value]) => key !== 'month' && typeof value === 'number',
    );
    return [String(row['month']), Number(figure?.[1] ?? Number.NaN)];
  });
  return { label: `${probe} ${shown(entry)} by month`, value: new Map(rows), answer };
};

/** The settled page of a roster probe, unless the roster failed. */
const pageIn = (history: History, probe: string): Answer | null => {
  const answer = settled(history, probe);
  return answer !== null && isReady(answer) ? answer : null;
};

/** The number of rows that a probe's filters matched. */
export const totalIn = (history: History, probe: string): Side<number> | null => {
  const answer = pageIn(history, probe);
  const total = answer === null ? null : at(answer.document, 'meta', 'totalCount');
  return answer !== null && typeof total === 'number'
    ? { label: `${probe} totalCount`, value: total, answer }
    : null;
};

/** The rows of a probe's page by id. */
export const rowsIn = (history: History, probe: string) => {
  const answer = pageIn(history, probe);
  return answer === null ? null : { answer, rows: rowsOf(answer) };
};

/** Leaves out what is not there. */
export const present = <A extends object>(
  values: readonly (A | null | undefined)[],
): readonly A[] => values.filter((value) => value !== null && value !== undefined);

/** One value of a figure that is broken down by a property. */
export const slicedNumber = (
  history: History,
  probe: string,
  asked: Entry,
  value: string,
): Side<number> | null => {
  const answer = settled(history, probe);
  const number = answer === null ? null : at(figureOf(answer, asked)?.data, value);
  return answer !== null && typeof number === 'number'
    ? { label: `${probe} ${shown(asked)} ${value}`, value: number, answer }
    : null;
};
