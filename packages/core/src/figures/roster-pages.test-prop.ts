import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentKinds } from '../events/columns.js';
import { columnsFrom } from '../events/from-facts.js';
import { runOf } from '../index/calendar.js';
import { buildIndex } from '../index/organization-index.js';
import { dateRangeOf } from '../model/date-range.js';
import { plusDays } from '../model/day.js';
import { type RosterRow, rosterOrders, rosterSorts } from '../model/roster.js';
import { computeRoster } from './compute-roster.js';
import { rangeFor, rosterQuestionFor } from './questions.test-kit.js';
import { centre, chanceOf, randomSchool } from './random-school.test-kit.js';
import { rosterFilter } from './roster-filter.js';
import { firstByMost, firstWithout, type Places } from './roster-front.js';
import { buildScanIndex } from './scan-index.test-kit.js';
import { scanRoster } from './scan-roster.test-kit.js';

/*
 * Schools so large that the ways that spare work are taken: pages found from the front, pages nearer to
 * the other end, members without any content who fill a page, and pages beyond all of these.
 */

const perPage = 50;

/** A large school with a range, and filters of its roster. */
const drawn = (seed: number) => {
  const chance = chanceOf(seed);
  const people = 340 + chance.below(60);
  const shape = { eventsMax: chance.oneOf([600, 8_000]), daysSpan: 40, crowded: chance.onceIn(2) };
  const columns = columnsFrom(randomSchool(chance, shape, people));
  const range = chance.onceIn(4) ? rangeFor(chance) : dateRangeOf(plusDays(centre, -30), centre);
  const filters = [
    { status: null, userTypes: [], q: '' },
    { ...rosterQuestionFor(chance), q: chance.oneOf(['', 'a']) },
  ];
  return { index: buildIndex(columns), scanned: buildScanIndex(columns), range, filters };
};

/** The numbers of all pages, and of one past the end. */
const pagesOf = (totalCount: number): readonly number[] =>
  Array.from({ length: Math.floor(totalCount / perPage) + 2 }, (_, page) => page + 1);

/** The places of every page; the first ones up to who still has, or has not, any; and one more. */
const placesUpTo = (filling: number, totalCount: number): readonly Places[] => [
  ...pagesOf(totalCount)
    .map((page) => ({
      start: (page - 1) * perPage,
      end: Math.min(page * perPage, totalCount),
    }))
    .filter(({ start, end }) => start < end),
  { start: 0, end: filling },
  { start: 0, end: Math.min(filling + 1, totalCount) },
];

describe('the pages of a large roster', () => {
  it('are those of a scan, in every order, one past the end', { timeout: 60_000 }, () => {
    const ways = { first: 0, behindFront: 0, past: 0 };
    const schools = fc.property(fc.nat(), (seed) => {
      const { index, scanned, range, filters } = drawn(seed);
      for (const filter of filters) {
        for (const sort of rosterSorts) {
          for (const order of rosterOrders) {
            const question = { ...filter, sort, order };
            const whole = { ...question, page: 1, perPage: 1_000 };
            const { rows, totalCount } = scanRoster(scanned, whole, range);
            for (const page of pagesOf(totalCount)) {
              const start = (page - 1) * perPage;
              const found = computeRoster(index, { ...question, page, perPage }, range);
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

  it('are found from the front as long as all up to their end have, or have not, any', () => {
    const ways = { found: 0, notFound: 0 };
    const schools = fc.property(fc.nat(), fc.constantFrom(...rosterOrders), (seed, order) => {
      const { index, scanned, range, filters } = drawn(seed);
      const run = runOf(index.calendar, range);
      const front = order === 'desc' ? firstByMost : firstWithout;
      for (const filter of filters) {
        for (const sort of contentKinds) {
          const question = { ...filter, sort, order, page: 1, perPage: 1_000 };
          const { rows, totalCount } = scanRoster(scanned, question, range);
          const has = (row: RosterRow): boolean => row[sort] > 0 === (order === 'desc');
          for (const places of placesUpTo(rows.filter(has).length, totalCount)) {
            const members = front(index, sort, run, rosterFilter(index, question, run), places);
            const ids = members?.map((member) => index.directory.members.ids.at(member));
            const fills = rows.slice(0, places.end).every(has);
            const page = rows.slice(places.start, places.end).map(({ id }) => id);
            expect(ids, JSON.stringify({ seed, question, places })).toEqual(
              fills ? page : undefined,
            );
            ways[fills ? 'found' : 'notFound'] += 1;
          }
        }
      }
    });
    fc.assert(schools, { numRuns: 12 });
    expect(Math.min(...Object.values(ways))).toBeGreaterThan(30);
  });
});
