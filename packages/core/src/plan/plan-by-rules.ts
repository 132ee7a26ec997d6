import { metricRow } from '../catalog/metric-catalog.js';
import { readMetricsRequest } from '../codec/metrics-request.js';
import type { MetricsRequest } from '../codec/read-entry.js';
import { acceptUnless, type Checked, type Refusal } from '../model/checked.js';
import type { Day } from '../model/day.js';
import type { MetricName, ResolvedProperties, ResolvedQuery } from '../model/metric.js';
import { monthOfDay } from '../model/month.js';
import type { Organization } from '../model/organization.js';
import { resolveProperties } from '../request/resolve-properties.js';
import { metricsRules, metricsRulesOfFacts } from '../rules/metrics-rules.js';
import type { KnownEntry, MetricsSubject, SentRange } from '../rules/rule.js';
import { plannedRange } from './date-range.js';
import type { MetricsPlan } from './plans.js';

const knownEntries = (request: MetricsRequest): readonly KnownEntry[] => {
  const entries: KnownEntry[] = [];
  for (const { index, entry, sentProperties, complete } of request.entries) {
    const row = metricRow(entry.name);
    if (row === null) continue;
    const name = entry.name as MetricName;
    const resolved = resolveProperties(entry, row);
    entries.push({ index, name, row, sentProperties, sent: entry, resolved, complete });
  }
  return entries;
};

/** The range of a body, with the places of its ends in it. */
export const rangeInBody = ({ from, to }: Pick<SentRange, 'from' | 'to'>): SentRange => ({
  from,
  to,
  placeOf: (end) => ({ pointer: `/${end}` }),
});

const subjectOf = (request: MetricsRequest): MetricsSubject => ({
  named: request.entries,
  entries: knownEntries(request),
  byMonth: request.byMonth,
  range: rangeInBody(request),
});

// 4.1.3 has passed for every entry by the time a query is made: the words are those of the catalog.
const queryOf = ({ name, resolved }: KnownEntry): ResolvedQuery => ({
  name,
  properties: resolved as ResolvedProperties,
});

interface Reading {
  readonly subject: MetricsSubject;
  readonly refusals: readonly Refusal[];
}

/** Reads a body and runs every rule that needs neither organization nor clock. */
const readAlone = (body: unknown): Reading => {
  const request = readMetricsRequest(body);
  const subject = subjectOf(request.value);
  const refusals = [...request.refusals];
  for (const rule of metricsRules) refusals.push(...rule.check(subject));
  return { subject, refusals };
};

/** What a client can know of its own request before it is sent. */
export interface MetricsDraft {
  /** The resolved queries, in the order of the entries. */
  readonly queries: readonly ResolvedQuery[];
  /** Whether a series is asked for. */
  readonly byMonth: boolean;
}

/** A request with what its plan depends on. */
export interface MetricsQuestion {
  readonly body: unknown;
  readonly organization: Organization;
  readonly today: Day;
}

/** The draft of a body, by all rules that need neither organization nor clock. */
export const draftByRules = (body: unknown): Checked<MetricsDraft> => {
  const { subject, refusals } = readAlone(body);
  return acceptUnless(refusals, () => ({
    queries: subject.entries.map(queryOf),
    byMonth: subject.byMonth === true,
  }));
};

/** The plan of a request, by all rules of 4.1. */
export const planByRules = ({
  body,
  organization,
  today,
}: MetricsQuestion): Checked<MetricsPlan> => {
  const { subject, refusals } = readAlone(body);
  const facts = { organizationType: organization.type, currentMonth: monthOfDay(today) };
  const broken = metricsRulesOfFacts.flatMap((rule) => rule.check(subject, facts));
  return acceptUnless([...refusals, ...broken], () => ({
    organization,
    queries: subject.entries.map(queryOf),
    byMonth: subject.byMonth === true,
    range: plannedRange(subject.range, organization, today),
    today,
  }));
};
