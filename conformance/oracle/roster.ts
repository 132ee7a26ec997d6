import {
  type DateRange,
  type Day,
  dayOfInstant,
  formatDay,
  type Instant,
  type RosterPage,
  type RosterQuestion,
  type RosterRow,
} from '@tallyboard/core/vocabulary';
import { readOnce } from '../src/model/read-once.js';
import {
  authorOf,
  type ContentKind,
  contentKinds,
  contentNames,
  countByAuthor,
} from './content.js';
import {
  allRows,
  ascending,
  currentMembers,
  instantOf,
  nameOf,
  type OracleWorld,
  userOf,
} from './world.js';

/** The day of everyone's latest content or visit here, of all time, also one to come (2.8). */
const lastDays = readOnce((world: OracleWorld): ReadonlyMap<string | null, Day> => {
  const days = new Map<string | null, Day>();
  const add = (userId: string | null, instant: Instant): void => {
    const day = dayOfInstant(instant);
    const before = days.get(userId);
    if (before === undefined || before < day) days.set(userId, day);
  };
  for (const kind of Object.values(contentKinds)) {
    for (const row of allRows(world, kind)) add(authorOf(row), instantOf(row));
  }
  for (const visit of allRows(world, 'visit')) add(visit.userId, visit.at);
  return days;
});

/** A row for every current member, whenever they joined (2.8). */
export const oracleRows = (world: OracleWorld, range: DateRange): readonly RosterRow[] => {
  const made = contentNames.map((kind) => [kind, countByAuthor(world, kind, range)] as const);
  return currentMembers(world).map(({ userId, role }) => {
    const user = userOf(world, userId);
    const lastDay = lastDays(world).get(userId);
    const counts = Object.fromEntries(
      made.map(([kind, byAuthor]) => [kind, byAuthor.get(userId) ?? 0]),
    ) as Readonly<Record<ContentKind, number>>;
    return {
      id: userId,
      name: nameOf(user),
      username: user.username,
      email: user.email,
      userType: role === 'owner' ? 'admin' : role,
      active: Object.values(counts).some((count) => count > 0),
      signupDate: formatDay(user.signupDate),
      lastActivityDate: lastDay === undefined ? null : formatDay(lastDay),
      ...counts,
    };
  });
};

/** Text as it is searched and sorted: accents in one spelling, case aside (4.2). */
const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** A row with what it is sorted by, made once: of long rosters each row is compared many times. */
const sortedBy = (row: RosterRow, { sort }: RosterQuestion) => {
  const value = row[sort] ?? '';
  return { row, value: typeof value === 'number' ? value : folded(value) };
};

/**
 * One page of rows: filtered, sorted, and cut (4.2). Ascending is by the sort column, what has no value first,
 * then by id (4.2.4); descending is ascending backwards.
 */
export const oraclePage = (all: readonly RosterRow[], question: RosterQuestion): RosterPage => {
  const { status, userTypes } = question;
  const q = folded(question.q);
  const rows = all
    .filter(({ active }) => status === null || active === (status === 'active'))
    .filter(({ userType }) => userTypes.length === 0 || userTypes.includes(userType))
    .filter(({ name, email }) => [name, email ?? ''].some((text) => folded(text).includes(q)))
    .map((row) => sortedBy(row, question))
    .sort((a, b) => ascending(a.value, b.value) || ascending(a.row.id, b.row.id))
    .map(({ row }) => row);
  const ordered = question.order === 'asc' ? rows : rows.toReversed();
  const start = (question.page - 1) * question.perPage;
  return { rows: ordered.slice(start, start + question.perPage), totalCount: rows.length };
};

/** One page of the roster (4.2). */
export const oracleRoster = (
  world: OracleWorld,
  question: RosterQuestion,
  range: DateRange,
): RosterPage => oraclePage(oracleRows(world, range), question);
