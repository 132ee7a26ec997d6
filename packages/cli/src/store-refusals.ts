import { Unavailable } from '@tallyboard/http';
import { StoreRefused } from '@tallyboard/store';
import { VerbRefused } from './terminal.js';

/** What a store refuses, as a refusal of the verb; anything else as it is. */
export const refusedByStore = (error: unknown): unknown =>
  error instanceof StoreRefused || error instanceof Unavailable
    ? new VerbRefused(error.message)
    : error;

/** Runs what asks a store. */
export const askingStore = async <A>(ask: () => Promise<A>): Promise<A> => {
  try {
    return await ask();
  } catch (error) {
    throw refusedByStore(error);
  }
};
