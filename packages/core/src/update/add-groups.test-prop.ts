import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentKinds, type EventColumns } from '../events/columns.js';
import { groupEvents } from '../events/group-events.js';
import type { GroupedColumns } from '../events/grouped.js';
import { columnsArbitrary, timesArbitrary, today } from '../index/columns.test-kit.js';
import { buildIndex, indexGroups, type OrganizationIndex } from '../index/organization-index.js';
import { type IndexTimes, periodEdges } from '../index/periods.js';
import { decodeIndex, encodeIndex } from '../index/stored-index.js';
import { addGroups } from './add-groups.js';

const bytesOf = (index: OrganizationIndex): Buffer => Buffer.from(encodeIndex(index));

type Column = Int32Array | Uint8Array | Uint32Array | Float64Array;

/** The rows of a table that are wanted, each so many times. */
const rowsThat = <T>(table: T, isWanted: (row: number) => boolean, times = 1): T =>
  Object.fromEntries(
    Object.entries(table as Record<string, Column>).map(([name, column]) => {
      const wanted = [...column].filter((_, row) => isWanted(row));
      const repeated = wanted.flatMap((value) => new Array<number>(times).fill(value));
      return [name, (column.constructor as Uint32ArrayConstructor).from(repeated)];
    }),
  ) as T;

const eventsThat = (
  columns: EventColumns,
  isWanted: (row: number) => boolean,
  times = 1,
): EventColumns => ({
  ...columns,
  content: rowsThat(columns.content, isWanted, times),
  visits: rowsThat(columns.visits, isWanted),
  attachments: rowsThat(columns.attachments, isWanted),
  plays: rowsThat(columns.plays, isWanted, times),
});

/** Some content, and all boards: what was not added went to no peer. */
const contentAndBoards = (
  { content }: EventColumns,
  isAdded: (row: number) => boolean,
): EventColumns['content'] => {
  const boards = contentKinds.indexOf('boards');
  const toPeer = content.toPeer.map((to, row) => (isAdded(row) ? to : 0));
  const isBoard = (row: number): boolean => content.kind[row] === boards;
  return rowsThat({ ...content, toPeer }, (row) => isBoard(row) || isAdded(row));
};

/** The counts of all events, from an index of those before and the others. */
const addedUp = (
  all: EventColumns,
  isAdded: (row: number) => boolean,
  before: IndexTimes,
  times: IndexTimes,
  isStored: boolean,
): GroupedColumns | null => {
  const edges = periodEdges(times);
  const built = buildIndex(
    eventsThat(all, (row) => !isAdded(row)),
    before,
  );
  const decoded = decodeIndex(encodeIndex(built));
  const index = isStored && decoded._tag === 'Right' ? decoded.right : built;
  // All scans and boards, as they are.
  const content = contentAndBoards(all, isAdded);
  const added = groupEvents({ ...eventsThat(all, isAdded), content }, edges);
  const came = new Set([...all.visits.visitor].filter((_, row) => isAdded(row)));
  const again = (row: number): boolean => came.has(all.visits.visitor[row]!);
  const visits = rowsThat(all.visits, again);
  const then = rowsThat(all.visits, (row) => again(row) && !isAdded(row));
  const { visitors, boardVisitors, lastSeen } = groupEvents(
    { ...eventsThat(all, isAdded), content, visits },
    edges,
  );
  const earlier = groupEvents({ ...all, visits: then }, edges);
  return addGroups(
    index,
    { groups: { ...added, visitors, boardVisitors, lastSeen }, earlier },
    times,
  );
};

const later = (times: IndexTimes, days: number): IndexTimes => ({
  ...times,
  today: (times.today + days) as IndexTimes['today'],
});

