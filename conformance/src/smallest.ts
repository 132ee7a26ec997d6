import { familyOf } from './judge/family.js';
import { askedFor, resolvedItem, sentBody, sentEntries } from './judge/metrics/answer.js';
import type { Exchange, History } from './model/history.js';
import { at, isObject } from './model/json.js';
import type { PlannedRequest } from './model/request.js';
import type { Rule } from './model/rule.js';
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

/** Whether one answer alone breaks a rule. */
const failsAlone = (history: History, rule: Rule, exchange: Exchange): boolean =>
  judgeHistory(aloneIn(history, exchange), [rule]).some(
    ({ judgement }) => judgement.verdict === 'fail',
  );

/** A metrics request with other entries. */
export const withEntries = (request: PlannedRequest, metrics: readonly Entry[]): PlannedRequest => {
  const body = sentBody(request);
  return { ...request, body: JSON.stringify({ ...(isObject(body) ? body : {}), metrics }) };
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

/**
 * The part of a request that breaks a rule: the fewest of its entries that fail if each is answered as it was
 * among all. The request itself where its answer has no entries, or needs all of them.
 */
export const smallestRequest = (
  history: History,
  rule: Rule,
  exchange: Exchange,
): PlannedRequest => {
  const { request } = exchange.sent;
  if (!Array.isArray(at(exchange.document, 'data', 'attributes', 'metrics'))) return request;
  const fails = (entries: readonly Entry[]): boolean =>
    entries.length > 0 && failsAlone(history, rule, projected(exchange, entries));
  const all = sentEntries(request);
  if (!fails(all)) return request;
  const few = all.reduceRight((left, entry) => {
    const fewer = left.filter((one) => one !== entry);
    return fails(fewer) ? fewer : left;
  }, all);
  return few.length < all.length ? withEntries(request, few) : request;
};
