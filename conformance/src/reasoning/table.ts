import { dayOf } from '../judge/days.js';
import { type Answer, evidenceIn } from '../judge/evidence.js';
import { byMonth, definedQueries, returned, sentRange } from '../judge/metrics/answer.js';
import { isReady, parametersOf, rowsOf } from '../judge/roster/answer.js';
import type { History } from '../model/history.js';
import { at, isObject, listOf, textOf } from '../model/json.js';
import { readOnce } from '../model/read-once.js';
import { probeOf } from '../probes/all-probes.js';
import { everyone, type Group, groupOf, members, rosterGroupOf } from './groups.js';
import { dayNumber, daysOfMonth, monthsIn, monthText, type Span } from './span.js';

/** One figure of one answer; a series is as many figures as it has months. */
export interface Figure extends Span {
  readonly seq: number;
  readonly name: string;
  readonly group: Group;
  /** The one value of `status`, `sortBy` or `mediaType` that it is about. */
  readonly value: string | undefined;
  readonly data: unknown;
  readonly isMonth: boolean;
  /** A month that the series does not list. */
  readonly isLeftOut: boolean;
  readonly isDefault: boolean;
}

/** One row of the roster as one page has it. */
export interface SeenRow extends Span {
  readonly seq: number;
  readonly id: string;
  /** The people of its role. */
  readonly group: Group;
  /** Its position in the list, counted over pages. */
  readonly position: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** One page of the roster, with what was asked for. */
export interface Page extends Span {
  readonly seq: number;
  readonly status: readonly string[];
  readonly roles: readonly string[];
  readonly group: Group;
  readonly q: string | null;
  readonly sort: string;
  readonly order: string;
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly rows: readonly SeenRow[];
  /** It is the first and has all rows. */
  readonly isWhole: boolean;
  /** The order was asked for. */
  readonly isSorted: boolean;
  /** Members whose rows, seen before, have the words and meet the filters; `null` where that is not known. */
  readonly found: readonly string[] | null;
  /** No other member does: the roster was seen whole. */
  readonly isFoundAll: boolean;
}

/** Everything that the answers say, as rows of a table: who asked for it is no matter. */
export interface Table {
  readonly figures: readonly Figure[];
  readonly pages: readonly Page[];
  readonly rows: readonly SeenRow[];
  readonly boards: readonly {
    readonly seq: number;
    readonly id: string;
    readonly document: unknown;
  }[];
  /** The first and the last day of the run: midnight may have passed meanwhile. */
  readonly days: Span;
}

const rangeNamed = ({ document }: Answer): Span | null => {
  const range = at(document, 'meta', 'dateRange');
  const [from, to] = [dayNumber(at(range, 'from')), dayNumber(at(range, 'to'))];
  return from === null || to === null || from > to ? null : { from, to };
};

const hasDay = ({ from, to }: Span, day: number): boolean => from <= day && day <= to;

/** The days asked for. Whether the current month ends today or at its end is open (2.7): the answer says. */
const rangeOf = (
  answer: Answer,
  sent: { readonly from: string | null; readonly to: string | null } | null,
): Span | null => {
  const named = rangeNamed(answer);
  const [first, last] = [daysOfMonth(sent?.from), daysOfMonth(sent?.to)];
  if (first === null || last === null || first.from > last.to) return named;
  const isCut = named !== null && named.from === first.from && hasDay(last, named.to);
  return { from: first.from, to: isCut ? named.to : last.to };
};

/** The figure of a row of a series. */
const figureIn = (row: unknown): unknown =>
  Object.entries(isObject(row) ? row : {}).find(
    ([key, value]) => key !== 'month' && typeof value === 'number',
  )?.[1];

/** The months of a series; one that is left out is zero (2.5), unless it is still to come. */
const monthsOf = (figure: Figure, current: string): readonly Figure[] => {
  const seen = new Map(
    listOf(figure.data).map((row) => [textOf(at(row, 'month')) ?? '', figureIn(row)]),
  );
  if (!Array.isArray(figure.data) || [...seen.values()].includes(undefined)) return [];
  return monthsIn(figure)
    .filter((month) => month <= current || seen.has(month))
    .flatMap((month) => {
      const days = daysOfMonth(month);
      if (days === null) return [];
      const [from, to] = [Math.max(figure.from, days.from), Math.min(figure.to, days.to)];
      return [{ ...figure, from, to, data: seen.get(month) ?? 0, isLeftOut: !seen.has(month) }];
    });
};

const listed = ['status', 'sortBy', 'mediaType'] as const;

const figuresOf = readOnce((answer: Answer): readonly Figure[] => {
  const sent = sentRange(answer.request);
  const range = rangeOf(answer, sent);
  if (range === null) return [];
  const defined = new Set(definedQueries(answer.request).map(({ key }) => key));
  const common = {
    ...{ seq: answer.seq, ...range },
    ...{ isMonth: byMonth(answer.request), isDefault: sent === null, isLeftOut: false },
  };
  return returned(answer)
    .filter(({ key }) => defined.has(key))
    .flatMap(({ name, properties, data }) => {
      const roles = listOf(properties['userType'] ?? ['all']);
      const all = name === 'memberCount' ? members : everyone;
      const group = roles.includes('all') ? all : groupOf(roles);
      const value = listed.map((one) => properties[one]).find((one) => one !== undefined);
      const slices: readonly (readonly [string | undefined, unknown])[] = Array.isArray(value)
        ? Object.entries(isObject(data) ? data : {})
        : [[typeof value === 'string' ? value : undefined, data]];
      return slices.map(([one, figure]) => ({ ...common, name, group, value: one, data: figure }));
    });
});

const pageOf = readOnce((answer: Answer): Page | null => {
  const query = parametersOf(answer.request);
  const all = (name: string): readonly string[] => [
    ...new Set([...query.getAll(name), ...query.getAll(`${name}[]`)]),
  ];
  const range = rangeOf(answer, { from: query.get('from'), to: query.get('to') });
  const total = at(answer.document, 'meta', 'totalCount');
  if (range === null || typeof total !== 'number' || !isReady(answer)) return null;
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('perPage') ?? 25)];
  const roles = all('userType');
  // What a page after the last one holds is open (4.2.5).
  if (page > 1 && (page - 1) * perPage >= total) return null;
  const q = query.get('q')?.trim() ?? '';
  const { seq } = answer;
  const { foundIds, areAll } = answer.exchange.sent.knows;
  return {
    seq,
    ...range,
    status: all('status'),
    roles,
    group: roles.length === 0 ? members : rosterGroupOf(roles),
    // Words that were left out of the history are not known: no two texts are the same.
    q: q === '' ? null : q.startsWith('pii') ? `?${seq}` : q.toLowerCase(),
    sort: query.get('sort') ?? 'name',
    order: query.get('order') ?? 'asc',
    page,
    perPage,
    total,
    rows: rowsOf(answer).map(({ id, attributes }, index) => ({
      seq,
      id,
      group: rosterGroupOf([attributes['userType']]),
      ...range,
      position: (page - 1) * perPage + index,
      attributes,
    })),
    isWhole: page === 1 && total <= perPage,
    isSorted: query.has('sort'),
    found: Array.isArray(foundIds) ? foundIds.map(String) : null,
    isFoundAll: areAll === true,
  };
});

