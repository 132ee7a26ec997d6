import {
  type DateRange,
  type Facts,
  type FigureData,
  type MetricName,
  metricNames,
  type ResolvedQuery,
} from '@tallyboard/core/vocabulary';
import { type FactsCensus, factsCensus } from './facts-census.test-kit.js';
import type { OracleWorld } from './world.js';

/** A query that was asked of a world, and the figure that came back (2.5). */
export interface Observation {
  readonly world: OracleWorld;
  readonly query: ResolvedQuery;
  readonly range: DateRange;
  readonly byMonth: boolean;
  readonly figure: FigureData;
}

/** How telling the figures of one metric in one form were (2.5). */
export interface FormCensus {
  readonly name: MetricName;
  /** `plain`, `monthly`, with `by value` for an array property and `slice` for listed roles. */
  readonly form: string;
  readonly asked: number;
  readonly nonZero: number;
  readonly withNull: number;
  readonly withTie: number;
}

/** What a set of worlds put to the test: a comparison of zeros proves nothing (2.6). */
export interface Census extends FactsCensus {
  readonly forms: readonly FormCensus[];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** True when some number in the figure is not zero; a subscription must have seats. */
const isNonZero = (value: unknown): boolean =>
  isObject(value) ? Object.values(value).some(isNonZero) : typeof value === 'number' && value !== 0;

const hasNull = (value: unknown): boolean =>
  isObject(value) ? Object.values(value).some(hasNull) : value === null;

/**
 * True when two neighbours of a ranked list have equal figures, so that only their ids order them.
 */
const hasTie = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  if (!Array.isArray(value)) return Object.values(value).some(hasTie);
  const figures = value.map((item: object) =>
    'month' in item ? null : Object.values(item).find((field) => typeof field === 'number'),
  );
  return figures.some((figure, place) => figure !== null && figure === figures[place + 1]);
};

const formOf = ({ query, byMonth }: Observation): string => {
  const { status, userType = ['all'], sortBy, mediaType } = query.properties;
  const byValue = typeof (status ?? sortBy ?? mediaType ?? '') !== 'string';
  return [
    byMonth ? 'monthly' : 'plain',
    ...(byValue ? ['by value'] : []),
    ...(userType.includes('all') ? [] : ['slice']),
  ].join(' ');
};

const formCensus = (
  name: MetricName,
  form: string,
  observations: readonly Observation[],
): FormCensus => ({
  name,
  form,
  asked: observations.length,
  nonZero: observations.filter(({ figure }) => isNonZero(figure)).length,
  withNull: observations.filter(({ figure }) => hasNull(figure)).length,
  withTie: observations.filter(({ figure }) => hasTie(figure)).length,
});

/** Counts, metric by metric and form by form, what the figures of many worlds have shown (2.5). */
export const worldCensus = (observations: readonly Observation[]): Census => {
  const worlds = new Map<Facts, OracleWorld>();
  for (const { world } of observations) worlds.set(world.facts, world);
  const forms = metricNames.flatMap((name) => {
    const ofMetric = observations.filter(({ query }) => query.name === name);
    return [...new Set(ofMetric.map(formOf))].sort().map((form) =>
      formCensus(
        name,
        form,
        ofMetric.filter((one) => formOf(one) === form),
      ),
    );
  });
  return { ...factsCensus([...worlds.values()]), forms };
};

const sum = (forms: readonly FormCensus[], field: 'asked' | 'nonZero'): number =>
  forms.reduce((total, form) => total + form[field], 0);

/**
 * The metrics of which less than `share` of the figures say anything, or that were not asked for
 * (2.4).
 */
export const thinMetrics = (census: Census, share: number): readonly MetricName[] =>
  metricNames.filter((name) => {
    const forms = census.forms.filter((form) => form.name === name);
    return sum(forms, 'asked') === 0 || sum(forms, 'nonZero') < share * sum(forms, 'asked');
  });

/** The census as lines of text for a test's log (2.4). */
export const censusLines = (census: Census): readonly string[] => {
  const { forms, ...counts } = census;
  const percent = (part: number, whole: number): string =>
    `${Math.round((100 * part) / whole)} %`.padStart(6);
  return [
    ...Object.entries(counts).map(([name, count]) => `${name}: ${String(count)}`),
    ...forms.map(
      (form) =>
        `${form.name.padEnd(28)}${form.form.padEnd(24)}asked ${String(form.asked).padStart(6)}` +
        `  non-zero ${percent(form.nonZero, form.asked)}` +
        `  null ${percent(form.withNull, form.asked)}  tie ${percent(form.withTie, form.asked)}`,
    ),
  ];
};
