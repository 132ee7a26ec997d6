import {
  type MetricName,
  metricCatalog,
  metricNames,
  organizationTypes,
} from '@tallyboard/core/vocabulary';
import type { MetricsBody } from '../request.js';
import { type Fault, type FaultHead, type FaultSetting, variantOf } from './fault.js';

/** A way to break a metrics request; what comes out need not even be an object (4.1). */
export type MetricsFault = Fault<MetricsBody, unknown>;

/** An entry that may break any rule (4.1). */
export type AnyEntry = Readonly<Record<string, unknown>>;

/** The metrics of content safety, which a team does not have (4.1.9). */
export const safety: readonly MetricName[] = metricNames.filter(
  (name) => metricCatalog[name].contentSafety,
);

const entriesKept = 3;

/** True when an entry is as valid in a request for single figures as in one for series (4.1.4). */
const isMonthlySlice = (entry: { readonly name: string; readonly userType?: unknown }): boolean =>
  metricCatalog[entry.name as MetricName].properties.userType?.requirement === 'monthlyOnly' &&
  entry.userType !== undefined;

const withoutMonth = ({ from, to }: MetricsBody): Omit<MetricsBody, 'metrics'> =>
  from === undefined || to === undefined ? {} : { from, to };

/**
 * A few entries of the request that stay valid beside the new ones, none of the same metric
 * (4.1.1).
 */
const companions = (body: MetricsBody, entries: readonly unknown[]): readonly AnyEntry[] => {
  const names = entries.map((entry) => (entry as AnyEntry | null)?.['name']);
  return body.metrics
    .filter((entry) => !names.includes(entry.name))
    .slice(0, entriesKept)
    .map((entry) => ({ ...entry }));
};

/** The request for single figures with these entries put after some of its own (4.1). */
export const plainRequest = (body: MetricsBody, entries: readonly unknown[]): AnyEntry => ({
  ...withoutMonth(body),
  metrics: [
    ...companions(body, entries).filter((entry) => !isMonthlySlice(entry as never)),
    ...entries,
  ],
});

/** The request by month with these entries, after its own if it asked by month before (4.1.8). */
export const monthlyRequest = (body: MetricsBody, entries: readonly unknown[]): AnyEntry => ({
  ...withoutMonth(body),
  dimensions: ['month'],
  metrics: [
    ...(body.dimensions?.includes('month') === true ? companions(body, entries) : []),
    ...entries,
  ],
});

type Variant = (body: MetricsBody, setting: FaultSetting) => unknown;

/** A fault whose variants are given one by one (section 7). */
export const faultOf = (
  head: FaultHead,
  variants: readonly Variant[],
  types: MetricsFault['organizationTypes'] = organizationTypes,
): MetricsFault => ({
  ...head,
  organizationTypes: types,
  variants: variants.length,
  apply: (body, setting, variant = 0) => variantOf(variants, variant)(body, setting),
});

const faultOfEntry =
  (request: typeof plainRequest) =>
  (
    head: FaultHead,
    entries: readonly unknown[],
    types?: MetricsFault['organizationTypes'],
  ): MetricsFault =>
    faultOf(
      head,
      entries.map((entry) => (body) => request(body, [entry])),
      types,
    );

/** A fault of one entry in a request for single figures (4.1). */
export const entryFault = faultOfEntry(plainRequest);

/** A fault of one entry in a request by month (4.1.8). */
export const monthlyFault = faultOfEntry(monthlyRequest);

/** A fault of some fields of the body, whatever the entries (4.1). */
export const bodyFault = (head: FaultHead, fields: readonly AnyEntry[]): MetricsFault =>
  faultOf(
    head,
    fields.map((changed) => (body) => ({ ...body, ...changed })),
  );
