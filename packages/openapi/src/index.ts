/**
 * The HTTP reference: an OpenAPI 3.1 document made from the core's tables, and a page that shows it.
 *
 * @packageDocumentation
 */
export { type OpenApiDocument, openApiDocument } from './document.js';
export type { Examples, Exchange } from './examples.js';
export { favicon } from './favicon.js';
export { type PageOptions, referencePage } from './page.js';
export type { Operation } from './schemas/errors.js';
