import {
  type MetricName,
  metricCatalog,
  metricNames,
  type RuleId,
} from '@tallyboard/core/vocabulary';
import { type MetricsBody, roleLists } from '../request.js';
import type { Fault, FaultSetting } from './fault.js';

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

/** A way to break a metrics request; what comes out need not even be an object (4.1). */
export type MetricsFault = Fault<MetricsBody, unknown>;

/** How a variant is put into a sound request. */
export const forms = {
  /** An entry of a request for single figures. */
  entry: (body: MetricsBody, entry: unknown) => plainRequest(body, [entry]),
  /** Several of them. */
  entries: (body: MetricsBody, entries: unknown) =>
    plainRequest(body, entries as readonly unknown[]),
  /** An entry of a request by month. */
  series: (body: MetricsBody, entry: unknown) => monthlyRequest(body, [entry]),
  /** Fields of the body, whatever the entries. */
  fields: (body: MetricsBody, fields: unknown) => ({ ...body, ...(fields as AnyEntry) }),
  /** Fields beside no entries of its own. */
  bare: (body: MetricsBody, fields: unknown) => ({
    ...plainRequest(body, []),
    ...(fields as AnyEntry),
  }),
  /** Something else. */
  whole: (body: MetricsBody, made: unknown, setting: FaultSetting) =>
    (made as (body: MetricsBody, setting: FaultSetting) => unknown)(body, setting),
} as const;

/** The name of a form. */
export type Form = keyof typeof forms;
/** A fault as a row: its name, its rule with obligation and form, and its variants, entries also as a text. */
export type Row = readonly [
  name: string,
  head: `${RuleId} ${MetricsFault['obligation']} ${Form}`,
  variants: string | readonly unknown[],
  types?: MetricsFault['organizationTypes'],
];

/** Entries as texts: `memberCount:status=active,userType=owner+guest`; `guest+` is a list of one. */
export const sent = (text: string): readonly AnyEntry[] =>
  text.split(/\s+/).map((one) => {
    const [name, properties = ''] = one.split(':');
    const fields = properties.split(',').flatMap((field) => {
      const [property = '', value = ''] = field.split('=');
      const words = value.split('+').filter((word) => word !== '');
      return property === '' ? [] : [[property, value.includes('+') ? words : value] as const];
    });
    return { name, ...Object.fromEntries(fields) };
  });

/** Entries of a name alone. */
export const named = (...names: readonly string[]): readonly AnyEntry[] =>
  names.map((name) => ({ name }));

/** The same entry for different lists of roles. */
export const countEach = (lists: number, fields: AnyEntry): readonly AnyEntry[] =>
  roleLists(lists).map((userType) => ({ ...fields, userType }));
