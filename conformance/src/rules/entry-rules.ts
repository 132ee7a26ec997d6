import { monthOf } from '@tallyboard/core/vocabulary';
import {
  allOf,
  type Check,
  everyAnswer,
  type Found,
  mismatch,
  notExercised,
  prerequisiteFails,
  whenServed,
} from '../judge/check.js';
import { type Answer, evidenceIn } from '../judge/evidence.js';
import {
  byMonth,
  figureOf,
  listed,
  type ReturnedEntry,
  resolve,
  sentEntries,
} from '../judge/metrics/answer.js';
import type { History } from '../model/history.js';
import { at, isObject, listOf } from '../model/json.js';
import { readOnce } from '../model/read-once.js';
import type { Entry } from '../probes/entries.js';
import { metricsValid } from '../probes/metrics-valid.js';
import { figureRequests } from '../probes/open-probes.js';
import type { Probe, ProbeContext } from '../probes/probe.js';
import type { RuleBody } from './body.js';

/** Chooses among the entries of a request. */
export type EntryChoice = (entry: Entry, monthly: boolean) => boolean;

/** Takes the entries of one of several metrics. */
export const namedAs =
  (...names: readonly string[]): EntryChoice =>
  (entry) =>
    names.includes(String(entry['name']));

/** A number of JSON. */
export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** A part of an entry: its path there, itself, and the list or the values that it is among. */
type Part = readonly [path: string, value: unknown, among: readonly unknown[]];

/** Takes an entry apart; what has another form than was expected is one part. */
type Parts = (data: unknown, entry: ReturnedEntry) => readonly Part[];

const partsOf = (values: object, path = '/data'): readonly Part[] => {
  const among: readonly unknown[] = Object.values(values);
  return Object.keys(values).map((key, index): Part => [`${path}/${key}`, among[index], among]);
};

const whole: Parts = (data) => [['/data', data, [data]]];

/** The property, other than userType, that came as a list. */
export const brokenDown = (
  one: Readonly<Record<string, unknown>>,
): readonly unknown[] | undefined =>
  ['status', 'sortBy', 'mediaType'].map((name) => one[name]).find((value) => Array.isArray(value));

/** Rows of categories. */
export const rows: Parts = (data, entry) =>
  Array.isArray(data) ? partsOf(data) : whole(data, entry);
/** Values by the value of a property. */
export const slices: Parts = (data, entry) => (isObject(data) ? partsOf(data) : whole(data, entry));
/** Lists of a ranking: one, or one for each value that it is broken down by. */
export const lists: Parts = (data, entry) =>
  brokenDown(entry.properties) === undefined ? whole(data, entry) : slices(data, entry);
/** Items of its lists; of a series, its rows. */
export const items: Parts = (data, entry) =>
  lists(data, entry).flatMap((part) =>
    Array.isArray(part[1]) ? partsOf(part[1], part[0]) : [part],
  );

const numbersIn = (data: unknown, path: string): readonly Part[] => {
  if (typeof data === 'number') return [[path, data, []]];
  if (typeof data !== 'object' || data === null) return [];
  return partsOf(data, path).flatMap(([place, value]) => numbersIn(value, place));
};

/** Every number, alone, by the values of a property, or by month. */
export const numbers: Parts = (data) => numbersIn(data, '/data');
/** What came back as the value of each property that the metric takes, among nothing but what it means. */
export const properties: Parts = (_data, { properties: resolved, rawProperties }) =>
  Object.entries(resolved).map(
    ([name, value]): Part => [`/properties/${name}`, at(rawProperties, name), [value]],
  );

/** What a shape rule says of the entries of some metrics. */
export interface Shape extends Pick<RuleBody, 'asks' | 'cover' | 'expected' | 'broken'> {
  readonly of: EntryChoice;
  /** What is looked at; the whole figure when left out. */
  readonly parts?: Parts;
  /** What each part must be, in words. */
  readonly is: string | ((entry: ReturnedEntry) => string);
  readonly right: (value: unknown, place: Place) => boolean;
}

/** Where a part is. */
interface Place {
  readonly path: string;
  readonly among: readonly unknown[];
  readonly entry: ReturnedEntry;
  readonly answer: Answer;
}

const sample: ProbeContext = {
  ...{ organizations: {}, boards: { readable: [], forbidden: [] }, roster: null },
  ...{ month: monthOf(2026, 11), family: 'school', seed: 1, rotation: 0 },
};

/** The requests of every run, on whatever day, that ask for such an entry. */
const asking = (choose: EntryChoice): readonly Probe[] =>
  metricsValid.filter(({ boundary, draft }) => {
    const body = draft(sample)?.body;
    const monthly = at(body, 'dimensions') !== undefined;
    return (
      boundary === null &&
      listOf(at(body, 'metrics')).some((one) => isObject(one) && choose(one, monthly))
    );
  });

/** Every entry of a served request that the choice takes must be returned and pass the check. */
const entries = (
  choose: EntryChoice,
  check: (entry: ReturnedEntry, answer: Answer) => Found,
): Check =>
  whenServed((answer) => {
    const monthly = byMonth(answer.request);
    const chosen = sentEntries(answer.request).filter((entry) => choose(entry, monthly));
    if (chosen.length === 0) return notExercised('it asks for no such entry');
    return allOf(
      chosen.map((entry) => {
        const found = figureOf(answer, entry);
        if (found !== undefined) return check(found, answer);
        const { name, key } = resolve(entry);
        return listed(answer, 'errors').some((one) => one.key === key)
          ? notExercised(`${name} failed`)
          : prerequisiteFails(`${name} was not returned`);
      }),
    );
  });

const readForFigures: ReadonlySet<string> = new Set(figureRequests.map(({ id }) => id));

/** What requests for figures brought, those of open points and of a month that may change among them. */
const figuresServed = readOnce((history: History): readonly Answer[] =>
  evidenceIn(history).filter(({ probe, status }) => status === 200 && readForFigures.has(probe)),
);

/** What a rule of entries asks and checks: every part of their figures is right, in whatever answer they are. */
export const ofShape = ({ of, parts = whole, is, right, ...more }: Shape): RuleBody => {
  const check = entries(of, (entry, answer) => {
    const expected = typeof is === 'string' ? is : is(entry);
    return allOf(
      parts(entry.data, entry).map(
        ([path, value, among]): Found =>
          right(value, { path, among, entry, answer })
            ? null
            : mismatch(expected, `${entry.pointer}${path}`, value),
      ),
    );
  });
  const judge = everyAnswer(figuresServed, check, 'No figures were served.');
  return { asks: asking(of), ...more, check, judge };
};

/** True for the first of several that have the same value under a name. */
export const firstBy = (name: string) => {
  const firsts = readOnce(
    (among: readonly unknown[]) =>
      new Map(among.toReversed().map((one) => [at(one, name), one] as const)),
  );
  return (one: unknown, among: readonly unknown[]): boolean =>
    firsts(among).get(at(one, name)) === one;
};

/** The rows of every series. */
export const monthlyRows: Pick<Shape, 'of' | 'parts'> = {
  of: (_one, monthly) => monthly,
  parts: items,
};
