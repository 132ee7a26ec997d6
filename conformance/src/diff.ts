import { type Answer, allAnswers, isServed } from './judge/evidence.js';
import { isExpected } from './judge/expected-figures.js';
import { listed, readable, returned } from './judge/metrics/answer.js';
import { isAskedBy } from './judge/records.js';
import { isReady, parametersOf, rowsOf } from './judge/roster/answer.js';
import type { History } from './model/history.js';
import { at, canonical, isObject, listOf, parseJson, textOf } from './model/json.js';
import { probeOf } from './probes/all-probes.js';
import { registry } from './rules/registry.js';
import { judgeHistory } from './verdicts/judge-history.js';

/** One thing that two deployments answered differently to the same request. */
export interface Difference {
  /** The request, or the rule that only one side breaks. */
  readonly probe: string;
  /** What the request asks, in words and as it was sent, or what the rule says. */
  readonly asks: string;
  /** `status`, a figure by its key, a JSON Pointer, `order`, or `verdict`. */
  readonly where: string;
  readonly left: unknown;
  readonly right: unknown;
}

type Found = Omit<Difference, 'probe' | 'asks'>;

/** Pseudonyms of two runs differ for equal texts, addresses by deployment; a time of day is written in several ways. */
const comparable = (value: unknown): unknown => {
  if (typeof value === 'string') {
    if (value.startsWith('pii:')) return 'pii';
    const time = /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(time) ? value : time;
  }
  if (Array.isArray(value)) return value.map(comparable);
  if (!isObject(value)) return value;
  const all = Object.entries(value).map(([name, one]) => [name, comparable(one)]);
  return Object.fromEntries(all.filter(([name]) => name !== 'webUrl'));
};

const differ = (left: unknown, right: unknown): boolean =>
  canonical(comparable(left)) !== canonical(comparable(right));

/** Differences of two JSON values, at the highest pointer where they part. */
const inValues = (left: unknown, right: unknown, pointer: string): readonly Found[] => {
  if (!differ(left, right)) return [];
  if (!isObject(left) || !isObject(right)) return [{ where: pointer, left, right }];
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return names.flatMap((name) => inValues(left[name], right[name], `${pointer}/${name}`));
};

/** Figures that failed, or are pending. */
const unready = (answer: Answer) => [...listed(answer, 'errors'), ...listed(answer, 'pending')];

/** Whether two figures say the same; rows of zero and further fields may be left out on either side. */
const isSameFigure = (name: string, left: unknown, right: unknown): boolean => {
  const [one, other] = [comparable(left), comparable(right)];
  const ways = [isExpected(name, one, other), isExpected(name, other, one)];
  return typeof one === 'object' ? ways.includes(true) : !ways.includes(false);
};

/** Figures by the key of their query, so that the order of entries does not count. */
const inFigures = (left: Answer, right: Answer): readonly Found[] => {
  const [before, after] = [left, right].map(
    (answer) => new Map(returned(answer).map((one) => [one.key, one])),
  );
  const keys = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])];
  return keys.flatMap((key) => {
    const [one, other] = [before?.get(key), after?.get(key)];
    if (one === undefined || other === undefined) {
      const side = one === undefined ? left : right;
      if (unready(side).some((missing) => missing.key === key)) return [];
    } else if (isSameFigure(one.name, one.data, other.data)) {
      return [];
    }
    return [{ where: readable(key), left: one?.data, right: other?.data }];
  });
};

