import { groupBy } from '../model/group-by.js';
import { isObject, listOf } from '../model/json.js';
import { readOnce } from '../model/read-once.js';
import { everyone, type Group, groupText, isWithin, members } from './groups.js';
import type { Level } from './law.js';
import { ever, type Span, spanText } from './span.js';
import type { Figure, SeenRow, Table } from './table.js';

/** What an answer says: of a measure there is among a group in a span at least `least`, at most `most`. */
export interface Claim extends Span {
  readonly measure: string;
  readonly group: Group;
  readonly least: number;
  readonly most: number;
  /** The requests whose answers say so. */
  readonly seqs: readonly number[];
  readonly level: Level;
  /** What the numbers were made of; empty for a figure as it is. */
  readonly by: string;
}

/** Counts of what members make, which rows of the roster have too (2.8). */
export const contributions = ['boards', 'posts', 'comments', 'reactions'] as const;

/** Counts each one once, however often it appears: the parts of a span do not add up to it. */
const isDistinct = (measure: string): boolean => /^(active|visitors|ranked visitors)/.test(measure);

/** Whether the parts of a span add up to it. What boardCount counts in a range is open (2.6). */
export const addsUp = (measure: string, level: Level): boolean =>
  !isDistinct(measure) &&
  !(level === 'specification' && /^(boards$|boards of user|ranked boards)/.test(measure));

/** Whether groups without common members have no common items: of boards that were used, they may (2.6). */
export const isDisjoint = (measure: string, level: Level): boolean =>
  !(level === 'specification' && measure === 'boards');

/** A ranking has no more items (2.5). */
const rankedMost = 10;

const none = Number.NEGATIVE_INFINITY;
const noLimit = Number.POSITIVE_INFINITY;

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

const sumOf = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const distinct = (seqs: readonly number[]): readonly number[] => [...new Set(seqs)];

/** A number as people read it. */
export const rounded = (number: number): number => Math.round(number * 100) / 100;

const boundsText = ({ least, most }: Claim): string => {
  if (least === most) return `= ${least}`;
  if (most === noLimit) return `>= ${rounded(least)}`;
  if (least === none) return `<= ${rounded(most)}`;
  return `= ${rounded((least + most) / 2)} +- ${rounded((most - least) / 2)}`;
};

const sourceText = ({ seqs, by }: Claim): string =>
  ` (${[by, seqs.length === 0 ? '' : `request ${seqs.join(', ')}`].filter(Boolean).join(', ')})`;

/** Claims as people read them; a source of several in a row is named once, after them. */
export const claimTexts = (claims: readonly Claim[]): readonly string[] =>
  claims.map((claim, index) => {
    const [source, next = claim] = [sourceText(claim), claims[index + 1]];
    const isLast = next === claim || sourceText(next) !== source;
    const text = `${claim.measure}${groupText(claim.group)} ${spanText(claim)} ${boundsText(claim)}`;
    return `${text}${isLast ? source : ''}`;
  });

type Bounds = readonly [least: number, most: number];

const exactly = (value: number): Bounds => [value, value];
const atLeast = (value: number): Bounds => [value, noLimit];
const atMost = (value: number): Bounds => [none, value];

const reading = { level: 'reading' } as const;

/** A claim of a figure, a page or a row about its own group and span, unless `more` has others. */
const claim = (
  measure: string,
  { seq, group, from, to }: Span & { readonly seq: number; readonly group: Group },
  [least, most]: Bounds,
  more: Partial<Claim> = {},
): Claim => ({
  measure,
  group,
  from,
  to,
  least,
  most,
  seqs: [seq],
  level: 'specification',
  by: '',
  ...more,
});

type Claims = Iterable<Claim>;

/** A figure that is a number. */
interface Count extends Figure {
  readonly data: number;
}

const countsOf = (figures: readonly Figure[], name: string): readonly Count[] =>
  figures.filter((figure): figure is Count => figure.name === name && isNumber(figure.data));

/** Counts of members with a status. */
const memberCounts = (figures: readonly Figure[], status: string): readonly Count[] =>
  countsOf(figures, 'memberCount').filter(({ value }) => value === status);

