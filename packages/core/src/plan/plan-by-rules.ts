import { metricRow } from '../catalog/metric-catalog.js';
import { isEnough } from '../catalog/violations.js';
import {
  type MetricsRequest,
  type ReadEntry,
  readMetricsRequest,
} from '../codec/metrics-request.js';
import { acceptUnless, type Checked, type Refusal } from '../model/checked.js';
import {
  type MetricName,
  metricNames,
  type ResolvedProperties,
  type ResolvedQuery,
} from '../model/metric.js';
import { countQueries } from '../request/count-queries.js';
import { queryKey } from '../request/query-key.js';
import { resolveProperties } from '../request/resolve-properties.js';
import { metricsRules } from '../rules/metrics-rules.js';
import type {
  EntrySetting,
  KnownEntry,
  MetricsRule,
  RequestFacts,
  SentMetrics,
  SentRange,
} from '../rules/rule.js';

/** The range of a body, with the places of its ends in it. */
export const rangeInBody = (from: unknown, to: unknown): SentRange => ({
  from,
  to,
  placeOf: (end) => ({ pointer: `/${end}` }),
});

const knownEntry = ({ entry, sentProperties, complete }: ReadEntry): KnownEntry | null => {
  const row = metricRow(entry.name);
  if (row === null) return null;
  const name = entry.name as MetricName;
  const resolved = resolveProperties(entry, row);
  const key = complete ? queryKey({ name, properties: resolved }) : null;
  const queries = countQueries(resolved);
  return {
    name,
    place: metricNames.indexOf(name),
    row,
    sentProperties,
    sent: entry,
    resolved,
    key,
    queries,
  };
};

/** Whether a series is asked for, `null` when the dimensions do not say. */
const isByMonth = (dimensions: MetricsRequest['dimensions']): boolean | null =>
  dimensions?.every((one) => one === 'month') ? dimensions.length > 0 : null;

const sentMetrics = (request: MetricsRequest, facts: RequestFacts): SentMetrics => {
  const entries = Array.from({ length: request.entryCount }, (): KnownEntry | null => null);
  const unknownNames: { index: number; name: string }[] = [];
  for (const read of request.entries) {
    const known = knownEntry(read);
    if (known === null) unknownNames.push({ index: read.index, name: read.entry.name });
    else entries[read.index] = known;
  }
  const { dimensions, from, to } = request;
  const range = rangeInBody(from, to);
  return {
    entries,
    unknownNames,
    dimensions: dimensions ?? [],
    range,
    currentMonth: facts.currentMonth,
  };
};

/** Adds what a rule refuses. */
const apply = (
  rule: MetricsRule,
  sent: SentMetrics,
  settings: readonly EntrySetting[],
  refusals: Refusal[],
): void => {
  if (rule.looksAt === 'request') {
    refusals.push(...rule.check(sent));
    return;
  }
  for (let index = 0; index < settings.length && !isEnough(refusals); index++) {
    const entry = sent.entries[index] ?? null;
    if (entry !== null) refusals.push(...rule.check(entry, settings[index]!));
  }
};

// 4.1.3 has passed for every entry by the time a query is made: the words are those of the catalog.
const queryOf = ({ name, resolved }: KnownEntry): ResolvedQuery => ({
  name,
  properties: resolved as ResolvedProperties,
});

/** A request that breaks no rule of 4.1. */
export interface SoundRequest {
  readonly entries: readonly KnownEntry[];
  /** What the entries ask for, in their order. */
  readonly queries: readonly ResolvedQuery[];
  readonly byMonth: boolean;
  readonly range: SentRange;
}

/**
 * Reads a body and runs every rule of 4.1 on it, until there are more refusals than an answer reports.
 *
 * @param facts - what is known beside the body; rules that need what is `null` are left out
 */
export const checkByRules = (body: unknown, facts: RequestFacts): Checked<SoundRequest> => {
  const request = readMetricsRequest(body);
  const sent = sentMetrics(request.value, facts);
  const byMonth = isByMonth(request.value.dimensions);
  const { organizationType } = facts;
  const settings = sent.entries.map((_entry, index) => ({
    organizationType,
    pointer: `/metrics/${index}`,
    byMonth,
  }));
  const refusals = [...request.refusals];
  for (const rule of metricsRules) {
    if (isEnough(refusals)) break;
    apply(rule, sent, settings, refusals);
  }
  return acceptUnless(refusals, () => {
    const entries = sent.entries.filter((entry) => entry !== null);
    return { entries, queries: entries.map(queryOf), byMonth: byMonth === true, range: sent.range };
  });
};
