import {
  defaultIsTerm,
  meansBetween,
  rankedReadings,
  rankedRoles,
  sameBilling,
  sameFigures,
  sameNames,
  sameSeats,
  wholeSeries,
} from './figure-laws.js';
import type { Finding } from './finding.js';
import type { Level } from './measures.js';
import {
  bothAreNone,
  defaultPositions,
  eachOnce,
  filtersCount,
  inOrder,
  lastingColumns,
  pagesAreFull,
  reversed,
  rowsAreWhole,
  rowsFit,
  sameDeeds,
  samePositions,
  sameTotal,
  searchFindsAll,
} from './page-laws.js';
import type { Table } from './table.js';

/** Something that holds for any two answers, whichever requests brought them. */
export interface Law {
  /** The rule of the registry that it decides. */
  readonly id: string;
  /** That of the specification when left out. */
  readonly level?: 'reading';
  /** How binding its rule is; derived from what sentences say together when left out. */
  readonly binding?: 'must' | 'inferred';
  /** What holds, in our words. */
  readonly clause: string;
  /** The sentence of the specification that it follows from; of a reading, the published definition. */
  readonly sentence: string;
  /** Whether a table has anything that it is about. */
  readonly speaksOf: (table: Table) => boolean;
  /** Measures of the engine whose claims it stands for, when it is a law of claims. */
  readonly measures?: (measure: string, kind: 'time' | 'groups') => boolean;
  /** It rests on rows that were seen when a request was made, and on nothing having changed since. */
  readonly remembers?: boolean;
  readonly find?: (table: Table) => readonly Finding[];
}

const pages = ({ pages: all }: Table): boolean => all.length > 1;
const rows = ({ rows: all }: Table): boolean => new Set(all.map(({ seq }) => seq)).size > 1;
const named =
  (...names: readonly string[]) =>
  ({ figures }: Table): boolean =>
    figures.filter(({ name, data }) => names.includes(name) && data !== 0).length > 1;

