import type { History } from '../model/history.js';
import { at, canonical, isObject, listOf, shown, textOf } from '../model/json.js';
import { readOnce } from '../model/read-once.js';
import { probeOf } from '../probes/all-probes.js';
import { allOf, type Check, type Found, notExercised, prerequisiteFails } from './check.js';
import { instantOf } from './date-time.js';
import { type Answer, evidenceIn, isServed, knownOf } from './evidence.js';
import { misses } from './expected-figures.js';
import {
  askedFor,
  listed,
  type Resolved,
  readable,
  returned,
  sentRange,
} from './metrics/answer.js';
import { includesOf, linkage } from './records.js';
import { isReady, rowsOf } from './roster/answer.js';

/** What the facts say of a record: the ids that it links, by relationship, its title and when it changed. */
export interface ExpectedRecord {
  readonly links: Readonly<Record<string, readonly string[]>>;
  /** Of a board. */
  readonly title?: string;
  /** Instants as ISO 8601, by attribute. */
  readonly times: Readonly<Record<string, string>>;
}

/** A part of an answer that facts decide, and how it differs from what they give. */
interface Compared {
  /** Such as `postCount`, `memberCount active`, `dateRange`, `ids`, `order name`, `email`, `board links`. */
  readonly part: string;
  readonly found: Found;
}

/** Where the current month ends is open (2.7): figures are those of the range that the answer names. */
const expectedOf = (answer: Answer): unknown => {
  const expected = at(knownOf(answer), 'expected');
  const untilToday = at(expected, 'untilToday');
  const [named, today] = [
    at(answer.document, 'meta', 'dateRange', 'to'),
    at(untilToday, 'dateRange', 'to'),
  ];
  return untilToday !== undefined && named === today ? untilToday : expected;
};

/** A value is just what the facts give. */
const isGiven = (says: string, value: unknown, expected: unknown): Found =>
  canonical(value) === canonical(expected)
    ? null
    : `${says} ${shown(value)}, the facts give ${shown(expected)}`;

/** Members beside the two days are open (2.7). */
const inRange = ({ document }: Answer, expected: unknown): Compared => ({
  part: 'dateRange',
  found: allOf(
    ['from', 'to'].map((end) => {
      const day = at(document, 'meta', 'dateRange', end);
      return isGiven(`meta.dateRange.${end} is`, day, at(expected, 'dateRange', end));
    }),
  ),
});

const figurePart = ({ name, properties: { status } }: Resolved): string =>
  name === 'memberCount' ? `${name} ${Array.isArray(status) ? 'list' : String(status)}` : name;

/** Figures that are ready in a 202 too; what failed has none, and at an open point any may be missing. */
const inFigures = (answer: Answer, expected: unknown): readonly Compared[] => {
  const range = sentRange(answer.request);
  const when = range === null ? '' : ` ${range.from}..${range.to}`;
  const isOpen = probeOf(answer.probe)?.kind === 'open';
  return askedFor(answer.request).flatMap((asked): readonly Compared[] => {
    const right = at(expected, 'figures', asked.key);
    const figure = returned(answer).find(({ key }) => key === asked.key);
    const mayLack =
      answer.status === 202 ||
      isOpen ||
      listed(answer, 'errors').some(({ key }) => key === asked.key);
    if (right === undefined || (figure === undefined && mayLack)) return [];
    const how = figure === undefined ? 'was not returned' : misses(asked.name, figure.data, right);
    const found = how === null ? null : `${readable(asked.key)}${when} ${how}`;
    return [{ part: figurePart(asked), found }];
  });
};

/** Members that the facts give, in whatever order; their ids where one page has all. */
const hasIds = (answer: Answer, totalCount: unknown, ids: readonly unknown[]): Found => {
  const total = at(answer.document, 'meta', 'totalCount');
  const isWhole = ids.length === totalCount && total === totalCount;
  const strange = rowsOf(answer).find(({ id }) => isWhole && !ids.includes(id));
  return strange === undefined
    ? isGiven('meta.totalCount is', total, totalCount)
    : `${strange.id} is listed, and the facts do not give it`;
};

/** Rows of the same value come in any order, ids in one. */
const inOrder = (column: string, actual: readonly unknown[], right: readonly unknown[]): Found => {
  const length = Math.max(actual.length, right.length);
  const odd = Array.from({ length }).findIndex((_, index) => actual[index] !== right[index]);
  return odd < 0 ? null : isGiven(`${column} of row ${odd + 1} is`, actual[odd], right[odd]);
};

