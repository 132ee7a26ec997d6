import { isObject, listOf } from '../model/json.js';
import { everyone, type Group, groupText, isWithin, members, rosterGroupOf } from './groups.js';
import { isDistinct, type Level } from './measures.js';
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

/** A ranking has no more items (2.5). */
const rankedMost = 10;

const none = Number.NEGATIVE_INFINITY;
const noLimit = Number.POSITIVE_INFINITY;

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

const sumOf = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const rounded = (number: number): number => Math.round(number * 100) / 100;

const boundsText = (least: number, most: number): string => {
  if (least === most) return `= ${least}`;
  if (most === noLimit) return `>= ${rounded(least)}`;
  if (least === none) return `<= ${rounded(most)}`;
  return `= ${rounded((least + most) / 2)} +- ${rounded((most - least) / 2)}`;
};

/** What may be said further of a claim: how binding it is, and what the number was made of. */
interface How {
  readonly level?: Level;
  readonly by?: string;
}

const reading: How = { level: 'reading' };

type Bounds = readonly [least: number, most: number];

const claim = (
  measure: string,
  group: Group,
  { from, to }: Span,
  [least, most]: Bounds,
  seqs: readonly number[],
  { level = 'specification', by = '' }: How = {},
): Claim => ({ measure, group, from, to, least, most, seqs, level, by });

/** A claim as people read it. */
export const claimText = ({ measure, group, least, most, seqs, by, ...span }: Claim): string => {
  const source = `${by === '' ? '' : `${by}, `}request ${seqs.join(', ')}`;
  return `${measure}${groupText(group)} ${spanText(span)} ${boundsText(least, most)} (${source})`;
};

const exactly = (value: number): Bounds => [value, value];
const atLeast = (value: number): Bounds => [value, noLimit];
const atMost = (value: number): Bounds => [none, value];

/** A figure that is a number. */
interface Count extends Figure {
  readonly data: number;
}

const countsOf = (figures: readonly Figure[], ...names: readonly string[]): readonly Count[] =>
  figures.filter((figure): figure is Count => names.includes(figure.name) && isNumber(figure.data));

/** The measure of a metric that counts something in its range. */
const measures: Readonly<Record<string, string>> = {
  newMemberCount: 'members',
  boardCount: 'boards',
  postCount: 'posts',
  commentCount: 'comments',
  reactionCount: 'reactions',
  visitorCount: 'visitors',
  peerInteractionCount: 'peer interactions',
  scannedItemCount: 'scans',
  flaggedItemCount: 'flagged items',
};

/** Counts in their range (2.6.6); new members are counted as current members who joined then (2.6.1). */
const counts = ({ figures }: Table): readonly Claim[] =>
  Object.entries(measures).flatMap(([name, measure]) =>
    countsOf(figures, name).map((figure) =>
      claim(measure, measure === 'members' ? members : figure.group, figure, exactly(figure.data), [
        figure.seq,
      ]),
    ),
  );

/** Minutes are rounded each by itself, in a way that is open. */
const minutes = ({ figures }: Table): readonly Claim[] =>
  countsOf(figures, 'wallEngagementMinutes').map((figure) =>
    claim('minutes', figure.group, figure, [figure.data - 1, figure.data + 1], [figure.seq]),
  );

/** The current roster by the time of joining: `all` and `joined` up to a day, the roster all of them. */
const membership = ({ figures, pages }: Table): readonly Claim[] => [
  ...countsOf(figures, 'memberCount')
    .filter(({ value }) => value === 'all' || value === 'joined')
    .map((figure) => {
      const until = { from: ever.from, to: figure.to };
      return claim('members', figure.group, until, exactly(figure.data), [figure.seq]);
    }),
  ...pages.flatMap((page) => {
    const isAll = page.status.length !== 1;
    if (page.q !== null)
      return [claim('members', page.group, ever, atLeast(page.total), [page.seq])];
    const by = { by: 'the roster' };
    return isAll ? [claim('members', page.group, ever, exactly(page.total), [page.seq], by)] : [];
  }),
];

