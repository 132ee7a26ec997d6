import { visible } from '../report/visible-text.js';
import type { Clock } from '../transport/clock.js';
import type { Watched } from './ask.js';
import { type Hour, watchHour } from './hour.js';
import type { WatchState } from './state.js';
import type { Change } from './suspects.js';

/** How long a watch lasts, and what it does with what it finds. */
export interface Watching {
  readonly clock: Clock;
  /** Hours to go on; endless when left out, 0 for one hour's share. */
  readonly hours?: number;
  /** Ends at the first alarm. */
  readonly untilAlarm: boolean;
  /** Keeps the state, at the end of each hour. */
  readonly save: (state: WatchState) => void;
  readonly alarm: (change: Change) => Promise<void>;
  /** Gets what each hour brought. */
  readonly progress?: (hour: Hour) => void;
}

const hourMs = 3_600_000;

/** Watches hour by hour; gives the last state. */
export const watch = async (
  watched: Watched,
  first: WatchState,
  { clock, hours = Number.POSITIVE_INFINITY, untilAlarm, save, alarm, progress }: Watching,
): Promise<WatchState> => {
  let state = first;
  for (let count = 0; ; count += 1) {
    const started = clock.now();
    const hour = await watchHour(watched, state);
    for (const change of hour.changes) await alarm(change);
    // After the alarm: if the process ends before, the next one repeats it.
    state = hour.state;
    save(state);
    progress?.(hour);
    if (count >= hours || (untilAlarm && hour.changes.length > 0)) return state;
    await clock.sleep(Math.max(0, started + hourMs - clock.now()));
  }
};

/** One line on an hour: what was asked, what is left of the round, and what is known. */
export const lineOfHour = ({ asked, left, state, cause }: Hour): string => {
  const { askedAt, rounds, broken, suspects } = state;
  const found = `${Object.keys(broken).length} broken, ${suspects.length} suspected`;
  return `${askedAt ?? ''}  asked ${asked.metrics} metrics and ${asked.roster} roster; round ${rounds + 1}, ${left} left; ${found}${cause === null ? '' : `; ${visible(cause, 400)}`}`;
};