/** What a page after the last one holds is open (4.2.5). */
const inPage = (answer: Answer, expected: unknown): readonly Compared[] => {
  const right = listOf(at(expected, 'rows')).filter(isObject);
  const totalCount = at(expected, 'totalCount');
  if (!isReady(answer) || (right.length === 0 && totalCount !== 0)) return [];
  const rows = rowsOf(answer).map(({ id, attributes }) => ({ ...attributes, id }));
  const byId = new Map(right.map((row) => [row['id'], row]));
  const known = rows.filter(({ id }) => byId.has(id));
  const columns = known.length === 0 ? [] : Object.keys(right[0] ?? {});
  return [
    { part: 'ids', found: hasIds(answer, totalCount, [...byId.keys()]) },
    ...['id', 'name', 'email'].map((column) => ({
      part: `order ${column}`,
      found: inOrder(
        column,
        rows.map((row) => at(row, column)),
        right.map((row) => row[column]),
      ),
    })),
    ...columns.map((column) => ({
      part: column,
      found: allOf(
        known.map((row) =>
          isGiven(`${column} of ${row.id} is`, at(row, column), byId.get(row.id)?.[column]),
        ),
      ),
    })),
  ];
};

/** The ids that an id on the wire may be: it may have a prefix that says what it is of, such as `post_`. */
const readingsOf = (wire: string, lengths: ReadonlySet<number>): readonly string[] =>
  [...lengths]
    .map((length) => wire.length - length)
    .filter((start) => start === 0 || (start > 0 && wire[start - 1] === '_'))
    .map((start) => wire.slice(start));

/** Exactly the records that the facts give. Linkage without `include` is open (4.3): it may be empty. */
const linksIn = (answer: Answer, name: string, ids: readonly string[]): Found => {
  const wired = listOf(linkage(answer, name)).map((one) => textOf(at(one, 'id')) ?? '');
  if (wired.length === 0 && !includesOf(answer.request).includes(name)) return null;
  const [right, lengths] = [new Set(ids), new Set(ids.map((id) => id.length))];
  const found = wired.map((wire) => readingsOf(wire, lengths).filter((id) => right.has(id)));
  const linked = new Set(found.flat());
  const lost = ids.find((id) => !linked.has(id));
  if (lost !== undefined) return `${name} does not list ${lost}`;
  const strange = wired.find((_, index) => found[index]?.length === 0);
  return strange === undefined && wired.length === ids.length
    ? null
    : `${name} lists ${shown(strange ?? wired)}, the facts give ${ids.length} of them`;
};

/** Fractions of a second may be left out (2.9). */
const isInstant = (value: unknown, right: string): boolean => {
  const [text, instant] = [String(value), Date.parse(right)];
  const isWhole = !/[.,]/.test(text);
  return instantOf(text) === (isWhole ? instant - (instant % 1000) : instant);
};

const inRecord = (
  answer: Answer,
  { links = {}, title, times = {} }: Partial<ExpectedRecord>,
): readonly Compared[] => {
  const kind = title === undefined ? 'user' : 'board';
  const attributes = at(answer.document, 'data', 'attributes');
  const compared = (part: string, name: string, right: string, isRight: boolean): Compared => {
    const says = `/data/attributes/${name} is ${shown(at(attributes, name))}, the facts give ${shown(right)}`;
    return { part: `${kind} ${part}`, found: isRight ? null : says };
  };
  return [
    ...Object.entries(links).map(([name, ids]) => ({
      part: `${kind} links`,
      found: linksIn(answer, name, ids),
    })),
    ...Object.entries(times).map(([name, right]) =>
      compared('times', name, right, isInstant(at(attributes, name), right)),
    ),
    ...(title === undefined
      ? []
      : [compared('title', 'title', title, at(attributes, 'title') === title)]),
  ];
};

/** Every part of an answer that facts decide. */
const comparedIn = readOnce((answer: Answer): readonly Compared[] => {
  const record = at(knownOf(answer), 'expectedRecord');
  if (isObject(record)) return inRecord(answer, record);
  const expected = expectedOf(answer);
  if (expected === undefined) return [];
  return answer.request.endpoint === 'metrics'
    ? [inRange(answer, expected), ...inFigures(answer, expected)]
    : [inRange(answer, expected), ...inPage(answer, expected)];
});

/** Some parts of an answer are what the facts give: named whole, or by the first word of their name. */
export const given =
  (...parts: readonly string[]): Check =>
  (answer) => {
    if (!isServed(answer)) return prerequisiteFails(`answered ${answer.status}`);
    const some = comparedIn(answer).filter(({ part }) =>
      parts.some((one) => part === one || part.startsWith(`${one} `)),
    );
    return some.length === 0
      ? notExercised('it has nothing that the facts could be compared with')
      : allOf(some.map(({ found }) => found));
  };

/** Answers that facts say something of, whichever request brought them. */
export const knownAnswers = (history: History): readonly Answer[] =>
  evidenceIn(history).filter((answer) => isServed(answer) && comparedIn(answer).length > 0);

/** How an answer of analytics differs from what the facts give; `null` when it does not. */
export const differenceOf = (answer: Answer): string | null => {
  const figures = comparedIn(answer).filter(({ part }) => part !== 'dateRange');
  const { kind, actual } = allOf(figures.map(({ found }) => found));
  return kind === 'fails' ? actual : null;
};
