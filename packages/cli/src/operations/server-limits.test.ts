import { expect, test } from 'vitest';
import { connectionsPossible, connectionsWithin } from './server-limits.js';

test.each([
  [120, 60],
  [1024, 768],
  [1_048_576, 1_048_320],
])('of %i open files, %i may be connections', (openFiles, connections) => {
  expect(connectionsWithin(openFiles)).toBe(connections);
});

test('the limit of this process is known on Linux', () => {
  expect(Number.isFinite(connectionsPossible())).toBe(process.platform === 'linux');
});
