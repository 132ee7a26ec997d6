import { describe, expect, test } from 'vitest';
import { isObject } from '../../src/model/json.js';
import { changed } from '../mutants/mutant.test-kit.js';
import { type HonestDays, watchHonest } from './honest-days.test-kit.js';

const isDeep = process.env['TALLYBOARD_DEEP'] !== undefined;
const [part = 0, parts = 1] = (process.env['TALLYBOARD_DEEP'] ?? '').split('/').map(Number);

/** Right services; a month turns in each, a billing term after ten days, and in one the year. */
const services: readonly HonestDays[] = [
  { name: 'a school', from: '2026-11-28T12:00:00.000Z', seed: 7 },
  {
    name: 'a school that computes after every change, when the year turns',
    from: '2026-12-20T09:00:00.000Z',
    seed: 8,
    pending: 1,
  },
  {
    name: 'a team of which some figures fail',
    from: '2026-11-10T18:30:00.000Z',
    seed: 9,
    organizationType: 'team',
    fail: ['postCount', 'topUsers'],
  },
  {
    name: 'a classroom that says all as a scalar',
    from: '2027-02-14T00:10:00.000Z',
    seed: 10,
    organizationType: 'classroom',
    handler: changed('metrics', 'data/attributes/metrics/*/properties', (properties) =>
      isObject(properties) && JSON.stringify(properties['userType']) === '["all"]'
        ? { ...properties, userType: 'all' }
        : properties,
    ),
  },
];

// A round in whose beginning a month turns; 30 days of each, or of `2/4`, with TALLYBOARD_DEEP.
const chosen = isDeep
  ? services.filter((_, index) => parts <= 1 || index % parts === part - 1)
  : services.slice(0, 1).map((one) => ({ ...one, from: '2026-11-30T21:00:00.000Z' }));
const hours = isDeep ? 720 : 18;

describe('a watch of right services whose data changes', () => {
  test.each(chosen)(
    '$name gives no alarm',
    async (honest) => {
      const { alarms, suspected, rounds, changes } = await watchHonest(honest, hours);
      console.log(
        `${honest.name}: ${hours} hours, ${rounds} rounds, facts changed ${changes} times, suspected and dismissed: ${suspected.join(', ')}`,
      );
      expect(alarms).toEqual([]);
      expect(changes).toBeGreaterThan(hours / 3);
      expect(rounds).toBeGreaterThan(hours / 40);
    },
    900_000,
  );
});