/** The days of a run, by `--now` or by the service's own dates. */
const daysOf = (history: History, answers: readonly Answer[]): Span => {
  const days = answers.map((answer) => dayNumber(dayOf(history, answer)) ?? 0);
  return days.length === 0
    ? { from: 0, to: 0 }
    : { from: Math.min(...days), to: Math.max(...days) };
};

/** Requests that were sent to look closer at what others brought are read apart. */
const isFirstLook = ({ exchange }: Answer): boolean =>
  !['confirm', 'quota', 'fill'].includes(exchange.sent.purpose) &&
  // What a request that must be refused asks for is not clear.
  probeOf(exchange.sent.request.probe)?.kind !== 'rejection';

/** The table of some answers. */
export const tableOf = (history: History, answers: readonly Answer[]): Table => {
  const { main } = history.run.organizations;
  const served = answers.filter(({ status }) => status === 200);
  const at200 = (path: string): readonly Answer[] =>
    served.filter(({ request }) => request.key === 'main' && request.path.split('?')[0] === path);
  const days = daysOf(history, answers);
  const current = history.calendar?.month ?? monthText(days.to);
  const figures = at200(`/v1/organizations/${main}/analytics`).flatMap(figuresOf);
  const pages = at200(`/v1/organizations/${main}/analytics/users`)
    .map(pageOf)
    .filter((page) => page !== null);
  return {
    figures: figures.flatMap((one) => (one.isMonth ? monthsOf(one, current) : [one])),
    pages,
    rows: pages.flatMap(({ rows }) => rows),
    boards: served
      .filter(({ request }) => request.path.startsWith('/v1/boards/'))
      .map(({ seq, document }) => ({ seq, id: String(at(document, 'data', 'id')), document })),
    days,
  };
};

/** The table of a run. */
export const tableIn = readOnce(
  (history: History): Table => tableOf(history, evidenceIn(history).filter(isFirstLook)),
);
