/**
 * What a service asks of the data behind it: six interfaces, the error of a source that cannot be reached, and
 * the cache that bounds what is remembered.
 *
 * @packageDocumentation
 */
export { type BoundedCache, boundedCache } from './bounded-cache.js';
export * from './ports.js';