/** The measure of a figure that is one number, what it is about unless of its own group and range, and its rounding. */
const numbers: Readonly<
  Record<string, readonly [measure: string, more?: Partial<Claim>, rounding?: number]>
> = {
  // New members are current members who joined then (2.6.1).
  newMemberCount: ['members', { group: members }],
  boardCount: ['boards'],
  postCount: ['posts'],
  commentCount: ['comments'],
  reactionCount: ['reactions'],
  visitorCount: ['visitors'],
  peerInteractionCount: ['peer interactions'],
  scannedItemCount: ['scans'],
  flaggedItemCount: ['flagged items'],
  // Minutes are rounded each by itself, in a way that is open.
  wallEngagementMinutes: ['minutes', {}, 1],
  // The current roster by the time of joining.
  'memberCount all': ['members', { from: ever.from }],
  'memberCount joined': ['members', { from: ever.from }],
  'memberCount active': ['active members'],
  // Invitations that are outstanding now, whatever the range (2.6.5).
  'memberCount invited': ['invitations', ever],
};

function* single({ figures }: Table): Claims {
  for (const one of figures) {
    const { name, value, data, isLeftOut } = one;
    const by = isLeftOut ? 'a month left out of the series is 0' : '';
    const [measure, more, rounding = 0] =
      numbers[name === 'memberCount' ? `${name} ${value}` : name] ?? [];
    if (measure !== undefined && isNumber(data))
      yield claim(measure, one, [data - rounding, data + rounding], { by, ...more });
  }
}

/** How many rows there are: of active ones as metrics count them or not, which is open. */
function* listings({ pages }: Table): Claims {
  for (const page of pages) {
    const { q, status, total } = page;
    if (q !== null) yield claim('members', page, atLeast(total), ever);
    else if (status.length !== 1)
      yield claim('members', page, exactly(total), { ...ever, by: 'totalCount of the roster' });
    else if (status[0] === 'active') {
      const byRows = { ...reading, by: 'totalCount of active rows' };
      yield claim('active rows', page, exactly(total), { by: 'totalCount' });
      yield claim('active members', page, exactly(total), byRows);
    }
  }
}

const isSame = (one: Figure, other: Figure): boolean =>
  one.seq === other.seq &&
  one.group === other.group &&
  one.from === other.from &&
  one.to === other.to;

/** inactive is the roster less the active ones (2.6.4): together they are the roster. */
function* eitherStatus({ figures }: Table): Claims {
  const [active, inactive] = ['active', 'inactive'].map((status) => memberCounts(figures, status));
  for (const one of inactive ?? []) {
    const other = active?.find((each) => isSame(each, one));
    const by = 'active and inactive';
    if (other !== undefined)
      yield claim('members', one, exactly(one.data + other.data), { ...ever, by });
  }
}

/** How many there are of a group in all, where an answer says so: the roster before all others. */
const sizesIn = (claims: readonly Claim[]): ReadonlyMap<Group, Claim> =>
  new Map(
    claims
      .filter(({ measure, from, to, least, most }) => {
        return measure === 'members' && from === ever.from && to === ever.to && least === most;
      })
      .map((one) => [one.group, one] as const)
      .toReversed(),
  );

/** With the size of the roster, who is inactive says who is active. */
function* inactivity({ figures, pages }: Table, sizes: ReadonlyMap<Group, Claim>): Claims {
  const inactive = [
    ...memberCounts(figures, 'inactive').map((one) => ['active members', one, one.data] as const),
    ...pages
      .filter(({ q, status }) => q === null && status.join() === 'inactive')
      .map((page) => ['active rows', page, page.total] as const),
  ];
  for (const [measure, one, count] of inactive) {
    const size = sizes.get(one.group);
    if (size === undefined) continue;
    const more = {
      seqs: distinct([one.seq, ...size.seqs]),
      by: 'totalCount of the roster less inactive',
    };
    yield claim(measure, one, exactly(size.least - count), more);
  }
  const most = { least: none, level: 'specification', by: 'totalCount of the roster' } as const;
  for (const size of sizes.values())
    for (const measure of ['active members', 'active rows']) yield { ...size, ...most, measure };
}

