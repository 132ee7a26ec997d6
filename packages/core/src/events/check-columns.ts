import { failArgument, readArgument } from '../model/fail-argument.js';
import { roles } from '../model/role.js';
import {
  columnTypes,
  eventTables,
  groupTables,
  knownTables,
  list,
  type Tables,
  things,
} from './column-tables.js';
import { contentKinds, type EventColumns } from './columns.js';
import type { GroupedColumns, ThingGroups } from './grouped.js';

/*
 * An index is made of columns that a program may have put together itself. A column that is too short, or a code
 * that stands for nothing, would only make figures wrong. Authors, boards and media without a place count as none.
 * Long columns are looked through where they are counted, once more only for a message.
 */

type Parts = Readonly<Record<PropertyKey, unknown>> | null | undefined;

/** Whether a value is a list, or the texts of an index that was stored. */
const isList = (value: unknown): boolean =>
  Array.isArray(value) ||
  (typeof value === 'object' &&
    typeof (value as Parts)?.['at'] === 'function' &&
    !ArrayBuffer.isView(value));

const isOf = (column: unknown, type: string): column is Codes =>
  type === list ? isList(column) : (column as Parts)?.[Symbol.toStringTag] === type;

/** Throws a TypeError for a column of a wrong type, or of a length other than the one wanted. */
const refuseColumn = (place: string, column: unknown, type: string, rows: string): never => {
  if (isOf(column, type)) return failArgument(`${place}.length`, column.length, rows);
  // Shown by its type: a column may have millions of numbers.
  const shown =
    typeof column === 'object' ? Object.prototype.toString.call(column).slice(8, -1) : column;
  return failArgument(place, shown, type);
};

/** Checks that the columns of tables have their types, and those of each are equally long. */
const checkTables = (prefix: string, source: Parts, tables: Tables): void => {
  for (const [table, names] of tables) {
    const columns = source?.[table] as Parts;
    let rows = -1;
    // A thing without a number counts as one.
    const all = names === things && columns?.['count'] !== undefined ? [...names, 'count'] : names;
    for (const name of all) {
      const column = columns?.[name];
      const type = columnTypes.get(name)!;
      if (!isOf(column, type) || (rows >= 0 && column.length !== rows)) {
        const first = `${prefix}${table}.${names[0]!}`;
        refuseColumn(`${prefix}${table}.${name}`, column, type, `${rows}, as ${first} has`);
      }
      rows = (column as Codes).length;
    }
  }
};

type Codes = Int32Array | Uint8Array | Uint16Array | Uint32Array;

/** Throws a TypeError that names the first code of a column that is not below a number. */
export const checkCodes = (place: string, column: Codes, count: number): void => {
  for (let row = 0; row < column.length; row++) {
    if (column[row]! < count) continue;
    failArgument(`${place}[${row}]`, column[row], `a number below ${count}`);
  }
};

const checkCount = (place: string, count: number, least: number): void => {
  if (Number.isInteger(count) && count >= least) return;
  failArgument(place, count, `a whole number of at least ${least}`);
};

const checkList = (name: string, value: unknown): void => {
  if (!isOf(value, list)) refuseColumn(name, value, list, '');
};

/** Checks what groups and the columns that they come from have in common. */
const checkKnown = (groups: GroupedColumns): void => {
  checkTables('', groups as unknown as Parts, knownTables);
  checkList('billingTerms', groups.billingTerms);
  checkList('seatChanges', groups.seatChanges);
  const { invitations, members } = groups;
  if (!isOf(invitations, 'Uint32Array') || invitations.length !== roles.length) {
    refuseColumn('invitations', invitations, 'Uint32Array', `${roles.length}, one for each role`);
  }
  checkCodes('members.role', members.role, roles.length);
};

/** Checks columns of attachments and scans, few beside other events, which have the same codes in groups. */
const checkWords = (
  place: string,
  { attachments, scans, ...known }: EventColumns | GroupedColumns,
): void => {
  const { attachmentCategories, scannedTypes, flagSets } = known;
  checkList('attachmentCategories', attachmentCategories);
  checkList('scannedTypes', scannedTypes);
  checkList('flagSets', flagSets);
  checkCodes(`${place}.attachments.category`, attachments.category, attachmentCategories.length);
  checkCodes(`${place}.scans.type`, scans.type, scannedTypes.length);
  checkCodes(`${place}.scans.flags`, scans.flags, flagSets.length);
  checkCodes(`${place}.scans.removed`, scans.removed, 2);
};

/** Throws a TypeError that names the first column of events that cannot be counted. */
export const checkColumns = (columns: EventColumns): void =>
  readArgument('columns', () => {
    checkTables('columns.', columns as unknown as Parts, eventTables);
    checkCodes('columns.members.role', columns.members.role, roles.length);
    checkCount('columns.knownUsers', columns.knownUsers, columns.members.role.length);
    checkCount('columns.people', columns.people, columns.knownUsers);
    checkWords('columns', columns);
  });

/** The tables of groups by the names that they have here. */
const tablesOf = (groups: GroupedColumns): Readonly<Record<string, ThingGroups>> => {
  const tables: Record<string, unknown> = { ...groups };
  const content = groups.content as Parts;
  for (const kind of contentKinds) tables[`content.${kind}`] = content?.[kind];
  return tables as Readonly<Record<string, ThingGroups>>;
};

/** Throws a TypeError that names the first column of groups that no index can be made of. */
export const checkGroups = (groups: GroupedColumns): void =>
  readArgument('groups', () => {
    checkTables('groups.', tablesOf(groups), groupTables);
    checkKnown(groups);
    const { members, lastSeen, toPeers, engagement, attachments } = groups;
    const { length } = members.ids;
    if (!isOf(lastSeen, 'Int32Array') || lastSeen.length !== length) {
      refuseColumn('groups.lastSeen', lastSeen, 'Int32Array', `${length}, one for each member`);
    }
    checkCodes('groups.toPeers.role', toPeers.role, roles.length);
    checkCodes('groups.engagement.group', engagement.group, roles.length + 2);
    checkCodes('groups.attachments.role', attachments.role, roles.length);
    checkWords('groups', groups);
    for (const name of ['visitors', 'boardVisitors'] as const) {
      const { period, before } = groups[name];
      for (let row = 0; row < period.length; row++) {
        if (before[row]! <= period[row]!) continue;
        const accepted = `0, or at most ${period[row]!}: one more than the period before it`;
        failArgument(`groups.${name}.before[${row}]`, before[row], accepted);
      }
    }
  });

/** Throws a TypeError that names the first period behind the last edge. */
export const refusePeriods = (groups: GroupedColumns, edges: number): void => {
  const tables = tablesOf(groups);
  for (const [name, columns] of groupTables) {
    if (!columns.includes('period')) continue;
    checkCodes(`groups.${name}.period`, tables[name]!.period, edges + 1);
  }
};

/** Throws a TypeError unless days are those on which periods begin. */
export const checkEdges = (edges: Int32Array): void => {
  const as = 'as periodEdges gives them';
  if (!isOf(edges, 'Int32Array') || edges.length === 0) failArgument('edges', edges, `days, ${as}`);
  for (let at = 1; at < edges.length; at++) {
    if (edges[at]! > edges[at - 1]!) continue;
    failArgument(`edges[${at}]`, edges[at], `a day after the one before it, ${as}`);
  }
};
