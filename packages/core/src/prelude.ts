/**
 * The only file of the core that imports fp-ts: the results of codecs are read with it.
 */
export { either as E } from 'fp-ts';
