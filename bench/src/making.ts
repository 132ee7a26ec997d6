import { askOnce } from './child.js';
import type { LoopOrder } from './event-loop-child.js';
import type { MakingOrder } from './making-child.js';
import type { Options } from './options.js';
import type { LoopDelay, Made } from './report.js';
import { activities } from './schools.js';

/** Builds, encodes and decodes at every size, each in a process of its own. */
export const measureMaking = async ({ sizes, rounds }: Options): Promise<Made[]> => {
  const made: Made[] = [];
  for (const events of sizes) {
    for (const activity of activities) {
      process.stderr.write(
        `making an index of ${events.toLocaleString('en')} events, ${activity}\n`,
      );
      const order: MakingOrder = { events, activity, rounds };
      made.push(await askOnce<Made>('making-child.js', order));
    }
  }
  return made;
};

/** Delay of the event loop while the index of the largest organization is built beside it. */
export const measureEventLoop = ({ sizes }: Options): Promise<LoopDelay[]> => {
  process.stderr.write('event loop\n');
  const order: LoopOrder = { events: Math.max(...sizes) };
  return askOnce('event-loop-child.js', order);
};
