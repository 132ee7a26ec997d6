import { type MetricName, metricNames } from '@tallyboard/core/vocabulary';
import type { OpenAPIV3_1 } from 'openapi-types';
import { catalog } from './catalog.js';

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = OpenAPIV3_1.Document;

/** The four requests, by the names of their operations. */
export type Operation = 'readMetrics' | 'readRoster' | 'readBoard' | 'readUser';

/** One exchange with a real service. */
export interface Exchange {
  /** Which of the four requests it was. */
  readonly operation: Operation;
  /** Short and unique within its operation and status. */
  readonly name: string;
  /** What it shows. */
  readonly summary: string;
  /** The body that was sent, if any. */
  readonly body?: unknown;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The document that came back. */
  readonly document: unknown;
}

/** What a real service answered: the document shows these answers and makes up none. */
export interface Examples {
  /** Requests with their answers, in the order in which they are shown. */
  readonly exchanges: readonly Exchange[];
  /** One answered metric of every kind. */
  readonly results: Readonly<Record<MetricName, unknown>>;
}

const valueOf = (name: string): unknown => {
  const value = name
    .split('.')
    .reduce<unknown>(
      (table, key) => (table as Record<string, unknown> | undefined)?.[key],
      catalog,
    );
  if (value === undefined) throw new RangeError(`openapi.yaml: \${${name}} is not in catalog.ts`);
  return value;
};

/** A copy in which every `${name}` has its value: a text that is nothing else becomes the value itself. */
const filled = (node: unknown): unknown => {
  if (typeof node === 'string') {
    const [, whole] = /^\$\{([\w.]+)\}$/.exec(node) ?? [];
    if (whole !== undefined) return valueOf(whole);
    return node.replaceAll(/\$\{([\w.]+)\}/g, (_, name: string) => String(valueOf(name)));
  }
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(filled);
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, filled(part)]));
};

/** Shows exchanges where a body of one media type is described. */
const show = (
  content: Readonly<Record<string, OpenAPIV3_1.MediaTypeObject>> | undefined,
  exchanges: readonly Exchange[],
  bodyOf: (exchange: Exchange) => unknown,
): void => {
  if (exchanges.length === 0) return;
  const examples = exchanges.map((one) => [one.name, { summary: one.summary, value: bodyOf(one) }]);
  for (const media of Object.values(content ?? {})) {
    Object.assign(media, { examples: Object.fromEntries(examples) as unknown });
  }
};

const showIn = (
  { operationId, requestBody, responses }: OpenAPIV3_1.OperationObject,
  exchanges: readonly Exchange[],
): void => {
  const own = exchanges.filter(({ operation }) => operation === operationId);
  const accepted = own.filter(({ status, body }) => status === 200 && typeof body === 'object');
  const { content } = (requestBody ?? {}) as Partial<OpenAPIV3_1.RequestBodyObject>;
  show(content, accepted, ({ body }) => body);
  for (const [code, response] of Object.entries(responses ?? {})) {
    const answers = own.filter(({ status }) => String(status) === code);
    show((response as OpenAPIV3_1.ResponseObject).content, answers, ({ document }) => document);
  }
};

/** The name of the schema of an answered metric: `MemberCountResult`. */
export const resultSchema = (name: MetricName): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}Result`;

/**
 * The OpenAPI 3.1 document of the four endpoints (section 4).
 *
 * @param source - what openapi.yaml holds
 * @param examples - answers of a real service, to be shown where they belong
 */
export const openApiDocument = (
  source: unknown,
  { exchanges, results }: Examples,
): OpenApiDocument => {
  const document = filled(source) as OpenApiDocument;
  for (const item of Object.values(document.paths ?? {})) {
    for (const operation of [item?.get, item?.post]) {
      if (operation !== undefined) showIn(operation, exchanges);
    }
  }
  for (const name of metricNames) {
    const schema = document.components?.schemas?.[resultSchema(name)];
    if (schema === undefined) throw new RangeError(`openapi.yaml has no ${resultSchema(name)}`);
    Object.assign(schema, { examples: [results[name]] });
  }
  return document;
};
