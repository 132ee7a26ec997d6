import type { MetricsPlan } from '@tallyboard/core';
import {
  contentKinds,
  type EventColumns,
  formatMonth,
  type MetricName,
  monthOfDay,
  plusMonths,
  type ResolvedQuery,
  ratioToOneDecimal,
  roles,
  secondsToMinutes,
  type UserType,
} from '../core.js';
import type { Read, Rows } from './statements.js';
import { noRole } from './tables.js';

/** What of the columns has no days: names, titles, words. */
export type Names = Pick<
  EventColumns,
  'members' | 'boards' | 'media' | 'attachmentCategories' | 'scannedTypes' | 'flagSets'
>;

interface Asked {
  readonly read: Read;
  readonly names: Names;
  readonly properties: ResolvedQuery['properties'];
}

const sum = (rows: Rows, column: number, counts: (row: readonly number[]) => boolean): number => {
  let total = 0;
  for (const row of rows) if (counts(row)) total += row[column]!;
  return total;
};

const everything = (): boolean => true;
const isMember = (role: number): boolean => role < roles.length;

const isIn = (userType: readonly UserType[] = ['all']): ((role: number) => boolean) =>
  userType.includes('all')
    ? everything
    : (role) =>
        role === noRole.anonymous
          ? userType.includes('anonymous')
          : isMember(role) && userType.includes(roles[role]!);

const rosterSize = ({ members }: Names, userType: readonly UserType[] | undefined): number =>
  members.role.reduce((size, role) => size + Number(isIn(userType)(role)), 0);

const contentCount =
  (kind: (typeof contentKinds)[number]) =>
  async ({ read, properties }: Asked): Promise<number> => {
    const code = contentKinds.indexOf(kind);
    const isWanted = isIn(properties.userType);
    return sum(await read('content'), 3, (row) => row[0] === code && isWanted(row[1]!));
  };

const ranked =
  (read: (asked: Asked) => Promise<Rows>, labelsOf: (names: Names, code: number) => object) =>
  async (asked: Asked): Promise<readonly object[]> => {
    const { sortBy = 'plays' } = asked.properties;
    return (await read(asked)).map(([code = 0, count]) => ({
      ...labelsOf(asked.names, code),
      [sortBy as string]: count,
    }));
  };

const scans = (column: number, counts: (row: readonly number[]) => boolean) => (asked: Asked) =>
  asked.read('scans').then((rows) => sum(rows, column, counts));
const isFlagged = (row: readonly number[]): boolean => row[1] !== 0;
const isViolation = (row: readonly number[]): boolean => isFlagged(row) || row[2] === 1;
const scanned = scans(3, everything);
const flagged = scans(3, isFlagged);

const countWords = (rows: Rows, wordsOf: (row: readonly number[]) => readonly string[]): object => {
  const counts: Record<string, number> = {};
  for (const row of rows) {
    for (const word of wordsOf(row)) counts[word] = (counts[word] ?? 0) + row[3]!;
  }
  return counts;
};

const figures: Readonly<Partial<Record<MetricName, (asked: Asked) => Promise<unknown>>>> = {
  memberCount: async ({ read, names, properties: { status, userType } }) => {
    if (status === 'all') return (await read('joins'))[0]![0]!;
    const active = sum(await read('active'), 1, ([role]) => isIn(userType)(role!));
    return status === 'active' ? active : rosterSize(names, userType) - active;
  },
  newMemberCount: async ({ read }) => (await read('joins'))[0]![1]!,
  boardCount: contentCount('boards'),
  postCount: contentCount('posts'),
  commentCount: contentCount('comments'),
  reactionCount: contentCount('reactions'),
  visitorCount: async ({ read }) => (await read('visitors'))[0]![0]!,
  peerInteractionCount: async ({ read, properties: { userType } }) =>
    sum(await read('content'), 3, ([, role, toPeer]) => toPeer === 1 && isIn(userType)(role!)),
  wallEngagementMinutes: async ({ read, properties: { userType } }) =>
    secondsToMinutes(sum(await read('seconds'), 1, ([role]) => isIn(userType)(role!))),
  attachmentCountByCategory: async ({ read, names, properties: { userType } }) => {
    const rows = await read('attachments');
    const isWanted = isIn(userType);
    return names.attachmentCategories
      .map((category, code) => ({
        category,
        count: sum(rows, 2, ([of, role]) => of === code && isWanted(role!)),
      }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1));
  },
  scannedItemCount: scanned,
  scannedItemCountByType: async ({ read, names }) =>
    countWords(await read('scans'), ([type]) => [names.scannedTypes[type!]!]),
  avgScanTimeMs: async (asked) =>
    ratioToOneDecimal(await scans(4, everything)(asked), 1000 * (await scanned(asked))),
  flaggedItemCount: flagged,
  flaggedItemCountByCategory: async ({ read, names }) =>
    countWords(await read('scans'), ([, flags]) => names.flagSets[flags!]!),
  moderationCatchRatePercent: async (asked) =>
    ratioToOneDecimal(100 * (await flagged(asked)), await scans(3, isViolation)(asked)),
  topBoards: ranked(
    ({ read, properties: { sortBy } }) =>
      read(sortBy === 'posts' ? 'boardsByPosts' : 'boardsByVisitors'),
    ({ boards }, code) => ({ hashid: boards.ids[code], title: boards.titles[code] }),
  ),
  topUsers: ranked(
    ({ read, properties: { sortBy } }) => read('members', sortBy === 'posts' ? 1 : 0),
    ({ members }, code) => ({ hashid: members.ids[code], name: members.names[code] }),
  ),
  topMedia: ranked(
    ({ read, properties: { mediaType } }) => read('media', mediaType === 'audio' ? 1 : 0),
    ({ media }, code) => ({ hashid: media.ids[code], title: media.titles[code] }),
  ),
};

const seriesOf = async (
  { read, properties }: Asked,
  name: MetricName,
  { range, today }: MetricsPlan,
): Promise<readonly object[]> => {
  const isWanted = isIn(properties.userType);
  const [rows, key, count] =
    name === 'postCount'
      ? ([await read('postsByMonth'), 'value', 2] as const)
      : ([await read('visitorsByMonth'), 'visitors', 1] as const);
  const first = monthOfDay(range.from);
  const length = Math.min(monthOfDay(range.to), monthOfDay(today)) - first + 1;
  return Array.from({ length }, (_, at) => {
    const month = plusMonths(first, at);
    const isCounted = (row: Rows[number]) => row[0] === month && (count === 1 || isWanted(row[1]!));
    return { month: formatMonth(month), [key]: sum(rows, count, isCounted) };
  });
};

/** The figures of a plan from what a peer reads, each thing once. */
export const figuresFrom = (
  readRows: Read,
  names: Names,
  plan: MetricsPlan,
): Promise<readonly unknown[]> => {
  const rows = new Map<string, Promise<Rows>>();
  const read: Read = (name, value = 0) => {
    const key = `${name} ${value}`;
    const known = rows.get(key) ?? readRows(name, value);
    rows.set(key, known);
    return known;
  };
  return Promise.all(
    plan.queries.map(({ name, properties }) => {
      const asked = { read, names, properties };
      return plan.byMonth ? seriesOf(asked, name, plan) : figures[name]!(asked);
    }),
  );
};