/** Every law. Of those that speak of a measure the first stands for it. */
export const laws: readonly Law[] = [
  {
    id: '2.6-L1',
    clause:
      'Members by the end of a range, new members and rows of the roster are counted of one roster.',
    sentence:
      '2.6.1, 2.6.2: Membership counts describe the current roster; all and joined are those who joined by the end of the range.',
    speaksOf: named('memberCount', 'newMemberCount'),
    measures: (measure) => measure === 'members',
  },
  {
    id: '2.6-R4',
    binding: 'must',
    clause: 'inactive is the size of the current roster less the active count.',
    sentence: '2.6.4: inactive is the current roster size minus the active count.',
    speaksOf: named('memberCount'),
    measures: (measure) => measure === 'active members',
  },
  {
    id: '2.6-R5',
    binding: 'must',
    clause: 'invited counts the invitations that are outstanding now, whatever the range.',
    sentence: '2.6.5: invited ignores from and to.',
    speaksOf: named('memberCount'),
    measures: (measure) => measure === 'invitations',
  },
  {
    id: '2.4-T6',
    clause: 'Engagement of the whole workspace covers at least that of all its roles.',
    sentence: '2.4: wallEngagementMinutes without userType covers the whole workspace.',
    speaksOf: named('wallEngagementMinutes'),
    measures: (measure) => measure === 'minutes',
  },
  {
    id: '2.6-L2',
    clause: 'Visitors of a range are at least those of each part and at most those of all parts.',
    sentence: '2.6.6: visitors are scoped to the range.',
    speaksOf: named('visitorCount'),
    measures: (measure) => measure === 'visitors',
  },
  {
    id: '2.5-L2',
    clause:
      'Who is not among ten ranked has no more than the last of them; what is ranked adds up over time.',
    sentence: '2.5: rankings have at most 10 items with ranking figures.',
    speaksOf: named('topBoards', 'topUsers', 'topMedia'),
    measures: (measure) => measure.startsWith('ranked '),
  },
  {
    id: '2.8-L1',
    clause: 'What a member made in a range is what was made in its parts.',
    sentence: '2.8: boards, posts, comments and reactions of a row are those in the range.',
    speaksOf: rows,
    measures: (measure) => measure.includes(' of user '),
  },
  {
    id: '4.2-L1',
    clause: 'Active and inactive rows, by role and together, are counted of one roster.',
    sentence: '4.2: status and userType filter the rows.',
    speaksOf: rows,
    measures: (measure) => measure === 'active rows',
  },
  {
    id: '2.5-L1',
    clause: 'Roles add up: a list of roles is one figure for all of them, and no more than all.',
    sentence: '2.5: userType given as an array is one figure for the listed roles together.',
    speaksOf: named(
      'peerInteractionCount',
      'postCount',
      'commentCount',
      'attachmentCountByCategory',
    ),
    measures: (_measure, kind) => kind === 'groups',
  },
  {
    id: '2.6-L3',
    clause: 'A figure of a range is what its parts have together.',
    sentence: '2.6.6: all other metrics are scoped to the range.',
    speaksOf: named('postCount', 'commentCount', 'reactionCount', 'boardCount'),
    measures: () => true,
  },
  {
    id: '1-R6',
    binding: 'must',
    clause: 'A read changes nothing: asked again it gives the same figures.',
    sentence: '1.6: both endpoints are reads and change nothing.',
    speaksOf: named('memberCount', 'postCount'),
    find: sameFigures,
  },
  {
    id: '2.5-L6',
    clause: 'A row of a series has a month that no other row has, and one figure.',
    sentence: '2.5: monthly rows have a month key plus one figure.',
    speaksOf: ({ series }) => series.length > 0,
    find: wholeSeries,
  },
  {
    id: '2.5-L3',
    clause: 'Whatever is ranked has one name, and a medium is a video or audio.',
    sentence: '2.5: each item has a hashid and a name or title; 2.4: mediaType is video or audio.',
    speaksOf: named('topBoards', 'topUsers', 'topMedia'),
    find: sameNames,
  },
  {
    id: '2.5-L4',
    clause: 'Users who are ranked among roles have one of them.',
    sentence: '2.4: topUsers takes userType.',
    speaksOf: named('topUsers'),
    find: rankedRoles,
  },
  {
    id: '2.5-T10',
    binding: 'must',
    clause:
      'Dates and status of a subscription describe the present and do not depend on the range.',
    sentence: '2.5: dates and status describe the current billing state regardless of the range.',
    speaksOf: named('subscription'),
    find: sameBilling,
  },
  {
    id: '2.5-L5',
    clause: 'The seat count depends on the last day of the range alone.',
    sentence: '2.5: the seat count is as of the last day of the range, or today.',
    speaksOf: named('subscription'),
    find: sameSeats,
  },
  {
    id: '4.1-L1',
    clause: 'Without from and to the range is the running billing term.',
    sentence: '4.1.11: the range is the current billing term.',
    speaksOf: named('subscription'),
    find: defaultIsTerm,
  },
  {
    id: '2.8-T8b',
    binding: 'must',
    clause:
      'signupDate is the date of signing up for the service; it does not depend on the range.',
    sentence: '2.8: the date the member signed up for the service.',
    speaksOf: rows,
    find: lastingColumns('signupDate'),
  },
  {
    id: '2.8-T9a',
    binding: 'must',
    clause: 'lastActivityDate is of all time, not scoped to the range.',
    sentence: '2.8: most recent activity, all time, not scoped to the range.',
    speaksOf: rows,
    find: lastingColumns('lastActivityDate'),
  },
  {
    id: '2.8-L2',
    clause: 'A member has the same name, address and role on every page.',
    sentence: '2.8: name, username, email and userType are those of the member.',
    speaksOf: rows,
    find: lastingColumns('name', 'username', 'email', 'userType'),
  },
  {
    id: '2.8-L3',
    clause: 'Neither filter nor sort nor page changes what a row says of a range.',
    sentence: '2.8: active and the counts are those in the range.',
    speaksOf: rows,
    find: sameDeeds,
  },
  {
    id: '2.8-M3',
    binding: 'inferred',
    clause: 'Every page but the last is full.',
    sentence: '2.8: perPage is the rows per page, totalCount the rows across all pages.',
    speaksOf: ({ pages: all }) => all.length > 0,
    find: pagesAreFull,
  },
  {
    id: '2.8-T16',
    binding: 'must',
    clause:
      'The roster is the current one: the same filters have the same total, whatever the range.',
    sentence:
      '2.8: rows are the current roster; totalCount is all current members matching the filters.',
    speaksOf: pages,
    find: sameTotal,
  },
  {
    id: '4.2-T2',
    binding: 'must',
    clause: 'Both statuses together are the same as none.',
    sentence: '4.2: both listed equals omitted.',
    speaksOf: ({ pages: all }) => all.some(({ status }) => status.length === 2),
    find: bothAreNone,
  },
  {
    id: '4.2-L2',
    clause: 'Every row has a status and a role that were asked for.',
    sentence: '4.2: status and userType select rows.',
    speaksOf: ({ pages: all }) => all.some(({ status, roles }) => status.length + roles.length > 0),
    find: rowsFit,
  },
  {
    id: '4.2-L3',
    clause: 'Who has a status and a role that were asked for is listed.',
    sentence: '2.8: totalCount is all current members matching the filters.',
    speaksOf: ({ pages: all }) => all.some(({ isWhole }) => isWhole),
    find: rowsAreWhole,
  },
  {
    id: '4.2-T4',
    binding: 'must',
    clause: 'q finds every member whose name or email contains it, whatever the case.',
    sentence: '4.2: q is a case-insensitive substring match on name or email.',
    speaksOf: ({ pages: all }) => all.some(({ found, isWhole }) => found !== null && isWhole),
    remembers: true,
    find: searchFindsAll,
  },
  {
    id: '4.2-L4',
    clause: 'Filters given together list those who meet all of them.',
    sentence: '4.2: each parameter filters the rows.',
    speaksOf: ({ pages: all }) => all.some(({ isFoundAll, isWhole }) => isFoundAll && !isWhole),
    remembers: true,
    find: filtersCount,
  },
  {
    id: '4.2-R5a',
    binding: 'must',
    clause: 'Walking the pages with the same parameters gives every row once.',
    sentence: '4.2.5: a walk over all pages exports the whole roster.',
    speaksOf: ({ pages: all }) => all.some(({ rows: own }) => own.length > 0),
    find: eachOnce,
  },
  {
    id: '4.2-L5',
    clause:
      'The roster is sorted before it is cut into pages: the n-th row has one value in the column of its sort.',
    sentence: '4.2: sort orders the rows; page and perPage cut them.',
    speaksOf: pages,
    find: samePositions,
  },
  {
    id: '4.2-T7',
    binding: 'must',
    clause: 'By default the roster is sorted by name upward, 25 rows from page 1.',
    sentence: '4.2: sort is name, order asc, page 1 and perPage 25 by default.',
    speaksOf: ({ pages: all }) => all.some((page) => !page.isSorted && page.rows.length > 1),
    find: defaultPositions,
  },
  {
    id: '4.2-T6',
    binding: 'must',
    clause: 'desc is the reverse of asc.',
    sentence: '4.2: order is asc or desc.',
    speaksOf: ({ pages: all }) => all.some((page) => page.order === 'desc' && page.rows.length > 1),
    find: reversed,
  },
  {
    id: '4.2-L6',
    clause:
      'Numbers and dates are in the order that was asked for, and what has no value is at its end.',
    sentence:
      '4.2.4: rows with no value come first in an ascending page and last in a descending one.',
    speaksOf: ({ pages: all }) => all.some(({ isSorted }) => isSorted),
    find: inOrder,
  },
  {
    id: '2.6-O1',
    level: 'reading',
    clause: 'By the published definitions all figures are of one organization.',
    sentence:
      'docs/decisions.md: rankings shorter than ten are whole, types add up to all scans, rows of a role add up to its slice, the roster counts active members as metrics do.',
    speaksOf: () => true,
    measures: () => true,
    find: (table) => [...rankedReadings(table), ...meansBetween(table)],
  },
];

/** How binding a law is. */
export const levelOf = ({ level }: Law): Level => level ?? 'specification';

/** The law of claims that stands for a measure. */
export const lawOfMeasure = (level: Level, measure: string, kind: 'time' | 'groups'): Law => {
  const law = laws.find((one) => levelOf(one) === level && one.measures?.(measure, kind) === true);
  if (law === undefined) throw new Error(`No law is about ${measure}.`);
  return law;
};
