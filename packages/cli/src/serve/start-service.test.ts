import { expect, test } from 'vitest';
import { keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { serviceLog } from '../operations/request-log.js';
import { serverLimits } from '../operations/server-limits.js';
import { startService } from './start-service.js';

const quiet = {
  log: serviceLog('silent', { write: () => undefined }),
  limits: serverLimits,
  metricsPlace: null,
  drainSeconds: 0,
  shutdownSeconds: 5,
} as const;

test('says where it listens once it answers, and ends at a signal', async () => {
  const lines: string[] = [];
  let ready: (line: string) => void = () => undefined;
  const printed = new Promise<string>((resolve) => (ready = resolve));
  const served = startService({
    facts: sampleFacts,
    now,
    place: { host: '127.0.0.1', port: 0 },
    ...quiet,
    print: (line) => {
      lines.push(line);
      ready(line);
    },
  });
  const line = await printed;
  expect(line).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/);
  const address = line.slice('listening on '.length);
  const response = await fetch(`${address}/v1/me`, { headers: { 'X-API-KEY': keyOf('tess') } });
  expect(response.status).toBe(200);
  const listeners = process.listenerCount('SIGTERM');
  process.emit('SIGTERM');
  await served;
  expect(process.listenerCount('SIGTERM')).toBe(listeners - 1);
  await expect(fetch(address)).rejects.toThrow();
  expect(lines).toHaveLength(1);
});
