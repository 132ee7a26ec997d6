import { startChild } from './child.js';
import type { LoopOrder } from './event-loop-child.js';
import type { LoopDelay } from './report.js';

/** Delay of the event loop while the index of the largest organization is built beside it. */
export const measureEventLoop = async (sizes: readonly number[]): Promise<LoopDelay[]> => {
  process.stderr.write('event loop\n');
  const child = startChild('event-loop-child.js', []);
  try {
    const order: LoopOrder = { events: Math.max(...sizes) };
    return await child.ask<LoopDelay[]>(order);
  } finally {
    await child.stop();
  }
};
