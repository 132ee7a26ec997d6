import { limits, type Month } from '@tallyboard/core/vocabulary';
import {
  closedRange,
  earliestRange,
  leapRange,
  partsOf,
  rangeAround,
  ranged,
  rolePair,
  type WireRange,
} from './entries.js';
import {
  type Draft,
  type Family,
  type Make,
  type Pairs,
  type Probe,
  type ProbeContext,
  probesOf,
  type SeenRow,
} from './probe.js';
import { combinedFilters, pieceOfNobody, piecesOfOne, pieceToFind } from './search-words.js';

/** Parameters as an address has them. */
const pairs = (query: string): Pairs =>
  query.split('&').flatMap((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return name === '' ? [] : [[name, value] as const];
  });

/** A range in pages of a hundred, with more parameters. */
const page = (range: WireRange, query: string, ...more: Pairs): Draft => ({
  query: [...ranged(range), ['perPage', '100'], ...more, ...pairs(query)],
});

/** The closed range in pages of a hundred, with more parameters. */
const closed =
  (query: string, ...more: Pairs): Make<Draft> =>
  ({ month }) =>
    page(closedRange(month), query, ...more);

const valid = probesOf('roster', 'valid');
const byName = valid('RV2', 'closed range, by name', closed('sort=name'), { learnsRoster: true });
/** A request that is made of what the roster has shown. */
const later = (id: string, says: string, draft: Probe['draft'], more: Partial<Probe> = {}): Probe =>
  valid(id, says, draft, { after: [byName.id], ...more });

/** The page size under which the roster has more than one page, so that it can be walked. */
const walkSize = (totalCount: number): number =>
  totalCount > 100 ? 100 : Math.max(1, Math.ceil(totalCount / 3));

/** The page of a hundred rows with the largest offset (4.2.2). */
const pagesMax = 1 + Math.floor(limits.pageOffsetMax / limits.perPageMax);

/** The most pages that a walk spends without being asked for more. */
const walkPagesMax = 5;

/** The closed range in pages of another size. */
const sized = (month: Month, query: string, ...more: Pairs): Draft => ({
  query: [...ranged(closedRange(month)), ...pairs(query), ...more],
});

/** A step of a walk of the roster by name; every step has the same parameters but for its page. */
const step =
  (number: number) =>
  ({ month, roster: seen }: ProbeContext): Draft | null => {
    const size = walkSize(seen?.totalCount ?? 0);
    const pages = Math.ceil((seen?.totalCount ?? 0) / size);
    if (pages < 2 || number > pages) return null;
    // A roster too long to be walked whole is sampled: its first pages, and its last within the offset.
    const isLast = number === walkPagesMax && pages > walkPagesMax;
    const wanted = isLast ? Math.min(pages, pagesMax) : number;
    return sized(month, `perPage=${size}&page=${wanted}&sort=name`);
  };

/** The members that are known to be found, and whether they are all: a long roster was not seen whole. */
const knownToFit = (
  { rows, totalCount }: NonNullable<ProbeContext['roster']>,
  foundIds: readonly string[],
) => ({ foundIds, areAll: rows.length === totalCount });

const search =
  (field: 'name' | 'email', query: string) =>
  (context: ProbeContext): Draft | null => {
    const { roster: seen } = context;
    const q = pieceToFind(seen?.rows ?? [], field, context);
    if (q === null || seen === null) return null;
    const fits = ({ name, email }: SeenRow): boolean =>
      [name, email].some((text) => text.toLowerCase().includes(q.toLowerCase()));
    const ids = seen.rows.filter(fits).map(({ id }) => id);
    return { ...closed(query, ['q', q])(context), knows: knownToFit(seen, ids) };
  };

/** Every filter at once, and not on the first page: where filters that hold alone are lost. */
const allFilters = (context: ProbeContext): Draft | null => {
  const { roster: seen } = context;
  const filters = combinedFilters(seen?.rows ?? []);
  if (filters === null || seen === null) return null;
  const { status, userType, q, ids } = filters;
  // The second page is full.
  const size = Math.min(limits.perPageMax, Math.floor(ids.length / 2));
  const query = `perPage=${size}&page=2&status[]=${status}&userType[]=${userType}`;
  return { ...sized(context.month, query, ['q', q]), knows: knownToFit(seen, ids) };
};

/** Roles in two sets, of which one is impossible in the family (4.2.3). */
const roleHalves: Readonly<Record<Family, readonly [readonly string[], readonly string[]]>> = {
  school: [[...rolePair.school, 'guest'], rolePair.team],
  team: [rolePair.school, [...rolePair.team, 'guest']],
};

