import type { FailedMetric, MetricIdentity, MetricsDocument } from '@tallyboard/core';
import {
  type MetricName,
  metricCatalog,
  metricNames,
  type PropertyName,
  propertyNames,
} from '@tallyboard/core/vocabulary';
import { emptyList, list, record, ref, type Schema, type Schemas, text, word } from '../schema.js';
import { retryAfter } from './answer-parts.js';
import { anyResult, resultSchemas } from './results.js';
import { organizationId } from './words.js';

type Meta = MetricsDocument['meta'];

/** Every word that a property takes, of whatever metric. */
const valuesOf = (property: PropertyName): readonly string[] => [
  ...new Set(metricNames.flatMap((name) => metricCatalog[name].properties[property]?.values ?? [])),
];

const resolvedProperties: Schema = {
  type: 'object',
  properties: Object.fromEntries(
    propertyNames.map((property) => {
      const values = list(word(valuesOf(property)), { minItems: 1, uniqueItems: true });
      return [
        property,
        property === 'userType' ? values : { anyOf: [word(valuesOf(property)), values] },
      ];
    }),
  ),
  description: 'The properties as they were understood, omitted ones spelled out.',
};

const identity = { name: word(metricNames), properties: ref('ResolvedProperties') };

const metricsDocument = (meta: Schema, description: string): Schema =>
  record<MetricsDocument>(
    {
      data: record<MetricsDocument['data']>({
        id: organizationId,
        type: word(['organizationAnalytics']),
        attributes: record<MetricsDocument['data']['attributes']>({
          metrics: list(anyResult, {
            description:
              'One entry for each metric that has figures, in the order of the request. Match them by `name` and `properties`.',
          }),
        }),
      }),
      meta,
    },
    { description },
  );

const failures = (more: Schema): Schema =>
  list(ref('FailedMetric'), {
    description: 'Metrics that failed: missing from `data`, and not zero.',
    ...more,
  });

/** The meta of an answer with nothing left to wait for. */
const settled = (title: string, status: Meta['status'], errors: Schema): Schema =>
  record<Omit<Meta, 'retryAfter'>>(
    {
      status: word([status]),
      dateRange: ref('DateRange'),
      pending: emptyList('Nothing is pending.'),
      errors,
    },
    { title },
  );

/** The documents of a metrics answer (2.3, 2.7). */
export const metricsDocumentSchemas = (
  examples: Readonly<Record<MetricName, unknown>>,
): Schemas => ({
  MetricsDocument: metricsDocument(
    {
      oneOf: [
        settled('Everything is there', 'ready', emptyList('Nothing failed.')),
        settled('Something failed', 'partial', failures({ minItems: 1 })),
      ],
    },
    'Figures, all of them final. Look at `meta.status` before reading `data`.',
  ),
  PendingMetricsDocument: metricsDocument(
    record<Meta>({
      status: word(['pending']),
      dateRange: ref('DateRange'),
      pending: list(ref('MetricIdentity'), {
        minItems: 1,
        description: 'Metrics that are still computed: missing from `data`, and not zero.',
      }),
      retryAfter,
      errors: failures({}),
    }),
    'Some figures are still computed. What is ready already stands in `data`. Repeat the identical request after `Retry-After` seconds.',
  ),
  MetricIdentity: record<MetricIdentity>(identity, {
    description: 'A metric of the request, by its name and resolved properties.',
  }),
  FailedMetric: record<FailedMetric>({
    ...identity,
    code: text('A name of the failure that a program may branch on.'),
    detail: text('What happened, in a sentence.'),
  }),
  ResolvedProperties: resolvedProperties,
  ...resultSchemas(examples),
});
