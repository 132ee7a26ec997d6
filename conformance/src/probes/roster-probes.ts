import { limits } from '@tallyboard/core/vocabulary';
import { combinedFilters } from './combined-filters.js';
import { closedRange, earliestRange, partsOf, rangeAround, ranged } from './entries.js';
import {
  type Draft,
  type Family,
  type Make,
  type Pairs,
  type Probe,
  type ProbeContext,
  probe,
  type SeenRow,
} from './probe.js';
import { pieceOfNobody, piecesOfOne, pieceToFind } from './search-words.js';

/** The closed range in pages of a hundred, with more parameters. */
const closed =
  (...more: Pairs): Make<Pairs> =>
  ({ month }) => [...ranged(closedRange(month)), ['perPage', '100'], ...more];

const roster = (
  id: string,
  says: string,
  query: (context: ProbeContext) => Pairs | null,
  more: Partial<Probe> = {},
): Probe =>
  probe({
    id,
    endpoint: 'roster',
    kind: 'valid',
    says,
    draft: (context) => {
      const pairs = query(context);
      return pairs === null ? null : { query: pairs };
    },
    ...more,
  });

/** The page size under which the roster has more than one page, so that it can be walked. */
const walkSize = (totalCount: number): number =>
  totalCount > 100 ? 100 : Math.max(1, Math.ceil(totalCount / 3));

/** A walk of the roster by name; every step has the same parameters but for its page. */
const walk =
  (page: (size: number, totalCount: number) => number | null) =>
  ({ month, roster: seen }: ProbeContext): Pairs | null => {
    if (seen === null || seen.totalCount < 2) return null;
    const size = walkSize(seen.totalCount);
    const wanted = page(size, seen.totalCount);
    if (wanted === null) return null;
    return [
      ...ranged(closedRange(month)),
      ['perPage', String(size)],
      ['page', String(wanted)],
      ['sort', 'name'],
    ];
  };

/** The page of a hundred rows with the largest offset (4.2.2). */
const pagesMax = 1 + Math.floor(limits.pageOffsetMax / limits.perPageMax);

/** The most pages that a walk spends without being asked for more. */
export const walkPagesMax = 6;

const step = (number: number) =>
  walk((size, totalCount) => {
    const pages = Math.ceil(totalCount / size);
    // A roster too long to be walked whole is sampled: its first pages, and its last within the offset.
    if (number === walkPagesMax && pages > walkPagesMax) return Math.min(pages, pagesMax);
    return number <= pages ? number : null;
  });

const containing = (rows: readonly SeenRow[], q: string): readonly string[] =>
  rows
    .filter((row) => [row.name, row.email].some((text) => text.toLowerCase().includes(q)))
    .map((row) => row.id);

/** The members that are known to be found, and whether they are all: a long roster was not seen whole. */
const knownToFit = (
  { rows, totalCount }: NonNullable<ProbeContext['roster']>,
  foundIds: readonly string[],
) => ({ foundIds, areAll: rows.length === totalCount });

const search =
  (field: 'name' | 'email', ...more: Pairs) =>
  (context: ProbeContext): Draft | null => {
    const { roster } = context;
    const q = pieceToFind(roster?.rows ?? [], field, context.seed);
    if (q === null || roster === null) return null;
    return {
      query: [...closed(['q', q], ...more)(context)],
      knows: knownToFit(roster, containing(roster.rows, q.toLowerCase())),
    };
  };

/** Every filter at once, and not on the first page: where filters that hold alone are lost. */
const allFilters = (context: ProbeContext): Draft | null => {
  const { roster } = context;
  const filters = combinedFilters(roster?.rows ?? []);
  if (filters === null || roster === null) return null;
  const { status, userType, q, ids } = filters;
  return {
    query: [
      ...ranged(closedRange(context.month)),
      // The second page is full.
      ['perPage', String(Math.min(limits.perPageMax, Math.floor(ids.length / 2)))],
      ['page', '2'],
      ['status[]', status],
      ['userType[]', userType],
      ['q', q],
    ],
    knows: knownToFit(roster, ids),
  };
};

const userTypes = (...words: readonly string[]): Pairs =>
  words.map((word) => ['userType[]', word] as const);

/** Roles in two sets, of which one is impossible in the family: RV11 and RV12 (4.2.3). */
const roleHalves: Readonly<Record<Family, readonly (readonly string[])[]>> = {
  school: [
    ['teacher', 'student', 'guest'],
    ['maker', 'contributor'],
  ],
  team: [
    ['teacher', 'student'],
    ['maker', 'contributor', 'guest'],
  ],
};

const halfOf = (family: Family, half: number): readonly string[] => roleHalves[family][half] ?? [];

