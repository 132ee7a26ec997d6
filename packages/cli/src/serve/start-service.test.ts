import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { startSample } from './started-service.test-kit.js';

test('a signal while data is loaded ends the process without waiting for it', async () => {
  const codes: number[] = [];
  let asked = (): void => undefined;
  const loading = new Promise<void>((resolve) => (asked = resolve));
  const { served } = startSample({
    facts: () => {
      asked();
      return new Promise(() => undefined);
    },
    exit: (code) => codes.push(code),
  });
  await loading;
  process.emit('SIGTERM');
  await served;
  await expect.poll(() => codes).toEqual([0]);
});

test('a second signal ends the process at once, by that signal', async () => {
  const ends: unknown[] = [];
  const { started, served } = startSample({ drainSeconds: 1, exit: (...how) => ends.push(how) });
  await started;
  const { SIGINT, SIGTERM } = constants.signals;
  const system = process as { emit: (name: string, ...of: unknown[]) => boolean };
  system.emit('SIGTERM', 'SIGTERM', SIGTERM);
  system.emit('SIGINT', 'SIGINT', SIGINT);
  expect(ends).toEqual([[130, 'SIGINT']]);
  await served;
});