/** Invitations that are outstanding now, whatever the range (2.6.5). */
const invitations = ({ figures }: Table): readonly Claim[] =>
  countsOf(figures, 'memberCount')
    .filter(({ value }) => value === 'invited')
    .map((figure) => claim('invitations', figure.group, ever, exactly(figure.data), [figure.seq]));

/** Who was active, as metrics count it and as the roster does: whether they do so alike is open. */
const activity = ({ figures, pages }: Table): readonly Claim[] => {
  const known = countsOf(figures, 'memberCount');
  const active = known.filter(({ value }) => value === 'active');
  const activePages = pages.filter(({ q, status }) => q === null && status.join() === 'active');
  return [
    ...active.map((one) => claim('active members', one.group, one, exactly(one.data), [one.seq])),
    ...activePages.flatMap((page) => [
      claim('active rows', page.group, page, exactly(page.total), [page.seq]),
      claim('active members', page.group, page, exactly(page.total), [page.seq], {
        ...reading,
        by: 'active rows of the roster',
      }),
    ]),
    // inactive is the roster less the active ones (2.6.4): together they are the roster.
    ...known
      .filter(({ value }) => value === 'inactive')
      .flatMap((one) => {
        const other = active.find((each) => isSame(each, one));
        if (other === undefined) return [];
        const both = exactly(one.data + other.data);
        return [claim('members', one.group, ever, both, [one.seq], { by: 'active and inactive' })];
      }),
  ];
};

const isSame = (one: Figure, other: Figure): boolean =>
  one.seq === other.seq &&
  one.group === other.group &&
  one.from === other.from &&
  one.to === other.to;

const isOfEver = ({ measure, from, to, least, most }: Claim): boolean =>
  measure === 'members' && from === ever.from && to === ever.to && least === most;

/** How many there are of a group in all, where an answer says so. */
const sizesIn = (claims: readonly Claim[]): ReadonlyMap<Group, Claim> =>
  new Map(claims.filter(isOfEver).map((one) => [one.group, one]));

/** With the size of the roster, who is inactive says who is active. */
const inactivity = ({ figures, pages }: Table, sizes: ReadonlyMap<Group, Claim>) => {
  const counted = [
    ...countsOf(figures, 'memberCount')
      .filter(({ value }) => value === 'inactive')
      .map((one) => ({ measure: 'active members', ...one, total: one.data })),
    ...pages
      .filter(({ q, status }) => q === null && status.join() === 'inactive')
      .map((page) => ({ measure: 'active rows', ...page })),
  ];
  return [
    ...counted.flatMap((one) => {
      const size = sizes.get(one.group);
      if (size === undefined) return [];
      const bounds = exactly(size.least - one.total);
      const seqs = [...new Set([one.seq, ...size.seqs])];
      return [claim(one.measure, one.group, one, bounds, seqs, { by: 'the roster less inactive' })];
    }),
    ...[...sizes].flatMap(([group, { least, seqs }]) =>
      ['active members', 'active rows'].map((measure) =>
        claim(measure, group, ever, atMost(least), seqs, { by: 'the size of the roster' }),
      ),
    ),
  ];
};

/** A sum or a bound of other claims about the same span. */
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
const consequences = (claims: readonly Claim[]): readonly Claim[] =>
  claims.flatMap((one) => {
    const [measure, parts] =
      one.measure === 'boards' && one.group === everyone
        ? ['active members', contributions]
        : one.measure === 'peer interactions'
          ? [one.measure, ['comments', 'reactions']]
          : ['', []];
    const found = parts
      .map((part) => ofSpan(claims, part, one))
      .filter((part) => part !== undefined);
    if (found.length === 0 || found.length < parts.length) return [];
    const group = measure === one.measure ? one.group : members;
    const seqs = [...new Set(found.flatMap((part) => part.seqs))];
    const bounds = atMost(sumOf(found.map(({ most }) => most)));
    return [claim(measure, group, one, bounds, seqs, { ...reading, by: parts.join(' and ') })];
  });

