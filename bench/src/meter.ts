import { writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/*
 * Loaded before a command that is measured: at the end it says what the command took, at SIGUSR2 it begins anew to
 * watch the event loop.
 */

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => delay.reset());
process.on('exit', () => {
  const peakMB = process.resourceUsage().maxRSS / 1000;
  writeSync(3, JSON.stringify({ peakMB, loopP99Ms: delay.percentile(99) / 1e6 }));
});
