import type { MetricRow } from '../catalog/metric-catalog.js';
import type { RosterParameter } from '../catalog/roster-parameters.js';
import type { Refusal, RuleId } from '../model/checked.js';
import type { MetricEntry, MetricName, PropertyName } from '../model/metric.js';
import type { Month } from '../model/month.js';
import type { OrganizationType } from '../model/organization.js';
import type { DraftProperties } from '../request/resolve-properties.js';

/** A clause of the specification in one sentence. */
export interface Clause {
  /** The number in the specification, such as `4.1.8`. */
  readonly id: RuleId;
  /** The clause in our own words, as one sentence. */
  readonly says: string;
}

/**
 * A clause that one entry of a metrics request can break by itself. Its verdict depends on nothing but
 * the arguments of `check`: plans of later requests rely on it (`plan/known-entries.ts`).
 */
export interface EntryRule extends Clause {
  readonly looksAt: 'entry';
  /** Total and pure; an empty list means that the rule holds. */
  readonly check: (entry: KnownEntry, setting: EntrySetting) => readonly Refusal[];
}

/** A clause that only the whole request can break: all entries together, or the range. */
export interface RequestRule<Request> extends Clause {
  readonly looksAt: 'request';
  /** Total and pure; an empty list means that the rule holds. */
  readonly check: (request: Request) => readonly Refusal[];
}

/** A rule of 4.1. */
export type MetricsRule = EntryRule | RequestRule<SentMetrics>;

/** What rules may know beside the request; `null` where only the request itself is checked. */
export interface RequestFacts {
  readonly organizationType: OrganizationType | null;
  readonly currentMonth: Month | null;
}

/** What the verdict on an entry may depend on beside the entry. */
export interface EntrySetting extends Pick<RequestFacts, 'organizationType'> {
  /** The entry as a JSON Pointer. */
  readonly pointer: string;
  /** `null` when the dimensions cannot be read. */
  readonly byMonth: boolean | null;
}

/** An entry of a known metric as the rules see it. */
export interface KnownEntry {
  readonly name: MetricName;
  /** The place of the metric in table 2.4. */
  readonly place: number;
  readonly row: MetricRow;
  /** The properties that were sent. */
  readonly sentProperties: readonly PropertyName[];
  /** The words as sent, in the order sent. */
  readonly sent: MetricEntry;
  /** The words after resolution (2.3). */
  readonly resolved: DraftProperties;
  /** Equal for entries that resolve to the same (4.1.1); `null` when a property cannot be read. */
  readonly key: string | null;
  /** How many queries it resolves to (4.1.2). */
  readonly queries: number;
}

/** A range as sent: the two ends, and how a refusal points at them. */
export interface SentRange {
  readonly from: unknown;
  readonly to: unknown;
  readonly placeOf: (end: 'from' | 'to') => Refusal['place'];
}

/** A request with a range, and the month that limits it. */
export interface RangeRequest extends Pick<RequestFacts, 'currentMonth'> {
  readonly range: SentRange;
}

/** A metrics request as the rules of 4.1 see it. */
export interface SentMetrics extends RangeRequest {
  /** By place in `metrics`; `null` where there is no entry of a known metric. */
  readonly entries: readonly (KnownEntry | null)[];
  /** Names that are no metric, with their places in `metrics`. */
  readonly unknownNames: readonly { readonly index: number; readonly name: string }[];
  /** As sent; empty when there is no list. */
  readonly dimensions: readonly unknown[];
}

/** A roster request as the rules of 4.2 see it. */
export interface SentRoster extends RangeRequest {
  /** The texts sent for each parameter; absent when none was sent. */
  readonly query: { readonly [P in RosterParameter]?: readonly string[] };
}
