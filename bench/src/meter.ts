import { writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/*
 * Loaded before a command that is measured: at the end it says what the command took, at SIGUSR2 it begins anew to
 * watch the event loop. Threads of the command have it loaded too, and say nothing.
 */

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => delay.reset());
process.on('exit', () => {
  if (!isMainThread) return;
  const peakMB = process.resourceUsage().maxRSS / 1000;
  writeSync(3, JSON.stringify({ peakMB, loopP99Ms: delay.percentile(99) / 1e6 }));
});
