import { expect, test } from 'vitest';
import { serveAttempts } from './attempts.test-kit.js';
import { corpus } from './corpus.test-kit.js';
import { runAttempt } from './request-targets.test-kit.js';

/* Requests that fuzzing found, each as small as it could be made. */
test.each(corpus())('%s', async (_, { request, outcome }) => {
  const reported: unknown[] = [];
  const run = runAttempt(
    serveAttempts((error) => reported.push(error), { pending: 0 }),
    reported,
  );
  expect(await run(request)).toBe(outcome);
});
