import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsArbitrary, today } from '../index/columns.test-kit.js';
import { buildIndex, indexGroups } from '../index/organization-index.js';
import { periodEdges } from '../index/periods.js';
import { contentKinds, type EventColumns } from './columns.js';
import { groupEvents } from './group-events.js';
import type { GroupedColumns } from './grouped.js';

const times = { createdOn: today, billingTerms: [], today };
const edges = periodEdges(times);

type Column = readonly unknown[] | Int32Array;
type Table = Readonly<Record<string, Column>>;

const isColumn = (value: unknown): value is Column =>
  Array.isArray(value) || ArrayBuffer.isView(value);

/** The tables of some columns, each by its path. */
const tablesIn = (source: object, path: readonly string[] = []): (readonly [string, Table])[] =>
  Object.entries(source).flatMap(([name, value]) => {
    const isObject = typeof value === 'object' && value !== null && !isColumn(value);
    if (!isObject) return [];
    const at = [...path, name];
    const isTable = Object.values(value as object).every(isColumn);
    return isTable ? [[at.join('.'), value as Table]] : tablesIn(value as object, at);
  });

const withPart = <A>(source: A, path: readonly string[], part: unknown): A => {
  const [name, ...rest] = path;
  if (name === undefined) return part as A;
  const parts = source as Readonly<Record<string, unknown>>;
  return { ...parts, [name]: withPart(parts[name], rest, part) } as A;
};

/** Columns of which each table has rows, and all of their groups. */
const isFull = (columns: EventColumns): boolean =>
  [columns, groupEvents(columns, edges)].every((source) =>
    tablesIn(source).every(([, table]) => Object.values(table).every(({ length }) => length > 1)),
  );
const columns = fc.sample(columnsArbitrary, { seed: 1, numRuns: 300 }).find(isFull)!;
const counted = <G extends { readonly thing: Int32Array }>(groups: G): G => ({
  ...groups,
  count: new Uint32Array(groups.thing.length).fill(1),
});
const counts = groupEvents(columns, edges);
const groups = { ...counts, plays: counted(counts.plays), boardPosts: counted(counts.boardPosts) };

const sources = [
  {
    name: 'columns',
    source: columns,
    use: (of: EventColumns) => buildIndex(of, times),
    tables: 8,
  },
  {
    name: 'groups',
    source: groups,
    use: (of: GroupedColumns) => indexGroups(of, times),
    tables: 15,
  },
] as readonly { name: string; source: object; use: (of: never) => unknown; tables: number }[];

describe.each(sources)('$name', ({ name, source, use, tables: count }) => {
  const tables = tablesIn(source);
  const paths = tables.flatMap(([path, table]) =>
    Object.keys(table).map((column) => [...path.split('.'), column]),
  );
  const partOf = (path: readonly string[]): Column =>
    path.reduce<unknown>(
      (of, part) => (of as Readonly<Record<string, unknown>>)[part],
      source,
    ) as Column;
  const using = (path: readonly string[], part: unknown) => () =>
    use(withPart(source, path, part) as never);

  it('are sound as they are', () => {
    expect(tables).toHaveLength(count);
    expect(() => use(source as never)).not.toThrow();
  });

  it.each(paths.map((path) => [path.join('.'), path] as const))(
    'are refused where %s is too short, of another type, or missing',
    (place, path) => {
      const column = partOf(path);
      const prefix = String.raw`(?:${name}\.)?`;
      const table = `${prefix}${path.slice(0, -1).join(String.raw`\.`)}`;
      const uneven = new RegExp(
        String.raw`^${table}\.\w+\.length is \d+; give \d+, as ${table}\.\w+ has\.$`,
      );
      expect(using(path, column.slice(1))).toThrow(uneven);
      const other = ArrayBuffer.isView(column)
        ? Array.from(column)
        : new Float32Array(column.length);
      const typed = ArrayBuffer.isView(column) ? column.constructor.name : 'a list';
      const shown = ArrayBuffer.isView(column) ? 'Array' : 'Float32Array';
      expect(using(path, other)).toThrow(
        new RegExp(`^${prefix}${place} is "${shown}"; give ${typed}\\.$`),
      );
      // A thing without a number counts as one.
      if (/^(plays|boardPosts).count$/.test(place)) return;
      expect(using(path, undefined)).toThrow(
        new RegExp(`^${prefix}${place} is nothing; give ${typed}\\.$`),
      );
    },
  );
});

/** A column whose first number is another. */
const first = <C extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(
  column: C,
  value: number,
): C => {
  const copy = column.slice();
  copy[0] = value;
  return copy as C;
};

