import { expect, test } from 'vitest';
import { keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { startService } from './start-service.js';

test('says where it listens once it answers, and ends at a signal', async () => {
  const lines: string[] = [];
  let ready: (line: string) => void = () => undefined;
  const printed = new Promise<string>((resolve) => (ready = resolve));
  const served = startService({
    facts: sampleFacts,
    now,
    port: 0,
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
