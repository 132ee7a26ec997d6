import type { MetricRow } from '../catalog/metric-catalog.js';
import type { RosterParameter } from '../catalog/roster-parameters.js';
import type { Refusal, RuleId } from '../model/checked.js';
import type { MetricEntry, MetricName, OneOrMany, PropertyName } from '../model/metric.js';
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

/** A clause that a request can break, and the check that finds every place where it does. */
export interface Rule<Subject> extends Clause {
  /** Total, pure, and independent of every other rule; an empty list means that the rule holds. */
  readonly check: (subject: Subject) => readonly Refusal[];
}

/** A rule that also needs to know the organization or the current month. */
export interface RuleOfFacts<Subject> extends Clause {
  readonly check: (subject: Subject, facts: RequestFacts) => readonly Refusal[];
}

/** What rules may know beside the request. */
export interface RequestFacts {
  readonly organizationType: OrganizationType;
  readonly currentMonth: Month;
}

/** An entry of a known metric as the rules see it. */
export interface KnownEntry {
  readonly index: number;
  readonly name: MetricName;
  readonly row: MetricRow;
  /** The properties that were sent. */
  readonly sentProperties: readonly PropertyName[];
  /** The words as sent. */
  readonly sent: { readonly [P in PropertyName]?: OneOrMany<string> };
  /** The words after resolution (2.3). */
  readonly resolved: DraftProperties;
  /** False when a property could not even be read: the entry cannot be compared with others. */
  readonly complete: boolean;
}

/** A range as sent: the two ends, and how a refusal points at them. */
export interface SentRange {
  readonly from: unknown;
  readonly to: unknown;
  readonly placeOf: (end: 'from' | 'to') => Refusal['place'];
}

/** A metrics request as the rules of 4.1 see it. */
export interface MetricsSubject {
  /** Every entry with a name, known or not. */
  readonly named: readonly { readonly index: number; readonly entry: MetricEntry }[];
  /** The entries whose name is a metric. */
  readonly entries: readonly KnownEntry[];
  /** `null` when the dimensions could not be read. */
  readonly byMonth: boolean | null;
  readonly range: SentRange;
}

/** A roster request as the rules of 4.2 see it. */
export interface RosterSubject {
  /** The texts sent for each parameter; absent when none was sent. */
  readonly query: { readonly [P in RosterParameter]?: readonly string[] };
  readonly range: SentRange;
}
