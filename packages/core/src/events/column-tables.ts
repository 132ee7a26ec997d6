import { contentKinds } from './columns.js';

/** The type of a column that is no typed array. */
export const list = 'a list';

const namesByType: Readonly<Record<string, readonly string[]>> = {
  [list]: ['ids', 'names', 'usernames', 'emails', 'titles', 'categories'],
  Int32Array: ['joined', 'signup', 'day', 'author', 'board', 'visitor', 'media', 'thing'],
  Uint8Array: ['role', 'kind', 'toPeer', 'removed', 'group'],
  Uint16Array: ['period', 'before'],
  Uint32Array: ['category', 'type', 'flags', 'count'],
  Float64Array: ['seconds', 'durationMs', 'micros'],
};

/** The type of a column by its name: those of one name have the same in all tables. */
export const columnTypes: ReadonlyMap<string, string> = new Map(
  Object.entries(namesByType).flatMap(([type, names]) => names.map((name) => [name, type])),
);

/** The columns of each table, which are equally long. */
export type Tables = readonly (readonly [table: string, columns: readonly string[]])[];

/** The columns of things, beside which there may be `count`. */
export const things: readonly string[] = ['period', 'thing'];

/** The tables of `KnownColumns`. */
export const knownTables: Tables = [
  ['members', ['ids', 'role', 'joined', 'signup', 'names', 'usernames', 'emails']],
  ['boards', ['ids', 'titles']],
  ['media', ['ids', 'titles', 'categories']],
];

/** What `EventColumns` has beside them: of members and boards only what events are counted by. */
export const eventTables: Tables = [
  ['members', ['role']],
  ['boards', ['ids']],
  ['content', ['day', 'kind', 'author', 'board', 'toPeer']],
  ['visits', ['day', 'visitor', 'board', 'seconds']],
  ['attachments', ['day', 'author', 'category']],
  ['plays', ['day', 'media']],
  ['scans', ['day', 'type', 'durationMs', 'removed', 'flags']],
];

/** What `GroupedColumns` has beside them. */
export const groupTables: Tables = [
  ...contentKinds.map((kind) => [`content.${kind}`, things] as const),
  ['boardPosts', things],
  ['plays', things],
  ['toPeers', ['period', 'role', 'count']],
  ['visitors', ['period', 'before', 'count']],
  ['boardVisitors', ['period', 'before', 'count', 'board']],
  ['engagement', ['period', 'group', 'seconds']],
  ['attachments', ['period', 'role', 'category', 'count']],
  ['scans', ['period', 'type', 'flags', 'removed', 'count', 'micros']],
];
