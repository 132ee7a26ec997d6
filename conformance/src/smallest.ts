import { familyOf } from './judge/family.js';
import { askedFor, resolvedItem, sentBody, sentEntries } from './judge/metrics/answer.js';
import type { Exchange, History } from './model/history.js';
import { at, isObject } from './model/json.js';
import type { PlannedRequest } from './model/request.js';
import type { Rule } from './model/rule.js';
import { probeOf } from './probes/all-probes.js';
import type { Entry } from './probes/entries.js';
import { judgeHistory } from './verdicts/judge-history.js';

/** The history of a run that sent some requests only, while nothing changed. */
const onlyOf = (history: History, exchanges: readonly Exchange[]): History => {
  const { organizationType = familyOf(history) } = history.run;
  const run = { ...history.run, ...(organizationType !== null && { organizationType }) };
  return {
    ...history,
    run: { ...run, frozen: true },
    exchanges: exchanges.map((exchange) => {
      const { type, seq, at: sentAt, request, knows } = exchange.sent;
      return { ...exchange, sent: { type, seq, at: sentAt, request, knows, purpose: 'submit' } };
    }),
    leftOut: [],
  };
};

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

/** What is left when everything went that may: half at a time, then a quarter, down to one. */
const fewest = <T>(all: readonly T[], isEnough: (some: readonly T[]) => boolean): readonly T[] => {
  let left = all;
  for (let size = all.length; size > 1; ) {
    size = Math.ceil(size / 2);
    for (let end = left.length; end > 0; end -= size) {
      const fewer = [...left.slice(0, Math.max(0, end - size)), ...left.slice(end)];
      if (fewer.length > 0 && isEnough(fewer)) left = fewer;
    }
  }
  return left;
};

/** Among fewer entries one has another position. */
const withoutPositions = (actual: string): string => actual.replaceAll(/metrics\/\d+/g, 'metrics');

/**
 * The parts of some exchanges that break a rule together in the way that was seen: the fewest of their entries, if
 * each is answered as it was among all. An exchange itself where its answer has no entries, or needs all of them, or
 * where it must be refused.
 */
export const smallestExchanges = (
  history: History,
  rule: Rule,
  exchanges: readonly Exchange[],
  actual: string,
): readonly Exchange[] => {
  const fails = (some: readonly Exchange[]): boolean =>
    judgeHistory(onlyOf(history, some), [rule]).some(
      ({ judgement: { verdict, evidence } }) =>
        verdict === 'fail' &&
        evidence.some((one) => withoutPositions(one.actual) === withoutPositions(actual)),
    );
  if (!fails(exchanges)) return exchanges;
  return exchanges.reduce((found, exchange, index) => {
    // Without its faulty entry it would be another request.
    if (probeOf(exchange.sent.request.probe)?.kind === 'rejection') return found;
    if (!Array.isArray(at(exchange.document, 'data', 'attributes', 'metrics'))) return found;
    const all = sentEntries(exchange.sent.request);
    const withOnly = (some: readonly Entry[]) => found.with(index, projected(exchange, some));
    const few = fewest(all, (some) => fails(withOnly(some)));
    return few.length < all.length ? withOnly(few) : found;
  }, exchanges);
};
