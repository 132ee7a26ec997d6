import { dayOfInstant } from '@tallyboard/core/vocabulary';
import { expect, test } from 'vitest';
import { buildWorld } from './build-world.js';

const now = '2026-11-20T12:00:00.000Z';
const today = dayOfInstant(Date.parse(now));

test('a term that runs now goes on after today, unless the next one begins tomorrow', () => {
  const ends = [1, 2, 3, 4].flatMap((seed) => {
    const { facts, targets } = buildWorld({ seed, now });
    const own = facts.billingTerm.filter((one) => one.organizationId === targets.main.org);
    const current = own.find((one) => one.startsOn <= today && one.endsOn >= today);
    const isFollowed = own.some(({ startsOn }) => startsOn === today + 1);
    return current === undefined || isFollowed ? [] : [current.endsOn - today];
  });
  expect(ends.length).toBeGreaterThan(1);
  expect(Math.min(...ends)).toBeGreaterThan(0);
});