/** What is claimed of everyone in a span, where it is one number. */
const ofSpan = (claims: readonly Claim[], measure: string, span: Span): Claim | undefined =>
  claims.find(
    (one) =>
      one.measure === measure &&
      one.group === everyone &&
      one.from === span.from &&
      one.to === span.to &&
      one.least === one.most,
  );

/** Who is active made something; who interacts comments or reacts (published definitions). */
function* consequences(claims: readonly Claim[]): Claims {
  for (const one of claims) {
    const isBoards = one.measure === 'boards' && one.group === everyone;
    if (!isBoards && one.measure !== 'peer interactions') continue;
    const parts = isBoards ? contributions : ['comments', 'reactions'];
    const found = parts.flatMap((part) => ofSpan(claims, part, one) ?? []);
    if (found.length < parts.length) continue;
    const [least, most] = atMost(sumOf(found.map((part) => part.most)));
    const about = isBoards ? { measure: 'active members', group: members } : {};
    const seqs = distinct(found.flatMap((part) => part.seqs));
    yield { ...one, ...about, least, most, seqs, ...reading, by: parts.join(' and ') };
  }
}

/** Each member has measures of their own, in every range (2.8). */
const rowClaims = readOnce((row: SeenRow): readonly Claim[] =>
  [...contributions, 'active'].flatMap((name) => {
    const value = row.attributes[name];
    return (name === 'active' ? typeof value === 'boolean' : isNumber(value))
      ? claim(`${name} of user ${row.id}`, row, exactly(Number(value)), { group: everyone })
      : [];
  }),
);

const ownRows = ({ rows }: Table): Claims => rows.flatMap(rowClaims);

/** The rows that were seen by range, of each member the last. */
const rowsByRange = (rows: readonly SeenRow[]): readonly (readonly SeenRow[])[] =>
  [...groupBy(rows, ({ from, to }) => `${from} ${to}`).values()].map((range) => [
    ...new Map(range.map((row) => [row.id, row])).values(),
  ]);

/** Rows add up: no more than all figures have, and just as much where all rows of a role were seen. */
function* rowsTogether({ rows }: Table, sizes: ReadonlyMap<Group, Claim>): Claims {
  const groups = [...new Set([...rows.map((row) => row.group), members])];
  for (const range of rowsByRange(rows))
    for (const group of groups) {
      const own = range.filter((row) => row.group !== 0 && isWithin(row.group, group));
      const [first] = own;
      if (first === undefined) continue;
      const more = { group, seqs: distinct(own.map(({ seq }) => seq)), by: 'rows' };
      const isWhole = own.length === sizes.get(group)?.least;
      const active = own.filter(({ attributes }) => attributes['active'] === true).length;
      const activeBounds = isWhole ? exactly(active) : atLeast(active);
      for (const name of contributions) yield* rowSum(name, own, first, more, isWhole);
      yield claim('active rows', first, activeBounds, more);
      yield claim('active members', first, activeBounds, { ...more, ...reading });
      yield claim('members', first, atLeast(own.length), { ...more, ...ever });
    }
}

function* rowSum(
  name: string,
  own: readonly SeenRow[],
  first: SeenRow,
  more: Pick<Claim, 'group' | 'seqs' | 'by'>,
  isWhole: boolean,
): Claims {
  const values = own.map(({ attributes }) => attributes[name]);
  if (!values.every(isNumber)) return;
  const sum = sumOf(values);
  // Whether boardCount counts what was created is open, and whether a slice is by author.
  const isStated = more.group === members && name !== 'boards';
  // Rows of members are part of what everybody wrote.
  const stated = isStated ? { ...more, group: everyone } : { ...more, ...reading };
  yield claim(name, first, atLeast(sum), stated);
  if (isWhole) yield claim(name, first, exactly(sum), { ...more, ...reading, by: 'all rows' });
}

/** Something ranked, with its one figure. */
interface Item {
  readonly id: string;
  readonly figure: number;
}

