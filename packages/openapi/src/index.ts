/**
 * The HTTP reference: an OpenAPI 3.1 document, and a page that shows it.
 *
 * @packageDocumentation
 */
export {
  type Examples,
  type Exchange,
  type OpenApiDocument,
  type Operation,
  openApiDocument,
} from './document.js';
export { favicon } from './favicon.js';
export { type PageOptions, referencePage } from './page.js';
