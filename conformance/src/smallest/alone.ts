import { familyOf } from '../judge/family.js';
import { askedFor, resolvedItem, sentEntries } from '../judge/metrics/answer.js';
import type { Exchange, History } from '../model/history.js';
import { at, isObject } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import type { Evidence } from '../model/verdict.js';
import type { Entry } from '../probes/entries.js';
import { judgeHistory } from '../verdicts/judge-history.js';
import { withEntries } from './candidates.js';

/** The history of a run that sent one request only. */
const aloneIn = (history: History, exchange: Exchange): History => {
  const { type, seq, at: sentAt, request, knows } = exchange.sent;
  const family = familyOf(history);
  return {
    ...history,
    run:
      history.run.organizationType !== undefined || family === null
        ? history.run
        : { ...history.run, organizationType: family },
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

const filtered = (
  document: unknown,
  path: readonly string[],
  keep: (item: unknown) => boolean,
): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) return Array.isArray(document) ? document.filter(keep) : document;
  if (!isObject(document) || document[step] === undefined) return document;
  return { ...document, [step]: filtered(document[step], rest, keep) };
};

const itemLists = [
  ['data', 'attributes', 'metrics'],
  ['meta', 'pending'],
  ['meta', 'errors'],
];

/** An exchange as if it had asked for some of its entries only, and been answered the same of them. */
const projected = (exchange: Exchange, entries: readonly Entry[]): Exchange => {
  const request = withEntries(exchange.sent.request, entries);
  const keys = new Set(askedFor(request).map(({ key }) => key));
  const isKept = (item: unknown): boolean => keys.has(resolvedItem(item).key);
  return {
    ...exchange,
    sent: { ...exchange.sent, request },
    document: itemLists.reduce<unknown>(
      (document, path) => filtered(document, path, isKept),
      exchange.document,
    ),
  };
};

/** The fewest entries that would still fail if each were answered as it was among all; `null` if unknown. */
export const predictedEntries = (
  history: History,
  rule: Rule,
  exchange: Exchange,
): readonly Entry[] | null => {
  const all = sentEntries(exchange.sent.request);
  const isList = Array.isArray(at(exchange.document, 'data', 'attributes', 'metrics'));
  if (!isList || all.length < 2) return null;
  const fails = (entries: readonly Entry[]): boolean =>
    failureAlone(history, rule, projected(exchange, entries)) !== null;
  if (!fails(all)) return null;
  let left = all;
  for (const entry of all) {
    const fewer = left.filter((one) => one !== entry);
    if (fewer.length > 0 && fails(fewer)) left = fewer;
  }
  return left.length < all.length ? left : null;
};

/** How a failing answer was cut down: the smaller request that failed twice, as it was seen last. */
export interface Smallest {
  readonly exchange: Exchange;
  readonly evidence: Evidence;
}

/** The requests that cut one down, by its number. */
export const reductionsOf = (history: History, seq: number): readonly Exchange[] =>
  history.exchanges.filter(
    ({ sent }) => sent.purpose === 'reduce' && at(sent.knows, 'reduces') === seq,
  );

/** The last of the smaller requests that was sent twice and broke the rule both times; `null` if none. */
export const smallestOf = (history: History, rule: Rule, seq: number): Smallest | null => {
  const seen = new Map<string, number>();
  let found: Smallest | null = null;
  for (const exchange of reductionsOf(history, seq)) {
    const evidence = failureAlone(history, rule, exchange);
    if (evidence === null && exchange.answer?.status === 202) continue;
    const { path, body } = exchange.sent.request;
    const name = `${path} ${String(body)}`;
    const times = evidence === null ? Number.NEGATIVE_INFINITY : (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    if (evidence !== null && times >= 2) found = { exchange, evidence };
  }
  return found;
};