/** Rows that a cache keeps by what else is asked are those of the other half. */
const half =
  (index: 0 | 1): Make<Draft> =>
  (context) =>
    closed(
      'sort=posts',
      ...roleHalves[context.family][index].map((role) => ['userType[]', role] as const),
    )(context);

/** The roster requests that must be served. */
export const roster = {
  // `Accept` absent is the default media type (4).
  bare: valid('RV1', 'no parameters', () => ({ query: [], headers: [] }), {
    representative: true,
  }),
  byName,
  pastTheEnd: later('RV4', 'the page after the last', (context) => {
    const pages = Math.max(1, Math.ceil((context.roster?.totalCount ?? 0) / 100));
    return closed(`sort=name&page=${pages + 1}`)(context);
  }),
  // With those who have no address; the next one differs from it in its filter alone.
  byEmail: valid('RV24', 'by email downward', closed('sort=email&order=desc')),
  active: valid(
    'RV5',
    'active without brackets, by email downward',
    closed('status=active&sort=email&order=desc'),
  ),
  inactive: valid(
    'RV6',
    'inactive with encoded brackets, by signupDate downward',
    closed('status%5B%5D=inactive&sort=signupDate&order=desc'),
  ),
  bothStatuses: valid('RV7', 'two months, both statuses, by userType', ({ month, seed }) =>
    page(partsOf(month, seed).two, 'status[]=active&status[]=inactive&sort=userType'),
  ),
  byActivity: valid('RV8', 'the first closed months, by lastActivityDate', ({ month, seed }) =>
    page(partsOf(month, seed).before, 'sort=lastActivityDate'),
  ),
  admins: valid(
    'RV10',
    'admins without brackets, by boards downward',
    closed('userType=admin&sort=boards&order=desc'),
  ),
  firstHalf: valid('RV11', 'one half of the roles, by posts', half(0)),
  otherHalf: valid('RV12', 'the other half, by posts', half(1)),
  walk: Array.from({ length: walkPagesMax }, (_, index) =>
    later(`RW${index + 1}`, `step ${index + 1} of a walk`, step(index + 1), {
      learnsRoster: true,
    }),
  ),
  findsName: later('RV13', 'q: a piece of a name, by email', search('name', 'sort=email')),
  findsEmail: later(
    'RV14',
    'q: a piece of an address, by reactions downward',
    search('email', 'sort=reactions&order=desc'),
  ),
  // But for its text the last one: rows that a cache keeps by the rest are those of that.
  findsNobody: later('RV15', 'q: a text that matches no member', (context) =>
    closed('sort=reactions&order=desc', ['q', pieceOfNobody(context)])(context),
  ),
  findsNoPieces: later(
    'RV23',
    'q: pieces of one member that no text contains together',
    (context) => {
      const q = piecesOfOne(context);
      return q === null ? null : page(leapRange(context.month), '', ['q', q]);
    },
  ),
  largestOffset: valid('RV16', 'the largest offset', ({ month }) =>
    sized(month, 'perPage=1&page=1000001'),
  ),
  earliest: valid(
    'RV17',
    'the earliest 24 months, by name downward',
    ({ month }) => page(earliestRange(month), 'sort=name&order=desc'),
    { boundary: 'year' },
  ),
  after: valid('RV18', 'the last closed months, by comments downward', ({ month, seed }) =>
    page(partsOf(month, seed).after, 'sort=comments&order=desc'),
  ),
  // But for its range the first: rows that a cache keeps by the rest are those of that.
  current: valid(
    'RV19',
    'the current month alone, by name',
    ({ month }) => page(rangeAround(month, 0, 0), 'sort=name'),
    { boundary: 'month' },
  ),
  ofSeven: later('RV20', 'a page of seven', ({ month, roster: seen }) =>
    seen === null || seen.totalCount <= 7 ? null : sized(month, 'perPage=7&page=2&sort=name'),
  ),
  allFilters: later('RV22', 'all three filters, the second page', allFilters),
  again: later('RV21', 'closed range, by name, once more', closed('sort=name')),
} as const;

/** All of them in the order of sending. */
export const rosterValid: readonly Probe[] = Object.values(roster).flat();

/** Pages after the last one: whether they are served is open (4.2.5). */
const pastTheEnd: ReadonlySet<Probe> = new Set([roster.pastTheEnd, roster.largestOffset]);

/** Those whose rows must be served. */
export const rosterServed: readonly Probe[] = rosterValid.filter((one) => !pastTheEnd.has(one));
