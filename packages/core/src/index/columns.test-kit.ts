import fc from 'fast-check';
import { roles } from '../api/organizations.js';
import { contentKinds, type EventColumns } from '../events/columns.js';
import { dayOf, plusDays } from '../time.js';
import type { IndexTimes } from './periods.js';

/* Events of one organization, drawn row by row so that a failure shrinks to few rows. */

export const today = dayOf(2026, 3, 15);

const members = 4;
const knownUsers = 6;
const people = 8;
const boards = 3;
const media = 2;

const day = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: today - 400, max: today }) },
  fc.integer({ min: today - 3, max: today + 3 }),
  fc.constantFrom(
    -1,
    0,
    dayOf(1812, 3, 4),
    dayOf(2099, 1, 1),
    dayOf(2026, 2, 28),
    dayOf(2026, 3, 1),
  ),
);

const table = <Row extends object>(row: fc.Arbitrary<Row>, maxLength: number) =>
  fc.array(row, { maxLength, size: 'max' });

const rows = fc.record({
  content: table(
    fc.record({
      day,
      kind: fc.nat(contentKinds.length - 1),
      author: fc.integer({ min: -1, max: knownUsers - 1 }),
      board: fc.nat(boards - 1),
      toPeer: fc.nat(1),
    }),
    60,
  ),
  visits: table(
    fc.record({
      day,
      visitor: fc.nat(people - 1),
      board: fc.nat(boards - 1),
      seconds: fc.constantFrom(0, 29, 61, 70_000),
    }),
    60,
  ),
  attachments: table(
    fc.record({ day, author: fc.integer({ min: -1, max: knownUsers - 1 }), category: fc.nat(1) }),
    20,
  ),
  plays: table(fc.record({ day, media: fc.nat(media - 1) }), 20),
  scans: table(
    fc.record({
      day,
      type: fc.nat(1),
      durationMs: fc.constantFrom(0, 7, 10.05),
      removed: fc.nat(1),
      flags: fc.nat(2),
    }),
    20,
  ),
});

const columnTypes = {
  day: Int32Array,
  kind: Uint8Array,
  author: Int32Array,
  board: Int32Array,
  toPeer: Uint8Array,
  visitor: Int32Array,
  seconds: Float64Array,
  category: Uint32Array,
  media: Int32Array,
  type: Uint32Array,
  durationMs: Float64Array,
  removed: Uint8Array,
  flags: Uint32Array,
};

/** Rows as columns; no rows still have all columns. */
const columnsOf = <Name extends keyof typeof columnTypes>(
  names: readonly Name[],
  from: readonly Readonly<Record<Name, number>>[],
) =>
  Object.fromEntries(
    names.map((name) => [name, new columnTypes[name](from.map((row) => row[name]))]),
  ) as { readonly [N in Name]: InstanceType<(typeof columnTypes)[N]> };

const list = (kind: string, length: number): readonly string[] =>
  Array.from({ length }, (_, code) => `${kind}${code}`);

/** The columns of an organization with a few people and boards; rows in any order. */
export const columnsArbitrary: fc.Arbitrary<EventColumns> = fc
  .tuple(
    rows,
    fc.array(fc.nat(roles.length - 1), { minLength: members, maxLength: members }),
    fc.array(day, { minLength: members, maxLength: members }),
  )
  .map(([drawn, role, joined]) => ({
    organizationId: 'wksp_0123456789abcdef',
    members: {
      ids: list('u', members),
      role: Uint8Array.from(role),
      joined: Int32Array.from(joined),
      signup: Int32Array.from(joined),
      names: ['Ada', 'bo', '', 'Zo\u00eb'],
      usernames: [null, 'bo', 'c', 'd'],
      emails: ['ada@x.test', null, '', 'Z@x.test'],
    },
    knownUsers,
    people,
    boards: { ids: list('b', boards), titles: list('Board ', boards) },
    content: columnsOf(['day', 'kind', 'author', 'board', 'toPeer'], drawn.content),
    visits: columnsOf(['day', 'visitor', 'board', 'seconds'], drawn.visits),
    attachments: columnsOf(['day', 'author', 'category'], drawn.attachments),
    attachmentCategories: ['video', 'file'],
    plays: columnsOf(['day', 'media'], drawn.plays),
    media: { ids: list('m', media), titles: list('Item ', media), categories: ['video', 'audio'] },
    scans: columnsOf(['day', 'type', 'durationMs', 'removed', 'flags'], drawn.scans),
    scannedTypes: ['text', '__proto__'],
    flagSets: [[], ['spam'], ['hate', 'spam']],
    invitations: Uint32Array.from(roles, (_, code) => code),
    billingTerms: [],
    seatChanges: [],
  }));

/** Times with terms of all kinds, and a creation before, within or after everything. */
export const timesArbitrary: fc.Arbitrary<IndexTimes> = fc
  .tuple(
    fc.constantFrom(0, -1, 1, 40, -400, -3000, -80_000),
    fc.array(fc.tuple(fc.integer({ min: -900, max: 90 }), fc.nat({ max: 700 })), { maxLength: 2 }),
  )
  .map(([created, terms]) => ({
    createdOn: plusDays(today, created),
    billingTerms: terms.map(([start, length]) => ({
      startsOn: plusDays(today, start),
      endsOn: plusDays(today, start + length),
    })),
    today,
  }));
