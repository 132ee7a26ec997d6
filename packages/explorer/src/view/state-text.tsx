import { clockText, waitText } from '../model/format.js';
import type { Known } from '../model/known.js';
import { useNow } from './now.js';

type Missing = Exclude<Known<never>, { readonly kind: 'known' }>;

/** What is said in place of a figure that is not there, in a few words. */
export const missingText = (state: Missing, now: number): string => {
  switch (state.kind) {
    case 'asking':
      return 'Loading';
    case 'computing':
      return `Computing, ${waitText((state.until - now) / 1000)} left`;
    case 'held':
      return `More at ${clockText(state.until)}`;
    case 'failed':
      return 'Failed';
    case 'none':
      return 'Not known';
  }
};

/** Says why a figure is not there. It never looks like a figure. */
export const StateText = ({ state }: { readonly state: Missing }) => {
  const why = 'why' in state ? state.why : '';
  return (
    <span class={`state state-${state.kind}`}>
      {missingText(state, useNow())}
      {why === '' ? null : <small> {why}</small>}
    </span>
  );
};

/** What is not there; `null` for what is. */
export const missing = (of: Known<unknown>): Missing | null => (of.kind === 'known' ? null : of);
