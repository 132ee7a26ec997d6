/**
 * The only file of the core that imports fp-ts, and always from the package root: the one specifier
 * that plain Node, the compiler, the test runner and bundlers all resolve to the same copy.
 *
 * `E` is Either (a value or refusals), `RA` and `RNEA` are read-only arrays (the latter not empty).
 */
export { either as E, readonlyArray as RA, type readonlyNonEmptyArray as RNEA } from 'fp-ts';