describe('an index and what was added since', () => {
  it('are the index of all events, to the byte', () => {
    let [same, anew] = [0, 0];
    fc.assert(
      fc.property(
        columnsArbitrary,
        timesArbitrary,
        timesArbitrary,
        fc.record({
          draws: fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 20 }),
          copies: fc.constantFrom(1, 1, 7, 90),
          days: fc.constantFrom(0, 0, 1, 20, 90),
          isOther: fc.boolean(),
          isStored: fc.boolean(),
        }),
        (drawn, before, other, { draws, copies, days, isOther, isStored }) => {
          const all = eventsThat(drawn, () => true, copies);
          const isAdded = (row: number): boolean => draws[row % draws.length] === 0;
          const times = isOther ? other : later(before, days);
          const grouped = addedUp(all, isAdded, before, times, isStored);
          if (grouped === null) {
            anew += 1;
            // The same times never cut a period in two.
            expect(isOther || days > 0).toBe(true);
            return;
          }
          same += 1;
          const wanted = bytesOf(buildIndex(all, times));
          expect(bytesOf(indexGroups(grouped, times)).equals(wanted)).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
    expect(Math.min(same, anew)).toBeGreaterThan(5);
  });

  it('know media that were added, wherever their ids stand', () => {
    const times: IndexTimes = { createdOn: today, billingTerms: [], today };
    const universe = ['a', 'm0', 'm05', 'm1', 'z'];
    const some = fc.subarray(universe);
    const mediaOf = (ids: readonly string[]): EventColumns['media'] => ({
      ids,
      titles: ids.map((id) => `title of ${id}`),
      categories: ids.map((id) => (id < 'm1' ? 'video' : 'audio')),
    });
    const playsOf = (ids: readonly string[]): EventColumns['plays'] => ({
      day: new Int32Array(ids.length).fill(today),
      media: Int32Array.from(ids.keys()),
    });
    fc.assert(
      fc.property(columnsArbitrary, some, some, (drawn, before, added) => {
        const having = (ids: readonly string[], played: EventColumns['plays']): EventColumns => ({
          ...drawn,
          media: mediaOf(ids),
          plays: played,
        });
        const decoded = decodeIndex(
          encodeIndex(buildIndex(having(before, playsOf(before)), times)),
        );
        if (decoded._tag === 'Left') throw new Error(decoded.left.detail);
        const none = {
          ...eventsThat(having(added, playsOf(added)), () => false),
          content: contentAndBoards(drawn, () => false),
        };
        const groups = groupEvents({ ...none, plays: playsOf(added) }, periodEdges(times));
        const { visitors, boardVisitors } = groups;
        const earlier = { visitors, boardVisitors };
        const grouped = addGroups(
          decoded.right,
          { groups: { ...groups, scans: groupEvents(drawn, periodEdges(times)).scans }, earlier },
          times,
        );
        const all = universe.filter((id) => before.includes(id) || added.includes(id));
        const plays = [...before, ...added].map((id) => all.indexOf(id));
        const whole = having(all, {
          day: new Int32Array(plays.length).fill(today),
          media: Int32Array.from(plays),
        });
        expect(
          bytesOf(indexGroups(grouped!, times)).equals(bytesOf(buildIndex(whole, times))),
        ).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('are counted anew where a member has left or changed roles, or a board is gone', () => {
    const times: IndexTimes = { createdOn: today, billingTerms: [], today };
    fc.assert(
      fc.property(columnsArbitrary, fc.nat({ max: 2 }), (columns, which) => {
        const index = buildIndex(columns, times);
        const groups = groupEvents(columns, periodEdges(times));
        const { members, boards, visitors, boardVisitors } = groups;
        const less = { ids: boards.ids.slice(1), titles: boards.titles.slice(1) };
        const changed = [
          { members: { ...members, ids: ['t', ...members.ids.slice(1)] } },
          { members: { ...members, role: members.role.map((role) => (role + 1) % 3) } },
          { boards: less },
        ][which]!;
        const added = { groups: { ...groups, ...changed }, earlier: { visitors, boardVisitors } };
        expect(addGroups(index, added, times)).toBeNull();
      }),
      { numRuns: 30 },
    );
  });
});
