import { failWith, type Outcome, succeed } from '../failure.js';

/** What an answer is that is not one of this API; the message says why. */
export class Malformed extends Error {}

/** What is read of an answer, or the failure that it is not one of this API. */
export const readingOf = <A>(status: number, read: () => A): Outcome<A> => {
  try {
    return succeed(read());
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return failWith({ kind: 'malformedAnswer', status, detail: error.message });
  }
};