/** Each member has measures of their own, in every range (2.8). */
const ownRows = ({ rows }: Table): readonly Claim[] =>
  rows.flatMap((row) => {
    const { id, seq, attributes } = row;
    const own = contributions.flatMap((name) => {
      const value = attributes[name];
      return isNumber(value)
        ? [claim(`${name} of user ${id}`, everyone, row, exactly(value), [seq])]
        : [];
    });
    const { active } = attributes;
    return typeof active === 'boolean'
      ? [...own, claim(`active of user ${id}`, everyone, row, exactly(Number(active)), [seq])]
      : own;
  });

/** The rows that were seen, by range and member. */
const rowsByRange = (rows: readonly SeenRow[]): readonly (readonly SeenRow[])[] => {
  const ranges = new Map<string, Map<string, SeenRow>>();
  for (const row of rows) {
    const range = `${row.from} ${row.to}`;
    ranges.set(range, (ranges.get(range) ?? new Map<string, SeenRow>()).set(row.id, row));
  }
  return [...ranges.values()].map((known) => [...known.values()]);
};

const groupOfRow = ({ attributes }: SeenRow): Group => rosterGroupOf([attributes['userType']]);

/** Rows add up: no more than all figures have, and just as much where all rows of a role were seen. */
const rowsTogether = ({ rows }: Table, sizes: ReadonlyMap<Group, Claim>): readonly Claim[] => {
  const groups = [...new Set([...rows.map(groupOfRow), members])];
  return rowsByRange(rows).flatMap((range) =>
    groups.flatMap((group) => {
      const own = range.filter((row) => groupOfRow(row) !== 0 && isWithin(groupOfRow(row), group));
      const [first] = own;
      if (first === undefined) return [];
      const seqs = [...new Set(own.map(({ seq }) => seq))];
      const isWhole = own.length === sizes.get(group)?.least;
      const active = own.filter(({ attributes }) => attributes['active'] === true).length;
      const activeBounds = isWhole ? exactly(active) : atLeast(active);
      return [
        ...contributions.flatMap((name) =>
          rowSum(
            name,
            group,
            first,
            own.map(({ attributes }) => attributes[name]),
            seqs,
            isWhole,
          ),
        ),
        claim('active rows', group, first, activeBounds, seqs, { by: 'rows' }),
        claim('active members', group, first, activeBounds, seqs, { ...reading, by: 'rows' }),
        claim('members', group, ever, atLeast(own.length), seqs, { by: 'rows' }),
      ];
    }),
  );
};

const rowSum = (
  name: string,
  group: Group,
  span: Span,
  values: readonly unknown[],
  seqs: readonly number[],
  isWhole: boolean,
): readonly Claim[] => {
  if (!values.every(isNumber)) return [];
  const sum = sumOf(values);
  // Whether boardCount counts what was created is open, and whether a slice is by author.
  const isStated = group === members && name !== 'boards';
  const level = isStated ? 'specification' : 'reading';
  return [
    // Rows of members are part of what everybody wrote.
    claim(name, isStated ? everyone : group, span, atLeast(sum), seqs, { level, by: 'rows' }),
    ...(isWhole
      ? [claim(name, group, span, exactly(sum), seqs, { ...reading, by: 'all rows' })]
      : []),
  ];
};

/** Something ranked, with its one figure. */
interface Item {
  readonly id: string;
  readonly figure: number;
}

const itemsOf = (data: unknown): readonly Item[] | null => {
  if (!Array.isArray(data)) return null;
  const items = data.map((item) => {
    const { hashid, ...rest } = isObject(item) ? item : { hashid: null };
    const numbers = Object.values(rest).filter(isNumber);
    return typeof hashid === 'string' && numbers.length === 1
      ? { id: hashid, figure: numbers[0] ?? 0 }
      : null;
  });
  const right = items.filter((item) => item !== null);
  return right.length === items.length ? right : null;
};

