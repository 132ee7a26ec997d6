/** For tests that read results as what they are to users of fp-ts. */
export { either as E } from 'fp-ts';
