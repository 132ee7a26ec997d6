import type { Examples } from './examples.js';
import { readMetrics, readRoster } from './paths/analytics.js';
import { headers } from './paths/headers.js';
import type { DocumentObject } from './paths/openapi.js';
import { readBoard, readUser } from './paths/records.js';
import { answerPartSchemas } from './schemas/answer-parts.js';
import { boardSchemas } from './schemas/board-records.js';
import { entrySchemas } from './schemas/entries.js';
import { errorSchemas } from './schemas/errors.js';
import { figureSchemas } from './schemas/figures.js';
import { metricsDocumentSchemas } from './schemas/metrics-documents.js';
import { metricsRequestSchemas } from './schemas/metrics-request.js';
import { rosterDocumentSchemas } from './schemas/roster-documents.js';
import { userSchemas } from './schemas/user-records.js';
import { introduction } from './words/introduction.js';

/** An OpenAPI 3.1 document; what its parts mean is said by OpenAPI. */
export interface OpenApiDocument {
  /** The version of OpenAPI. */
  readonly openapi: string;
  /** Title, version and introduction. */
  readonly info: Readonly<Record<string, unknown>>;
  /** The operations, by path and method. */
  readonly paths: Readonly<Record<string, object>>;
  /** What is referred to from elsewhere in the document, by kind and name. */
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

/** The document with the types of all its parts. */
export const documentOf = (examples: Examples): DocumentObject => ({
  openapi: '3.1.1',
  info: {
    title: 'Tallyboard',
    version: '1',
    summary: 'Organization analytics, boards and users.',
    description: introduction,
    contact: { name: 'The Tallyboard project' },
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/', description: 'The service that you have this page from.' }],
  security: [{ apiKey: [] }],
  tags: [
    {
      name: 'Analytics',
      description: 'Figures and members of an organization whose owner is enrolled.',
    },
    { name: 'Boards and users', description: 'What analytics count: boards, and who makes them.' },
  ],
  paths: {
    '/v1/organizations/{org_id}/analytics': { post: readMetrics(examples) },
    '/v1/organizations/{org_id}/analytics/users': { get: readRoster(examples) },
    '/v1/boards/{board_id}': { get: readBoard(examples) },
    '/v1/me': { get: readUser(examples) },
  },
  components: {
    securitySchemes: {
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-KEY',
        description: 'Your API key, from the developer settings of your user.',
      },
    },
    headers,
    schemas: {
      ...metricsRequestSchemas,
      ...entrySchemas,
      ...metricsDocumentSchemas(examples.results),
      ...figureSchemas,
      ...rosterDocumentSchemas,
      ...boardSchemas,
      ...userSchemas,
      ...answerPartSchemas,
      ...errorSchemas,
    },
  },
});

/**
 * The OpenAPI 3.1 document of the four endpoints (section 4), made from the core's tables: a metric
 * that is added there appears here, in requests and in answers.
 *
 * @param examples - answers of a real service, to be shown where they belong
 */
export const openApiDocument = (examples: Examples): OpenApiDocument => documentOf(examples);