/** The roster requests that must be served. */
export const rosterValidProbes: readonly Probe[] = [
  // `Accept` absent is the default media type (4).
  roster('RV1', 'no parameters', () => [], {
    representative: true,
    draft: () => ({ query: [], headers: [] }),
  }),
  roster('RV2', 'closed range, by name', closed(['sort', 'name']), { learnsRoster: true }),
  roster(
    'RV4',
    'the page after the last',
    (context) => {
      const pages = Math.max(1, Math.ceil((context.roster?.totalCount ?? 0) / 100));
      return closed(['sort', 'name'], ['page', String(pages + 1)])(context);
    },
    { after: ['RV2'] },
  ),
  // With those who have no address; RV5 differs from it in its filter alone.
  roster('RV24', 'by email downward', closed(['sort', 'email'], ['order', 'desc'])),
  roster(
    'RV5',
    'active without brackets, by email downward',
    closed(['status', 'active'], ['sort', 'email'], ['order', 'desc']),
  ),
  roster(
    'RV6',
    'inactive with encoded brackets, by signupDate downward',
    closed(['status%5B%5D', 'inactive'], ['sort', 'signupDate'], ['order', 'desc']),
  ),
  roster(
    'RV7',
    'both statuses, by userType',
    closed(['status[]', 'active'], ['status[]', 'inactive'], ['sort', 'userType']),
  ),
  roster('RV8', 'by lastActivityDate', closed(['sort', 'lastActivityDate'])),
  roster(
    'RV9',
    'by lastActivityDate downward',
    closed(['sort', 'lastActivityDate'], ['order', 'desc']),
  ),
  roster(
    'RV10',
    'admins without brackets, by boards downward',
    closed(['userType', 'admin'], ['sort', 'boards'], ['order', 'desc']),
  ),
  roster('RV11', 'one half of the roles, by posts', ({ family, ...context }) =>
    closed(...userTypes(...halfOf(family, 0)), ['sort', 'posts'])({ family, ...context }),
  ),
  // Like RV11 but for its filter: rows that a cache keeps by the rest are those of the other half.
  roster('RV12', 'the other half, by posts', ({ family, ...context }) =>
    closed(...userTypes(...halfOf(family, 1)), ['sort', 'posts'])({ family, ...context }),
  ),
  // What is searched for is made of what the walk has shown.
  ...Array.from({ length: walkPagesMax }, (_, index) =>
    roster(`RW${index + 1}`, `step ${index + 1} of a walk`, step(index + 1), {
      after: ['RV2'],
      learnsRoster: true,
    }),
  ),
  roster('RV13', 'q: a piece of a name, by email', () => null, {
    after: ['RV2'],
    draft: search('name', ['sort', 'email']),
  }),
  roster('RV14', 'q: a piece of an address, by reactions downward', () => null, {
    after: ['RV2'],
    draft: search('email', ['sort', 'reactions'], ['order', 'desc']),
  }),
  roster(
    'RV15',
    'q: a text that matches no member',
    (context) => {
      // Of a roster that was not seen, nothing is certain.
      const { rows, totalCount } = context.roster ?? { rows: [], totalCount: null };
      const q = pieceOfNobody(rows, rows.length === totalCount, context.rotation);
      // Like RV14 but for its text: rows that a cache keeps by the rest are those of RV14.
      return closed(['q', q], ['sort', 'reactions'], ['order', 'desc'])(context);
    },
    { after: ['RV2'] },
  ),
  roster(
    'RV23',
    'q: pieces of one member that no text contains together',
    (context) => {
      const { rows, totalCount } = context.roster ?? { rows: [], totalCount: 0 };
      const q = rows.length === totalCount ? piecesOfOne(rows, context.rotation) : null;
      return q === null ? null : closed(['q', q])(context);
    },
    { after: ['RV2'] },
  ),
  roster('RV16', 'the largest offset', ({ month }) => [
    ...ranged(closedRange(month)),
    ['perPage', '1'],
    ['page', '1000001'],
  ]),
  roster(
    'RV17',
    'the earliest 24 months, by name downward',
    ({ month }) => [
      ...ranged(earliestRange(month)),
      ['perPage', '100'],
      ['sort', 'name'],
      ['order', 'desc'],
    ],
    { boundary: 'year' },
  ),
  roster('RV18', 'the last closed months, by comments downward', ({ month, seed }) => [
    ...ranged(partsOf(month, seed).after),
    ['perPage', '100'],
    ['sort', 'comments'],
    ['order', 'desc'],
  ]),
  roster(
    'RV19',
    'the current month alone',
    ({ month }) => [...ranged(rangeAround(month, 0, 0)), ['perPage', '100']],
    { boundary: 'month' },
  ),
  roster(
    'RV20',
    'a page of seven',
    ({ month, roster: seen }) =>
      seen === null || seen.totalCount <= 7
        ? null
        : [...ranged(closedRange(month)), ['perPage', '7'], ['page', '2'], ['sort', 'name']],
    { after: ['RV2'] },
  ),
  roster('RV22', 'all three filters, the second page', () => null, {
    after: ['RV2'],
    draft: allFilters,
  }),
  roster('RV21', 'RV2 once more', closed(['sort', 'name']), { after: ['RV2'], witnessOf: 'RV2' }),
];
