import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPeople, distinctSums } from './distinct.js';
import { countAt, placesIn } from './period-counts.js';
import { columnCount, runArbitrary } from './period-counts.test-kit.js';
import { boardVisitorsOf, countVisitors } from './visitors.js';

/* People by the periods in which they came, counted by a set and by the index. */

const periodsOfOne = fc.uniqueArray(fc.nat(columnCount - 1), { maxLength: 12 });
const periodsOfPeople = fc.array(periodsOfOne, { maxLength: 30 });

/** Each period in which a person came, with the one before. */
const pairsOf = (periods: readonly number[]): readonly (readonly [number, number])[] =>
  periods
    .toSorted((a, b) => a - b)
    .map((period, at, all) => [period, at === 0 ? 0 : all[at - 1]! + 1]);

const came = (
  periods: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
) => periods.some((period) => period >= from && period < to);

describe('different people', () => {
  it('of a run are counted once each, group by group', () => {
    fc.assert(
      fc.property(fc.array(periodsOfPeople, { maxLength: 3 }), runArbitrary, (groups, run) => {
        const sums = distinctSums(groups.length, columnCount);
        for (const [group, people] of groups.entries()) {
          for (const periods of people) {
            for (const [period, before] of pairsOf(periods)) sums.add(group, period, before, 1);
          }
        }
        const distinct = sums.done();
        expect(groups.map((_, group) => countPeople(distinct, group, run))).toEqual(
          groups.map((people) => people.filter((periods) => came(periods, run)).length),
        );
      }),
    );
  });

  it('of a run are counted once for each board', () => {
    fc.assert(
      fc.property(fc.array(periodsOfPeople, { maxLength: 4 }), runArbitrary, (boards, run) => {
        const rows = boards.flatMap((people, board) =>
          people.flatMap((periods) =>
            pairsOf(periods).map(([period, before]) => [board, period, before] as const),
          ),
        );
        const comers = {
          board: Int32Array.from(rows, ([board]) => board),
          column: Uint16Array.from(rows, ([, column]) => column),
          before: Uint16Array.from(rows, ([, , before]) => before),
          count: new Uint32Array(rows.length).fill(1),
        };
        const visitors = boardVisitorsOf(comers, boards.length, columnCount);
        const places = placesIn(visitors.came.order, boards.length);
        const found = Array.from(places, (place) =>
          place === visitors.came.order.length
            ? 0
            : countVisitors(visitors, place, run, countAt(visitors.came, place, run)),
        );
        expect(found).toEqual(
          boards.map((people) => people.filter((periods) => came(periods, run)).length),
        );
      }),
    );
  });
});
