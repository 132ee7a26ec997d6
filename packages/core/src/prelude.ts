/**
 * The only file of the core that imports fp-ts, and always from the package root: the one specifier
 * that plain Node, the compiler, the test runner and bundlers all resolve to the same copy.
 *
 * `E` is Either (a value or refusals), `RNEA` are read-only arrays that are not empty. Of these there is
 * only the type: their functions would be a seventh of the core once bundled.
 */
export { either as E, type readonlyNonEmptyArray as RNEA } from 'fp-ts';
