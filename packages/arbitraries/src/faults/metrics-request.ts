import { type MetricEntry, type MetricName, metricCatalog } from '@tallyboard/core/vocabulary';
import type { MetricsBody } from '../request.js';

/** An entry, or fields of a body, that may break any rule (4.1). */
type Fields = Readonly<Record<string, unknown>>;

const entriesKept = 3;

/** True when an entry is valid by month only (4.1.4). */
const isMonthlySlice = ({ name, userType }: MetricEntry): boolean =>
  metricCatalog[name as MetricName].properties.userType?.requirement === 'monthlyOnly' &&
  userType !== undefined;

/**
 * A few entries of the request that stay valid before the new ones, none of the same metric
 * (4.1.1).
 */
const companions = (metrics: MetricsBody['metrics'], entries: readonly unknown[]) => {
  const names = entries.map((entry) => (entry as Fields | null)?.['name']);
  return metrics.filter((entry) => !names.includes(entry.name)).slice(0, entriesKept);
};

/** The request for single figures with these entries after some of its own (4.1). */
const plainRequest = (
  { metrics, dimensions: _, ...range }: MetricsBody,
  entries: readonly unknown[],
) => {
  const own = companions(metrics, entries).filter((entry) => !isMonthlySlice(entry));
  return { ...range, metrics: [...own, ...entries] };
};

/** How a variant is put into a sound request. */
export const forms = {
  /** An entry, or a list of them, of a request for single figures. */
  entry: (body: MetricsBody, given: unknown) => plainRequest(body, [given].flat()),
  /** An entry, or a list of them, of a request by month: after its own if it asked by month before (4.1.8). */
  series: ({ dimensions = [], metrics, ...range }: MetricsBody, given: unknown) => {
    const entries = [given].flat();
    const own = dimensions.length > 0 ? companions(metrics, entries) : [];
    return { ...range, dimensions: ['month'], metrics: [...own, ...entries] };
  },
  /** Fields of the body, whatever the entries. */
  fields: (body: MetricsBody, given: unknown) => ({ ...body, ...(given as Fields) }),
  /** Fields instead of all of its own but the range. */
  bare: (body: MetricsBody, given: unknown) => ({
    ...plainRequest(body, []),
    ...(given as Fields),
  }),
  /** A range, or one end of it. */
  range: ({ from: _, to: __, ...rest }: MetricsBody, given: unknown) => ({
    ...{ ...rest, ...(given as Fields) },
  }),
  /** The whole body. */
  whole: (_: MetricsBody, given: unknown) => given,
} as const;

/** Entries as texts: `memberCount:status=active,userType=owner+guest`; `guest+` is a list of one. */
export const sent = (text: string): readonly Fields[] =>
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
export const named = (...names: readonly string[]): readonly Fields[] =>
  names.map((name) => ({ name }));