const itemsOf = (data: unknown): readonly Item[] | null => {
  if (!Array.isArray(data)) return null;
  const items = data.filter(isObject).flatMap(({ hashid, ...rest }): readonly Item[] => {
    const numbers = Object.values(rest).filter(isNumber);
    const [figure] = numbers;
    return typeof hashid === 'string' && figure !== undefined && numbers.length === 1
      ? [{ id: hashid, figure }]
      : [];
  });
  return items.length === data.length ? items : null;
};

/** A ranking as its items, with what their figures count. */
interface Ranking extends Figure {
  readonly items: readonly Item[];
  readonly kind: 'board' | 'user' | 'medium';
  readonly counts: string;
}

const kinds: Readonly<Record<string, Ranking['kind']>> = {
  topBoards: 'board',
  topUsers: 'user',
  topMedia: 'medium',
};

/** The rankings among figures. */
export const rankingsIn = (figures: readonly Figure[]): readonly Ranking[] =>
  figures.flatMap((figure) => {
    const kind = kinds[figure.name];
    const items = itemsOf(figure.data);
    if (kind === undefined || items === null) return [];
    return [{ ...figure, items, kind, counts: kind === 'medium' ? 'plays' : String(figure.value) }];
  });

/**
 * Each item has a measure of its own; what is not among ten has at most the last one's figure (2.5). That is said
 * only of what a ranking by the same figure has: of anything else no claim could contradict it.
 */
function* rankings({ figures, rows }: Table): Claims {
  const all = rankingsIn(figures);
  const roleOf = new Map(rows.map((row) => [row.id, row.group]));
  const nameOf = ({ counts, kind }: Ranking): string => `ranked ${counts} of ${kind}`;
  const ids = new Map(
    [...groupBy(all, nameOf)].map(([name, alike]) => [
      name,
      new Set(alike.flatMap(({ items }) => items.map(({ id }) => id))),
    ]),
  );
  const mediumKinds = new Map(
    all
      .filter(({ kind }) => kind === 'medium')
      .flatMap(({ items, value }) => items.map(({ id }) => [id, value] as const)),
  );
  for (const ranking of all) {
    const { items, kind, counts: what, group } = ranking;
    const own = (id: string): string => `${nameOf(ranking)} ${id}`;
    for (const { id, figure } of items) {
      yield claim(own(id), ranking, exactly(figure), { group: everyone });
      const byUser = { group: everyone, ...reading };
      if (kind === 'user') yield claim(`${what} of user ${id}`, ranking, exactly(figure), byUser);
    }
    const there = new Set(items.map(({ id }) => id));
    const isCut = items.length >= rankedMost;
    const last = isCut ? Math.min(...items.map(({ figure }) => figure)) : 0;
    // Who has another role is not ranked among these.
    const couldBe = {
      board: () => true,
      user: (id: string) => roleOf.has(id) && isWithin(roleOf.get(id) ?? 0, group),
      medium: (id: string) => ranking.value === mediumKinds.get(id),
    }[kind];
    const notRanked = { group: everyone, by: 'not in the ranking', ...(isCut ? {} : reading) };
    for (const id of ids.get(nameOf(ranking)) ?? [])
      if (!there.has(id) && couldBe(id)) yield claim(own(id), ranking, atMost(last), notRanked);
    if (kind !== 'medium') yield* rankedTogether(ranking, isCut);
  }
}

/** Ranked figures are part of all; a ranking shorter than ten is all of it, by a reading. */
function* rankedTogether(ranking: Ranking, isCut: boolean): Claims {
  const { kind, counts: what, items } = ranking;
  const figures = items.map(({ figure }) => figure);
  const own = { group: kind === 'user' ? ranking.group & members : everyone, ...reading };
  const sum = isDistinct(what) ? Math.max(0, ...figures) : sumOf(figures);
  const level = kind === 'board' && what !== 'boards' ? 'specification' : 'reading';
  const active = figures.filter((figure) => figure > 0).length;
  yield claim(what, ranking, atLeast(sum), { ...own, level, by: 'the ranking' });
  if (kind === 'user')
    yield claim('active members', ranking, atLeast(active), { ...own, by: 'ranked' });
  if (!isCut) yield claim(what, ranking, atMost(sumOf(figures)), { ...own, by: 'all ranked' });
}