/** A ranking as its items, with what their figures count. */
interface Ranking extends Figure {
  readonly items: readonly Item[];
  readonly kind: 'board' | 'user' | 'medium';
  readonly counts: string;
}

const kinds = { topBoards: 'board', topUsers: 'user', topMedia: 'medium' } as const;

/** The rankings among figures. */
export const rankingsIn = (figures: readonly Figure[]): readonly Ranking[] =>
  figures.flatMap((figure) => {
    const kind = Object.entries(kinds).find(([name]) => name === figure.name)?.[1];
    const items = itemsOf(figure.data);
    if (kind === undefined || items === null) return [];
    return [{ ...figure, items, kind, counts: kind === 'medium' ? 'plays' : String(figure.value) }];
  });

/** Each item has a measure of its own; what is not among ten has at most the last one's figure (2.5). */
const rankings = ({ figures, boards, rows }: Table): readonly Claim[] => {
  const all = rankingsIn(figures);
  const roleOf = new Map(rows.map((row) => [row.id, groupOfRow(row)]));
  const known = (kind: Ranking['kind']): ReadonlySet<string> =>
    new Set([
      ...all.filter((one) => one.kind === kind).flatMap(({ items }) => items.map(({ id }) => id)),
      ...(kind === 'board' ? boards.map(({ id }) => id) : []),
      ...(kind === 'user' ? roleOf.keys() : []),
    ]);
  const ids = { board: known('board'), user: known('user'), medium: known('medium') };
  const mediumKinds = new Map(
    all
      .filter(({ kind }) => kind === 'medium')
      .flatMap(({ items, value }) => items.map(({ id }) => [id, value] as const)),
  );
  return all.flatMap((ranking) => {
    const { items, kind, counts: what, seq, group } = ranking;
    const own = (id: string): string => `ranked ${what} of ${kind} ${id}`;
    const there = new Set(items.map(({ id }) => id));
    const isCut = items.length >= rankedMost;
    const last = isCut ? Math.min(...items.map(({ figure }) => figure)) : 0;
    // Who has another role is not ranked among these.
    const couldBe = (id: string): boolean =>
      kind === 'user'
        ? roleOf.has(id) && isWithin(roleOf.get(id) ?? 0, group)
        : kind === 'board' || ranking.value === mediumKinds.get(id);
    const rest = [...ids[kind]].filter((id) => !there.has(id) && couldBe(id));
    return [
      ...items.flatMap(({ id, figure }) => [
        claim(own(id), everyone, ranking, exactly(figure), [seq]),
        ...(kind === 'user'
          ? [claim(`${what} of user ${id}`, everyone, ranking, exactly(figure), [seq], reading)]
          : []),
      ]),
      ...rest.map((id) =>
        claim(own(id), everyone, ranking, atMost(last), [seq], {
          level: isCut ? 'specification' : 'reading',
          by: 'not in the ranking',
        }),
      ),
      ...rankedTogether(ranking, isCut),
    ];
  });
};

