import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsFrom } from '../events/from-facts.js';
import { buildIndex } from '../index/organization-index.js';
import { dateRangeOf } from '../model/date-range.js';
import { plusDays } from '../model/day.js';
import { rosterOrders, rosterSorts } from '../model/roster.js';
import { computeRoster } from './compute-roster.js';
import { rangeFor, rosterQuestionFor } from './questions.test-kit.js';
import { centre, chanceOf, randomSchool } from './random-school.test-kit.js';
import { buildScanIndex } from './scan-index.test-kit.js';
import { scanRoster } from './scan-roster.test-kit.js';

/*
 * Schools so large that the ways that spare work are taken: pages found from the front, pages nearer to
 * the other end, members without any content who fill a page, and pages beyond all of these.
 */

const perPage = 50;

describe('the pages of a large roster', () => {
  it('are those of a scan, in every order, one past the end', { timeout: 60_000 }, () => {
    const ways = { first: 0, behindFront: 0, past: 0 };
    const schools = fc.property(fc.nat(), (seed) => {
      const chance = chanceOf(seed);
      const people = 340 + chance.below(60);
      const shape = {
        eventsMax: chance.oneOf([600, 8_000]),
        daysSpan: 40,
        crowded: chance.onceIn(2),
      };
      const columns = columnsFrom(randomSchool(chance, shape, people));
      const index = buildIndex(columns);
      const scanned = buildScanIndex(columns);
      const range = chance.onceIn(4)
        ? rangeFor(chance)
        : dateRangeOf(plusDays(centre, -30), centre);
      const filters = [
        { status: null, userTypes: [], q: '' },
        { ...rosterQuestionFor(chance), q: chance.oneOf(['', 'a']) },
      ];
      for (const filter of filters) {
        for (const sort of rosterSorts) {
          for (const order of rosterOrders) {
            const question = { ...filter, sort, order };
            const whole = { ...question, page: 1, perPage: people };
            const { rows, totalCount } = scanRoster(scanned, whole, range);
            for (let page = 1; page <= Math.floor(totalCount / perPage) + 2; page++) {
              const found = computeRoster(index, { ...question, page, perPage }, range);
              const start = (page - 1) * perPage;
              const expected = { rows: rows.slice(start, start + perPage), totalCount };
              expect(found, JSON.stringify({ seed, question, page })).toEqual(expected);
              if (start >= totalCount) ways.past += 1;
              else ways[start < 200 ? 'first' : 'behindFront'] += 1;
            }
          }
        }
      }
    });
    fc.assert(schools, { numRuns: 8 });
    expect(Math.min(...Object.values(ways))).toBeGreaterThan(30);
  });
});
