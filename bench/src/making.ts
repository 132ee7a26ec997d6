import { startChild } from './child.js';
import type { MakingOrder } from './making-child.js';
import type { Options } from './options.js';
import type { Made } from './report.js';
import { activities } from './schools.js';

/** Builds, encodes and decodes at every size, each in a process of its own. */
export const measureMaking = async ({ sizes, rounds }: Options): Promise<Made[]> => {
  const made: Made[] = [];
  for (const events of sizes) {
    for (const activity of activities) {
      process.stderr.write(
        `making an index of ${events.toLocaleString('en')} events, ${activity}\n`,
      );
      const child = startChild('making-child.js', []);
      try {
        const order: MakingOrder = { events, activity, rounds };
        made.push(await child.ask<Made>(order));
      } finally {
        await child.stop();
      }
    }
  }
  return made;
};
