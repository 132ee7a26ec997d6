/**
 * The HTTP reference: an OpenAPI 3.1 document made from the core's tables, and a page that shows it.
 *
 * @packageDocumentation
 */
export { openApiDocument } from './document.js';
export type { Examples, Exchange, NamedExample } from './examples.js';
export { type PageOptions, referencePage } from './page.js';
export type {
  Content,
  Header,
  OpenApiDocument,
  OperationObject,
  Parameter,
  PathItem,
  Reference,
  ResponseObject,
} from './paths/openapi.js';
export type { Schema, Schemas } from './schema.js';
export type { Operation } from './schemas/errors.js';
