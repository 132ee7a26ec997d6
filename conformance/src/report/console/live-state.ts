import type { Progress } from '../../model/progress.js';
import type { Endpoint } from '../../model/request.js';
import { localTime } from '../moments.js';
import { visible } from '../visible-text.js';

/** What is known of a run while it goes on. */
export interface LiveState {
  readonly used: Readonly<Record<Endpoint, number>>;
  readonly allowance: Readonly<Record<Endpoint, number>>;
  /** What it does at the moment. */
  readonly doing: string;
}

/** A run before its first request. */
export const beforeRun: LiveState = {
  used: { metrics: 0, roster: 0, other: 0 },
  allowance: { metrics: 0, roster: 0, other: 0 },
  doing: '',
};

const pauses: Readonly<Record<string, string>> = {
  retryAfter: 'figures are being computed',
  quota: 'the allowance is used up',
  transport: 'once more after a failed connection',
  reset: 'for the allowance to begin anew',
};

const known = (table: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(table, name) ? (table[name] ?? name) : name;

/** A pause with the local time that ends it. */
export const pauseWords = (until: string, why: string, timeZone?: string): string =>
  visible(`waiting until ${localTime(until, timeZone)}: ${known(pauses, why)}`, 200);

const ofAllowance = (used: number, allowance: number): string =>
  allowance > 0 ? `${used}/${allowance}` : String(used);

/** Requests used of each allowance. The other endpoints have none that we know of. */
export const usageWords = ({ used, allowance }: LiveState): string =>
  [
    `metrics ${ofAllowance(used.metrics, allowance.metrics)}`,
    `roster ${ofAllowance(used.roster, allowance.roster)}`,
    ...(used.other === 0 ? [] : [`other ${used.other}`]),
  ].join('  ');

/** What is known after one more piece of progress. */
export const after = (state: LiveState, progress: Progress, timeZone?: string): LiveState => {
  switch (progress.type) {
    case 'sent': {
      const { endpoint, probe, used, allowance } = progress;
      return {
        used: { ...state.used, [endpoint]: used },
        allowance: { ...state.allowance, [endpoint]: allowance },
        doing: visible(probe, 40),
      };
    }
    case 'computing':
      return { ...state, doing: visible(`computing ${progress.what}`, 200) };
    case 'waiting':
      return { ...state, doing: pauseWords(progress.until, progress.why, timeZone) };
    case 'answered':
    case 'note':
      return state;
  }
};