type Pairs = readonly (readonly [string, unknown])[];

const byName = (data: unknown): Pairs => Object.entries(isObject(data) ? data : {});
const byCategory = (data: unknown): Pairs =>
  listOf(data)
    .filter(isObject)
    .map(({ category, count }) => [String(category), count]);

const breakdowns = {
  attachmentCountByCategory: ['attachments', byCategory],
  scannedItemCountByType: ['scans', byName],
  flaggedItemCountByCategory: ['flagged items', byName],
} as const;

/** Each part has a measure of its own; what is not listed is zero. */
function* parts({ figures }: Table): Claims {
  for (const [name, [measure, pairsOf]] of Object.entries(breakdowns)) {
    const own = figures
      .filter((figure) => figure.name === name)
      .map((figure) => ({ figure, pairs: new Map(pairsOf(figure.data)) }))
      .filter(({ pairs }) => [...pairs.values()].every(isNumber));
    const keys = new Set(own.flatMap(({ pairs }) => [...pairs.keys()]));
    for (const { figure, pairs } of own) {
      for (const key of keys)
        yield claim(`${measure} as ${key}`, figure, exactly(Number(pairs.get(key) ?? 0)));
      const values = [...pairs.values()].filter(isNumber);
      const sum = sumOf(values);
      const whole: Bounds = measure === 'scans' ? exactly(sum) : [Math.max(0, ...values), sum];
      if (measure !== 'attachments')
        yield claim(measure, figure, whole, { ...reading, by: 'all kinds' });
    }
  }
}

/** What a mean or a share says with the count that it is made of; `unit` is the last digit of its figures. */
const multiples: readonly (readonly [
  name: string,
  measure: string,
  counted: string,
  by: string,
  bounds: (value: number, unit: number, count: number) => Bounds | null,
])[] = [
  [
    ...(['avgScanTimeMs', 'ms of scans', 'scans', 'the mean'] as const),
    (mean, unit, count) => (count === 0 ? null : [(mean - unit) * count, (mean + unit) * count]),
  ],
  [
    ...(['moderationCatchRatePercent', 'violations', 'flagged items', 'the share'] as const),
    (share, unit, count) =>
      share <= unit ? null : [(100 * count) / (share + unit), (100 * count) / (share - unit)],
  ],
];

/** With their counts, means and shares are sums again (published definitions). */
function* means({ figures }: Table, claims: readonly Claim[]): Claims {
  for (const one of countsOf(figures, 'flaggedItemCount'))
    yield claim('scans', one, atLeast(one.data), { ...reading, by: 'flagged' });
  for (const [name, measure, counted, by, boundsOf] of multiples) {
    const own = countsOf(figures, name);
    const unit = own.some(({ data }) => data % 1 !== 0) ? 0.1 : 1;
    for (const one of own) {
      const count = ofSpan(claims, counted, one);
      const bounds = count === undefined ? null : boundsOf(one.data, unit, count.least);
      if (count === undefined || bounds === null) continue;
      yield claim(measure, one, bounds, {
        seqs: distinct([one.seq, ...count.seqs]),
        ...reading,
        by,
      });
    }
  }
}

/** Roles that the organization cannot have hold nothing (2.2). */
function* impossible(claims: readonly Claim[], group: Group): Claims {
  if (group === 0) return;
  const counted = claims.filter((one) => one.group !== everyone).map(({ measure }) => measure);
  for (const measure of new Set(counted))
    yield claim(measure, { seq: 0, group, ...ever }, atMost(0), {
      seqs: [],
      by: 'a role that the organization cannot have',
    });
}

/** What a table claims; `without` are the people that the organization cannot have. */
export const claimsOf = (table: Table, without: Group): readonly Claim[] => {
  const first = [single, listings, eitherStatus, ownRows, rankings, parts].flatMap((make) => [
    ...make(table),
  ]);
  const sizes = sizesIn(first);
  const all = [
    ...first,
    ...inactivity(table, sizes),
    ...rowsTogether(table, sizes),
    ...consequences(first),
    ...means(table, first),
  ];
  return [...all, ...impossible(all, without)];
};
