import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { serviceLog } from './observe.js';
import { serverLimits } from './server-limits.js';
import { startService } from './start-service.js';

const quiet = {
  log: serviceLog('silent', { write: () => undefined }),
  limits: serverLimits,
  metricsAt: null,
  drainSeconds: 0,
  shutdownSeconds: 5,
} as const;

test('a signal while data is loaded ends the process without waiting for it', async () => {
  const codes: number[] = [];
  let load: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  let asked = (): void => undefined;
  const loading = new Promise<void>((resolve) => (asked = resolve));
  const served = startService({
    facts: () => {
      asked();
      return loaded.then(() => sampleFacts);
    },
    now,
    listenAt: { host: '127.0.0.1', port: 0 },
    ...quiet,
    print: () => undefined,
    exit: (code) => codes.push(code),
  });
  await loading;
  process.emit('SIGTERM');
  await served;
  await expect.poll(() => codes).toEqual([0]);
  load();
});

test('a second signal ends the process at once, with the code of the signal', async () => {
  const codes: number[] = [];
  let ready = (): void => undefined;
  const printed = new Promise<void>((resolve) => (ready = resolve));
  const served = startService({
    facts: sampleFacts,
    now,
    listenAt: { host: '127.0.0.1', port: 0 },
    ...quiet,
    drainSeconds: 1,
    print: () => ready(),
    exit: (code) => codes.push(code),
  });
  await printed;
  const { SIGINT, SIGTERM } = constants.signals;
  const system = process as { emit: (name: string, ...of: unknown[]) => boolean };
  system.emit('SIGTERM', 'SIGTERM', SIGTERM);
  system.emit('SIGINT', 'SIGINT', SIGINT);
  expect(codes).toEqual([130]);
  await served;
});