const byId = (list: readonly unknown[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(list.map((one, index) => [textOf(at(one, 'id')) ?? String(index), one]));

/** Which rows there are, by id; what rows of both sides say; then the sort column, whose order is open among equals. */
const inRows = (left: Answer, right: Answer): readonly Found[] => {
  const [one, other] = [left, right].map(({ document }) => byId(listOf(at(document, 'data'))));
  const only = (own = {}, others = {}) => Object.keys(own).filter((id) => !(id in others));
  const [lost, added] = [only(one, other), only(other, one)];
  if (lost.length + added.length > 0) return [{ where: 'ids of rows', left: lost, right: added }];
  const found = inValues(one, other, '/data');
  const column = parametersOf(left.request).get('sort') ?? 'name';
  const values = [left, right].map((answer) =>
    rowsOf(answer).map(({ attributes }) => attributes[column]),
  );
  const isOutOfOrder = found.length === 0 && differ(values[0], values[1]);
  return isOutOfOrder ? [{ where: 'order', left: values[0], right: values[1] }] : found;
};

/** A document with which included records were asked for; others, and what is in them, are open (4.3, 4.4). */
const recordOf = ({ document, request }: Answer): unknown => {
  if (!isObject(document) || !Array.isArray(document['included'])) return document;
  const asked = document['included'].filter(isAskedBy(request));
  return { ...document, included: byId(asked.map((one) => ({ id: at(one, 'id') }))) };
};

/** The rest of an answer that is data. Where the current month ends is open (2.7). */
const inMeta = (left: Answer, right: Answer): readonly Found[] =>
  [['totalCount'], ['dateRange', 'from']].flatMap((path) => {
    const values = [left, right].map(({ document }) => at(document, 'meta', ...path));
    return values.includes(undefined)
      ? []
      : inValues(values[0], values[1], `/meta/${path.join('/')}`);
  });

const inAnswers = (left: Answer, right: Answer): readonly Found[] => {
  if (left.status !== right.status) {
    return [{ where: 'status', left: left.status, right: right.status }];
  }
  // The shape and the ids of errors are open.
  if (left.status >= 400) return [];
  if (left.request.endpoint === 'other') return inValues(recordOf(left), recordOf(right), '');
  const isMetrics = left.request.endpoint === 'metrics';
  if (!isMetrics && !(isReady(left) && isReady(right))) return [];
  const figures = isMetrics ? inFigures : inRows;
  return [...inMeta(left, right), ...figures(left, right)];
};

const keyOf = ({ probe, exchange }: Answer): string => `${probe} ${exchange.sent.rotation ?? ''}`;

/** The last answer to each request of the plan, but those at open points. */
const finalAnswers = (history: History): ReadonlyMap<string, Answer> =>
  new Map(
    allAnswers(history)
      .filter(
        ({ status, probe, exchange }) =>
          status !== 429 && probeOf(probe)?.kind !== 'open' && exchange.sent.purpose !== 'quota',
      )
      .map((answer) => [keyOf(answer), answer]),
  );

/** Figures and rosters of the last answers that failed, or were not ready: they cannot be compared. */
export const missingIn = (history: History): readonly string[] => [
  ...new Set(
    [...finalAnswers(history).values()]
      .filter(isServed)
      .flatMap((answer) =>
        answer.request.endpoint === 'metrics'
          ? unready(answer).map(({ name }) => name)
          : answer.request.endpoint === 'roster' && !isReady(answer)
            ? ['the roster']
            : [],
      ),
  ),
];

const brokenIn = (history: History): ReadonlyMap<string, string> =>
  new Map(
    judgeHistory(history)
      .filter(
        ({ judgement: { verdict, reason } }) => verdict === 'fail' || reason === 'contradiction',
      )
      .map(({ rule, judgement }) => [rule.id, judgement.message]),
  );

/** Rules that only one side breaks: what no comparison of data sees, such as the shape of an answer. */
const inVerdicts = (left: History, right: History): readonly Difference[] => {
  const [one, other] = [brokenIn(left), brokenIn(right)];
  return registry
    .filter(({ id }) => one.has(id) !== other.has(id))
    .map(({ id, clause }) => ({
      probe: id,
      asks: clause,
      where: 'verdict',
      left: one.get(id) ?? 'not broken',
      right: other.get(id) ?? 'not broken',
    }));
};

/** A request in words, with its path and what is in its body beside the entries: a difference names its own. */
const asksOf = ({ probe, request: { method, path, body } }: Answer): string => {
  const members = Object.entries(parseJson(body ?? '') ?? {}).filter(
    ([name]) => name !== 'metrics',
  );
  const rest = members.length === 0 ? '' : ` ${JSON.stringify(Object.fromEntries(members))}`;
  return `${probeOf(probe)?.says ?? ''}: ${method} ${path}${rest}`;
};

/**
 * What two recorded runs of the same plan were answered differently: statuses, figures, rows and records,
 * and rules that only one side breaks. What the specification leaves open is not compared.
 */
export const differencesOf = (left: History, right: History): readonly Difference[] => {
  const others = finalAnswers(right);
  const compared = [...finalAnswers(left)].flatMap(([key, one]) => {
    const other = others.get(key);
    return other === undefined
      ? []
      : inAnswers(one, other).map((found) => ({ probe: one.probe, asks: asksOf(one), ...found }));
  });
  return [...compared, ...inVerdicts(left, right)];
};
