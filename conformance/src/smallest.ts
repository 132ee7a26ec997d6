import { formatMonth, parseMonth, plusMonths } from '@tallyboard/core/vocabulary';
import { familyOf } from './judge/family.js';
import {
  askedFor,
  resolvedItem,
  sentBody,
  sentEntries,
  sentRange,
} from './judge/metrics/answer.js';
import type { Exchange, History } from './model/history.js';
import { at, isObject } from './model/json.js';
import type { PlannedRequest } from './model/request.js';
import type { Rule } from './model/rule.js';
import type { Evidence } from './model/verdict.js';
import type { Entry } from './probes/entries.js';
import { judgeHistory } from './verdicts/judge-history.js';

/** The history of a run that sent one request only. */
const aloneIn = (history: History, exchange: Exchange): History => {
  const { type, seq, at: sentAt, request, knows } = exchange.sent;
  const family = familyOf(history);
  const { organizationType = family } = history.run;
  return {
    ...history,
    run: organizationType === null ? history.run : { ...history.run, organizationType },
    exchanges: [
      { ...exchange, sent: { type, seq, at: sentAt, request, knows, purpose: 'submit' } },
    ],
    leftOut: [],
  };
};

/** What one answer alone shows to be broken of a rule; `null` when it does not. */
export const failureAlone = (history: History, rule: Rule, exchange: Exchange): Evidence | null => {
  const [judged] = judgeHistory(aloneIn(history, exchange), [rule]);
  return judged?.judgement.verdict === 'fail' ? (judged.judgement.evidence[0] ?? null) : null;
};

const withMembers = (request: PlannedRequest, members: Entry): PlannedRequest => {
  const body = sentBody(request);
  return { ...request, body: JSON.stringify({ ...(isObject(body) ? body : {}), ...members }) };
};

/** A metrics request with other entries. */
export const withEntries = (request: PlannedRequest, metrics: readonly Entry[]): PlannedRequest =>
  withMembers(request, { metrics });

/** The same request for fewer months: the last of the range alone, the first one, and both halves. */
export const withFewerMonths = (request: PlannedRequest): readonly PlannedRequest[] => {
  const range = sentRange(request);
  const [first, last] = [parseMonth(range?.from ?? ''), parseMonth(range?.to ?? '')];
  if (first === null || last === null || first >= last) return [];
  const month = (after: number): string => formatMonth(plusMonths(first, after));
  const [middle, end] = [Math.floor((last - first) / 2), last - first];
  const parts = [
    [end, end],
    [0, 0],
    [0, middle],
    [middle + 1, end],
  ] as const;
  return parts.map(([from, to]) => withMembers(request, { from: month(from), to: month(to) }));
};

/** Requests that ask for less: one entry alone, or fewer months. Each must be served as well. */
export const smallerRequests = (request: PlannedRequest): readonly PlannedRequest[] => {
  const entries = sentEntries(request);
  return [
    ...(entries.length < 2 ? [] : entries.map((entry) => withEntries(request, [entry]))),
    ...withFewerMonths(request),
  ];
};

const itemLists: ReadonlySet<string> = new Set(['metrics', 'pending', 'errors']);

/** An exchange as if it had asked for some of its entries only, and been answered the same of them. */
const projected = (exchange: Exchange, entries: readonly Entry[]): Exchange => {
  const request = withEntries(exchange.sent.request, entries);
  const keys = new Set(askedFor(request).map(({ key }) => key));
  const document = JSON.parse(JSON.stringify(exchange.document), (name, value: unknown) =>
    itemLists.has(name) && Array.isArray(value)
      ? value.filter((item) => keys.has(resolvedItem(item).key))
      : value,
  ) as unknown;
  return { ...exchange, sent: { ...exchange.sent, request }, document };
};

/** A rule that one wide request breaks. */
export interface Wide {
  readonly rule: Rule;
  readonly exchange: Exchange;
}

/** The fewest entries that would still fail if each were answered as it was among all. */
export const predicted = (history: History, { rule, exchange }: Wide): PlannedRequest => {
  const { request } = exchange.sent;
  if (!Array.isArray(at(exchange.document, 'data', 'attributes', 'metrics'))) return request;
  const fails = (entries: readonly Entry[]): boolean =>
    entries.length > 0 && failureAlone(history, rule, projected(exchange, entries)) !== null;
  const all = sentEntries(request);
  if (!fails(all)) return request;
  const few = all.reduce((left, entry) => {
    const fewer = left.filter((one) => one !== entry);
    return fails(fewer) ? fewer : left;
  }, all);
  return few.length < all.length ? withEntries(request, few) : request;
};

/** The requests that cut one down, by its number. */
export const reductionsOf = (history: History, seq: number): readonly Exchange[] =>
  history.exchanges.filter(
    ({ sent }) => sent.purpose === 'reduce' && at(sent.knows, 'reduces') === seq,
  );

/** What fails now and then is no smaller example: the smallest request has to fail each time. */
export const repetitions = 2;

/** The last of the smaller requests that broke the rule each time, twice or more; `null` if none. */
export const smallestOf = (
  history: History,
  rule: Rule,
  seq: number,
): { readonly exchange: Exchange; readonly evidence: Evidence } | null => {
  const times = new Map<string, number>();
  let smallest: ReturnType<typeof smallestOf> = null;
  for (const exchange of reductionsOf(history, seq)) {
    const evidence = failureAlone(history, rule, exchange);
    if (evidence === null && exchange.answer?.status === 202) continue;
    const name = `${exchange.sent.request.path} ${String(exchange.sent.request.body)}`;
    const count = evidence === null ? Number.NEGATIVE_INFINITY : (times.get(name) ?? 0) + 1;
    times.set(name, count);
    if (evidence !== null && count >= repetitions) smallest = { exchange, evidence };
  }
  return smallest;
};
