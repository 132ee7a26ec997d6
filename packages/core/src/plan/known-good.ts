import { limits } from '../catalog/limits.js';
import { metricRow } from '../catalog/metric-catalog.js';
import { CodedMetricsRequest } from '../codec/coded-metrics-request.js';
import {
  type MetricEntry,
  type MetricName,
  propertyNames,
  type ResolvedQuery,
} from '../model/metric.js';
import { type OrganizationType, organizationTypes } from '../model/organization.js';
import { E } from '../prelude.js';
import { countQueries } from '../request/count-queries.js';
import { queryKey } from '../request/query-key.js';
import { resolveProperties } from '../request/resolve-properties.js';
import { metricsRules, metricsRulesOfFacts } from '../rules/metrics-rules.js';
import type { KnownEntry, MetricsSubject } from '../rules/rule.js';
import { rangeInBody } from './plan-by-rules.js';

/*
 * The rules are asked once about an entry that stands alone, and their verdict is remembered: the next
 * request with such an entry need not ask again. This knows nothing about rules but which of them look
 * at several entries, and it answers only when all is well; whatever is not known to be good goes the
 * long way, where every fault is found and told.
 */

/** What is known of an entry as it was sent. */
interface Verdict {
  readonly query: ResolvedQuery;
  /** Equal for two entries exactly when they ask for the same (4.1.1). */
  readonly same: number;
  /** What it takes of the budget (4.1.2). */
  readonly count: number;
  /** Whether a request with nothing else in it breaks no rule; plain, and by month. */
  readonly isGood: Readonly<Record<'plain' | 'byMonth', boolean>>;
  readonly isGoodFor: Readonly<Record<OrganizationType, boolean>>;
}

/** Verdicts kept at most: there are more entries than anybody asks for. */
const verdictsMax = 5_000;
const verdicts = new Map<number, Verdict>();
const sameness = new Map<string, number>();

/** An entry of a known metric, resolved (2.3). */
const knownEntry = (entry: MetricEntry): KnownEntry => {
  const row = metricRow(entry.name)!;
  return {
    index: 0,
    name: entry.name as MetricName,
    row,
    sentProperties: propertyNames.filter((property) => entry[property] !== undefined),
    sent: entry,
    resolved: resolveProperties(entry, row),
    complete: true,
  };
};

// Only what breaks no rule is used: then the words are those that the metric takes.
const queryOf = ({ name, resolved }: KnownEntry): ResolvedQuery =>
  ({ name, properties: resolved }) as ResolvedQuery;

const noRange = rangeInBody({ from: undefined, to: undefined });
/** A month without which no rule of a range can be broken, for no range is there. */
const anyMonth = 0 as never;

const judge = (entry: MetricEntry): Verdict => {
  const known = knownEntry(entry);
  const alone = (byMonth: boolean): MetricsSubject => ({
    named: [{ index: 0, entry }],
    entries: [known],
    byMonth,
    range: noRange,
  });
  const isGood = (byMonth: boolean): boolean =>
    metricsRules.every((rule) => rule.check(alone(byMonth)).length === 0);
  const isGoodFor = (organizationType: OrganizationType): boolean =>
    metricsRulesOfFacts.every(
      (rule) => rule.check(alone(false), { organizationType, currentMonth: anyMonth }).length === 0,
    );
  const query = queryOf(known);
  const key = queryKey(query);
  const same = sameness.get(key) ?? sameness.size;
  sameness.set(key, same);
  return {
    query,
    same,
    count: countQueries(known.resolved),
    isGood: { plain: isGood(false), byMonth: isGood(true) },
    isGoodFor: Object.fromEntries(
      organizationTypes.map((type) => [type, isGoodFor(type)]),
    ) as Record<OrganizationType, boolean>,
  };
};

const verdictOn = (code: number, entry: MetricEntry): Verdict => {
  const known = verdicts.get(code);
  if (known !== undefined) return known;
  const verdict = judge(entry);
  verdicts.set(code, verdict);
  return verdict;
};

/** A request all of whose entries are good, alone and together; its range is yet to be looked at. */
export interface GoodRequest {
  readonly queries: readonly ResolvedQuery[];
  readonly byMonth: boolean;
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * A body that is known to break no rule of 4.1 but perhaps that of the range; `null` if that is not
 * known, which need not mean that it breaks one.
 *
 * @param type - the organization's, `null` where only the request itself is looked at
 */
export const knownGood = (body: unknown, type: OrganizationType | null): GoodRequest | null => {
  const decoded = CodedMetricsRequest.decode(body);
  if (E.isLeft(decoded)) return null;
  const { entries, codes, byMonth, from, to } = decoded.right;
  // Between two requests: what belongs to one request must come from one memory.
  if (verdicts.size > verdictsMax) {
    verdicts.clear();
    sameness.clear();
  }
  const form = byMonth ? 'byMonth' : 'plain';
  const queries: ResolvedQuery[] = [];
  const seen: number[] = [];
  let count = 0;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at]!;
    const entry = entries[at]!;
    const verdict = verdictOn(code, entry);
    if (!verdict.isGood[form] || (type !== null && !verdict.isGoodFor[type])) return null;
    if (seen.includes(verdict.same)) return null;
    seen.push(verdict.same);
    count += verdict.count;
    // Words out of order are answered in the order in which they were sent.
    queries.push((code & 1) === 0 ? verdict.query : queryOf(knownEntry(entry)));
  }
  return count > limits.queriesMax ? null : { queries, byMonth, from, to };
};