describe('numbers that stand for nothing', () => {
  const { scans, visits, content, attachments, members } = columns;
  const badColumns: readonly (readonly [Partial<EventColumns>, string])[] = [
    [{ people: 2 }, 'columns.people is 2; give a whole number of at least 6.'],
    [{ knownUsers: 3 }, 'columns.knownUsers is 3; give a whole number of at least 4.'],
    [{ knownUsers: Number.NaN }, 'columns.knownUsers is NaN; give a whole number of at least 4.'],
    [
      { visits: { ...visits, visitor: first(visits.visitor, 8) } },
      'columns.visits.visitor[0] is 8; give a number below 8.',
    ],
    [
      { content: { ...content, kind: first(content.kind, 4) } },
      'columns.content.kind[0] is 4; give a number below 4.',
    ],
    [
      { attachments: { ...attachments, category: first(attachments.category, 2) } },
      'columns.attachments.category[0] is 2; give a number below 2.',
    ],
    [
      { scans: { ...scans, type: first(scans.type, 2) } },
      'columns.scans.type[0] is 2; give a number below 2.',
    ],
    [
      { scans: { ...scans, flags: first(scans.flags, 3) } },
      'columns.scans.flags[0] is 3; give a number below 3.',
    ],
    [
      { scans: { ...scans, removed: first(scans.removed, 2) } },
      'columns.scans.removed[0] is 2; give a number below 2.',
    ],
    [
      { members: { ...members, role: first(members.role, 7) } },
      'columns.members.role[0] is 7; give a number below 7.',
    ],
    [{ invitations: new Uint32Array(6) }, 'invitations.length is 6; give 7, one for each role.'],
    [{ flagSets: undefined as never }, 'flagSets is nothing; give a list.'],
    [{ visits: null as never }, 'columns.visits.day is nothing; give Int32Array.'],
  ];
  it.each(badColumns)('are no columns: %#', (part, message) => {
    const wrong = { ...columns, ...part };
    expect(() => buildIndex(wrong, times)).toThrow(new TypeError(message));
  });

  const behind = edges.length + 1;
  const below = `give a number below ${behind}.`;
  const { engagement, visitors, boardVisitors, toPeers } = groups;
  const withPeriod = <G extends { readonly period: Uint16Array }>(of: G): G => ({
    ...of,
    period: first(of.period, behind),
  });
  const kinds = contentKinds.map((kind): readonly [Partial<GroupedColumns>, string] => [
    { content: { ...groups.content, [kind]: withPeriod(groups.content[kind]) } },
    `groups.content.${kind}.period[0] is ${behind}; ${below}`,
  ]);
  const others = (
    ['boardPosts', 'plays', 'toPeers', 'engagement', 'attachments', 'scans'] as const
  ).map((name): readonly [Partial<GroupedColumns>, string] => [
    { [name]: withPeriod(groups[name]) },
    `groups.${name}.period[0] is ${behind}; ${below}`,
  ]);
  const badGroups: readonly (readonly [Partial<GroupedColumns>, string])[] = [
    ...kinds,
    ...others,
    [
      { engagement: { ...engagement, group: first(engagement.group, 9) } },
      'groups.engagement.group[0] is 9; give a number below 9.',
    ],
    [
      { toPeers: { ...toPeers, role: first(toPeers.role, 7) } },
      'groups.toPeers.role[0] is 7; give a number below 7.',
    ],
    [
      { attachments: { ...groups.attachments, role: first(groups.attachments.role, 7) } },
      'groups.attachments.role[0] is 7; give a number below 7.',
    ],
    [
      {
        visitors: {
          ...visitors,
          period: first(visitors.period, 3),
          before: first(visitors.before, 4),
        },
      },
      'groups.visitors.before[0] is 4; give 0, or at most 3: one more than the period before it.',
    ],
    [
      {
        boardVisitors: {
          ...boardVisitors,
          period: first(boardVisitors.period, 3),
          before: first(boardVisitors.before, 4),
        },
      },
      'groups.boardVisitors.before[0] is 4; give 0, or at most 3: one more than the period before it.',
    ],
    [
      { lastSeen: groups.lastSeen.slice(1) },
      'groups.lastSeen.length is 3; give 4, one for each member.',
    ],
    [{ content: undefined as never }, 'groups.content.boards.period is nothing; give Uint16Array.'],
  ];
  it.each(badGroups)('are no groups: %#', (part, message) => {
    const wrong = { ...groups, ...part };
    expect(() => indexGroups(wrong, times)).toThrow(new TypeError(message));
  });

  it.each<[unknown, string]>([
    [[], 'edges is []; give days, as periodEdges gives them.'],
    [new Int32Array(0), 'edges is {}; give days, as periodEdges gives them.'],
    [
      Int32Array.of(5, 7, 7),
      'edges[2] is 7; give a day after the one before it, as periodEdges gives them.',
    ],
  ])('are no edges: %j', (wrong, message) => {
    expect(() => groupEvents(columns, wrong as Int32Array)).toThrow(new TypeError(message));
  });
});