/** Ranked figures are part of all; a ranking shorter than ten is all of it, by a reading. */
const rankedTogether = (ranking: Ranking, isCut: boolean): readonly Claim[] => {
  const { kind, counts: what, items, seq, group } = ranking;
  if (kind === 'medium') return [];
  const figures = items.map(({ figure }) => figure);
  const all = kind === 'user' ? group & members : everyone;
  const sum = isDistinct(what) ? Math.max(0, ...figures) : sumOf(figures);
  const isStated = kind === 'board' && what !== 'boards';
  const level = isStated ? 'specification' : 'reading';
  const active = figures.filter((figure) => figure > 0).length;
  return [
    claim(what, all, ranking, atLeast(sum), [seq], { level, by: 'the ranking' }),
    ...(kind === 'user'
      ? [
          claim('active members', all, ranking, atLeast(active), [seq], {
            ...reading,
            by: 'ranked',
          }),
        ]
      : []),
    ...(isCut
      ? []
      : [
          claim(what, all, ranking, atMost(sumOf(figures)), [seq], {
            ...reading,
            by: 'all ranked',
          }),
        ]),
  ];
};

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
const parts = ({ figures }: Table): readonly Claim[] =>
  Object.entries(breakdowns).flatMap(([name, [measure, pairsOf]]) => {
    const own = figures
      .filter((figure) => figure.name === name)
      .map((figure) => ({ figure, pairs: new Map(pairsOf(figure.data)) }))
      .filter(({ pairs }) => [...pairs.values()].every(isNumber));
    const keys = new Set(own.flatMap(({ pairs }) => [...pairs.keys()]));
    return own.flatMap(({ figure, pairs }) => {
      const numbers = [...pairs.values()].filter(isNumber);
      const sum = sumOf(numbers);
      const { group, seq } = figure;
      const whole: Bounds = measure === 'scans' ? exactly(sum) : [Math.max(0, ...numbers), sum];
      return [
        ...[...keys].map((key) => {
          const value = pairs.get(key);
          const bounds = exactly(isNumber(value) ? value : 0);
          return claim(`${measure} as ${key}`, group, figure, bounds, [seq]);
        }),
        ...(measure === 'attachments'
          ? []
          : [claim(measure, group, figure, whole, [seq], { ...reading, by: 'all kinds' })]),
      ];
    });
  });

/** The last digit of a metric, as far as its figures show it. */
const unitOf = (figures: readonly Count[]): number =>
  figures.some(({ data }) => data % 1 !== 0) ? 0.1 : 1;

/** With their counts, means and shares are sums again (published definitions). */
const means = ({ figures }: Table, claims: readonly Claim[]): readonly Claim[] => {
  const [times, shares] = ['avgScanTimeMs', 'moderationCatchRatePercent'].map((name) =>
    countsOf(figures, name),
  ) as [readonly Count[], readonly Count[]];
  const [unit, share] = [unitOf(times), unitOf(shares)];
  return [
    ...countsOf(figures, 'flaggedItemCount').map((one) =>
      claim('scans', one.group, one, atLeast(one.data), [one.seq], { ...reading, by: 'flagged' }),
    ),
    ...times.flatMap((one) => {
      const scans = ofSpan(claims, 'scans', one);
      if (scans === undefined || scans.least === 0) return [];
      const bounds: Bounds = [(one.data - unit) * scans.least, (one.data + unit) * scans.least];
      const seqs = [...new Set([one.seq, ...scans.seqs])];
      return [claim('ms of scans', one.group, one, bounds, seqs, { ...reading, by: 'the mean' })];
    }),
    ...shares.flatMap((one) => {
      const flagged = ofSpan(claims, 'flagged items', one);
      if (flagged === undefined || one.data <= share) return [];
      const bounds: Bounds = [
        (100 * flagged.least) / (one.data + share),
        (100 * flagged.least) / (one.data - share),
      ];
      const seqs = [...new Set([one.seq, ...flagged.seqs])];
      return [claim('violations', one.group, one, bounds, seqs, { ...reading, by: 'the share' })];
    }),
  ];
};

/** Roles that the organization cannot have hold nothing (2.2). */
const impossible = (claims: readonly Claim[], group: Group): readonly Claim[] =>
  group === 0
    ? []
    : [
        ...new Set(claims.filter((one) => one.group !== everyone).map(({ measure }) => measure)),
      ].map((measure) => claim(measure, group, ever, atMost(0), [], { by: 'impossible roles' }));

/** What a table claims; `without` are the people that the organization cannot have. */
export const claimsOf = (table: Table, without: Group): readonly Claim[] => {
  const first = [
    ...counts(table),
    ...minutes(table),
    ...membership(table),
    ...invitations(table),
    ...activity(table),
    ...ownRows(table),
    ...rankings(table),
    ...parts(table),
  ];
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
