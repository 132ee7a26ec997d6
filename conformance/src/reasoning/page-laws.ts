import { canonical, shown } from '../model/json.js';
import { contributions } from './claims.js';
import { type Finding, groupBy, sameEverywhere } from './finding.js';
import { rosterGroupOf } from './groups.js';
import { spanText } from './span.js';
import type { Page, SeenRow, Table } from './table.js';

/** What a page lists, however it is sorted and cut. */
const filtersOf = ({ status, roles, q }: Page): string =>
  canonical([status.length === 2 ? [] : status, roles.toSorted(), q]);

const rangeKey = ({ from, to }: Page | SeenRow): string => `${from} ${to}`;

/** Without a status, the range does not decide who is listed. */
const listOfPage = (page: Page): string =>
  `${filtersOf(page)} ${page.status.length === 1 ? rangeKey(page) : ''}`;

const questionText = (page: Page): string =>
  [
    `the roster ${spanText(page)}`,
    ...(page.status.length === 1 ? [`status ${page.status.join()}`] : []),
    ...(page.roles.length > 0 ? [`roles ${page.roles.join()}`] : []),
    ...(page.q === null ? [] : ['with q']),
  ].join(', ');

const valueOf = ({ attributes }: SeenRow, column: string): unknown => attributes[column] ?? null;

/** A column of a member is the same in every row that was seen. */
export const lastingColumns =
  (...columns: readonly string[]) =>
  ({ rows }: Table): readonly Finding[] =>
    sameEverywhere(
      rows.flatMap((row) =>
        columns
          .filter((column) => column in row.attributes)
          .map((column) => ({
            seq: row.seq,
            until: row.to,
            key: `${column} of ${row.id}`,
            value: valueOf(row, column),
          })),
      ),
    );

/** What a member did in a range is the same in every row of that range. */
export const sameDeeds = ({ rows }: Table): readonly Finding[] =>
  sameEverywhere(
    rows.flatMap((row) =>
      [...contributions, 'active'].map((column) => ({
        seq: row.seq,
        until: row.to,
        key: `${column} of ${row.id} ${spanText(row)}`,
        value: valueOf(row, column),
      })),
    ),
  );

const fits = ({ status, roles }: Page, row: SeenRow): boolean =>
  (status.length !== 1 || (status[0] === 'active') === valueOf(row, 'active')) &&
  (roles.length === 0 || roles.includes(String(valueOf(row, 'userType'))));

/** Every row of a page has the status and a role that were asked for. */
export const rowsFit = ({ pages }: Table): readonly Finding[] =>
  pages.flatMap((page) =>
    page.rows
      .filter((row) => !fits(page, row))
      .map((row) => ({
        seqs: [page.seq],
        about: `${row.id} ${filtersOf(page)}`,
        until: page.to,
        says: `${row.id} with userType ${shown(valueOf(row, 'userType'))} and active ${shown(valueOf(row, 'active'))} does not fit ${questionText(page)} (request ${page.seq})`,
      })),
  );

/** Who fits, by rows that were seen elsewhere, is on a page that has all who fit. */
export const rowsAreWhole = ({ pages, rows }: Table): readonly Finding[] => {
  const byRange = groupBy(rows, rangeKey);
  return pages
    .filter((page) => page.isWhole && page.q === null)
    .flatMap((page) => {
      const there = new Set(page.rows.map(({ id }) => id));
      const known = page.status.length === 1 ? (byRange.get(rangeKey(page)) ?? []) : rows;
      return known
        .filter((row) => !there.has(row.id) && fits(page, row))
        .map((row) => ({
          seqs: [row.seq, page.seq],
          about: `${row.id} ${filtersOf(page)}`,
          until: page.to,
          says: `${row.id}, seen in request ${row.seq}, is missing from ${questionText(page)} (request ${page.seq})`,
        }));
    });
};

/** Who contained the words that are searched for is found (4.2). */
export const searchFindsAll = ({ pages, rows }: Table): readonly Finding[] =>
  pages
    .filter(({ found, isWhole }) => found !== null && isWhole)
    .flatMap((page) => {
      const there = new Set(page.rows.map(({ id }) => id));
      return (page.found ?? [])
        .filter((id) => !there.has(id))
        .flatMap((id) => {
          const row = rows.findLast((one) => one.id === id && one.seq < page.seq);
          if (row === undefined || !fits(page, row)) return [];
          return [
            {
              // The search comes first: it is the request that a report shows.
              seqs: [page.seq, row.seq],
              about: `${id} ${filtersOf(page)}`,
              until: page.to,
              says: `${id}, seen in request ${row.seq}, contains the words and was not found (request ${page.seq})`,
            },
          ];
        });
    });

/** The rows that met all filters are those that were counted. */
export const filtersCount = ({ pages, rows }: Table): readonly Finding[] =>
  pages
    .filter(({ isFoundAll, isWhole }) => isFoundAll && !isWhole)
    .flatMap((page) => {
      const found = page.found ?? [];
      const strange = page.rows.find(({ id }) => !found.includes(id));
      if (strange === undefined && page.total === found.length) return [];
      const sources = rows.filter(({ id, seq }) => found.includes(id) && seq < page.seq);
      return [
        {
          seqs: [...new Set([...sources.map(({ seq }) => seq).slice(0, 1), page.seq])],
          about: filtersOf(page),
          until: page.to,
          says: `${found.length} rows seen before meet all filters, totalCount is ${page.total}${strange === undefined ? '' : `, and ${strange.id} is not one of them`} (request ${page.seq})`,
        },
      ];
    });

/** A page has as many rows as the total leaves to it. */
export const pagesAreFull = ({ pages }: Table): readonly Finding[] =>
  pages.flatMap((page) => {
    const left = Math.max(0, page.total - (page.page - 1) * page.perPage);
    const right = Math.min(page.perPage, left);
    if (page.rows.length === right) return [];
    return [
      {
        seqs: [page.seq],
        about: filtersOf(page),
        until: page.to,
        says: `page ${page.page} of ${page.perPage} rows a page has ${page.rows.length} of ${page.total} rows, expected ${right} (request ${page.seq})`,
      },
    ];
  });

const totals = (pages: readonly Page[]): readonly Finding[] =>
  sameEverywhere(
    pages.map((page) => ({
      seq: page.seq,
      until: page.to,
      key: `total ${listOfPage(page)}`,
      label: `totalCount of ${questionText(page)}`,
      value: page.total,
    })),
  );

const hasBoth = ({ status }: Page): boolean => status.length === 2;

/** The same filters list as many, whatever the sort, the page and, without a status, the range. */
export const sameTotal = ({ pages }: Table): readonly Finding[] =>
  totals(pages.filter((page) => !hasBoth(page)));

/** Both statuses list as many as none. */
export const bothAreNone = ({ pages }: Table): readonly Finding[] =>
  pages.filter(hasBoth).flatMap((both) => {
    const none = pages.find((page) => !hasBoth(page) && listOfPage(page) === listOfPage(both));
    return none === undefined ? [] : totals([none, both]);
  });

const sortKey = (page: Page): string =>
  `${listOfPage(page)} ${contributions.some((one) => one === page.sort) ? rangeKey(page) : ''} ${page.sort} ${page.order}`;

const twiceText = (id: string, one: Page, other: Page): string =>
  one === other
    ? `${id} is twice on page ${one.page} (request ${one.seq})`
    : `${id} is on page ${one.page} (request ${one.seq}) and on page ${other.page} (request ${other.seq})`;

/** The pages of one walk that list a member a second time. */
const repeatsIn = (walk: readonly Page[]): readonly Finding[] => {
  const seen = new Map<string, Page>();
  return walk.flatMap((page) =>
    page.rows.flatMap(({ id }) => {
      const before = seen.get(id);
      seen.set(id, page);
      if (before === undefined) return [];
      return [
        {
          seqs: [...new Set([before.seq, page.seq])],
          about: `${id} twice ${sortKey(page)}`,
          until: page.to,
          says: twiceText(id, before, page),
        },
      ];
    }),
  );
};

/** All pages of a walk have as many members together as the total says. */
const gapsIn = (walk: readonly Page[]): readonly Finding[] => {
  const [first] = walk;
  if (first === undefined || walk.length < Math.ceil(first.total / first.perPage)) return [];
  const ids = new Set(walk.flatMap(({ rows }) => rows.map(({ id }) => id)));
  if (ids.size >= first.total) return [];
  return [
    {
      seqs: walk.map(({ seq }) => seq),
      about: `all pages ${sortKey(first)}`,
      until: first.to,
      says: `the ${walk.length} pages of ${questionText(first)} have ${ids.size} members, totalCount is ${first.total} (requests ${walk.map(({ seq }) => seq).join(', ')})`,
    },
  ];
};

/** A walk lists every member once. */
export const eachOnce = ({ pages }: Table): readonly Finding[] =>
  [...groupBy(pages, (page) => `${sortKey(page)} ${page.perPage}`).values()].flatMap((same) => {
    const walk = [...new Map(same.map((page) => [page.page, page])).values()];
    return [...repeatsIn(walk), ...gapsIn(walk)];
  });

const positions = (pages: readonly Page[]): readonly Finding[] =>
  sameEverywhere(
    pages.flatMap((page) =>
      page.rows.map((row) => ({
        seq: page.seq,
        until: page.to,
        key: `${sortKey(page)} ${row.position}`,
        label: `${page.sort} of row ${row.position + 1} by ${page.sort} ${page.order}`,
        value: valueOf(row, page.sort),
      })),
    ),
  );

/** The n-th row of a list has one value in the column of its sort, however the list is cut. */
export const samePositions = ({ pages }: Table): readonly Finding[] =>
  positions(pages.filter(({ isSorted }) => isSorted));

/** Without a sort the rows are those by name upward. */
export const defaultPositions = ({ pages }: Table): readonly Finding[] =>
  pages
    .filter(({ isSorted }) => !isSorted)
    .flatMap((page) => {
      const named = pages.filter((one) => one.isSorted && sortKey(one) === sortKey(page));
      return positions([...named, page]).filter(({ seqs }) => seqs.includes(page.seq));
    });

/** A column downward is the column upward reversed. */
export const reversed = ({ pages }: Table): readonly Finding[] => {
  const whole = pages.filter(({ isWhole }) => isWhole);
  const columnOf = ({ rows, sort }: Page) => rows.map((row) => valueOf(row, sort));
  return [...groupBy(whole, (page) => sortKey({ ...page, order: '' })).values()].flatMap((same) => {
    const up = same.find(({ order }) => order === 'asc');
    return same
      .filter(({ order }) => up !== undefined && order === 'desc')
      .flatMap((down) => {
        if (up === undefined) return [];
        const [upward, downward] = [columnOf(up), columnOf(down).toReversed()];
        const at = upward.findIndex(
          (value, index) => canonical(value) !== canonical(downward[index] ?? null),
        );
        if (at < 0 && upward.length === downward.length) return [];
        return [
          {
            seqs: [up.seq, down.seq],
            about: sortKey({ ...down, order: '' }),
            until: down.to,
            says: `by ${up.sort}, row ${at + 1} upward is ${shown(upward[at])} (request ${up.seq}), the same row counted from the end downward is ${shown(downward[at])} (request ${down.seq})`,
          },
        ];
      });
  });
};

const isValued = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');

/** Numbers and dates go up, or down, the page; what has no value is at its end (4.2.4). */
export const inOrder = ({ pages }: Table): readonly Finding[] =>
  pages
    .filter(({ sort }) => !['name', 'email', 'userType'].includes(sort))
    .flatMap((page) => {
      const isDown = page.order === 'desc';
      const odd = page.rows.findIndex((row, index) => {
        const [before, here] = [page.rows[index - 1], row].map((one) =>
          one === undefined ? undefined : valueOf(one, page.sort),
        );
        if (before === undefined) return false;
        const [low, high] = isDown ? [here, before] : [before, here];
        if (!isValued(low) || !isValued(high)) return isValued(low) && !isValued(high);
        return typeof low === typeof high && low > high;
      });
      const [before, row] = [page.rows[odd - 1], page.rows[odd]];
      if (before === undefined || row === undefined) return [];
      return [
        {
          seqs: [page.seq],
          about: sortKey(page),
          until: page.to,
          says: `${page.sort}, ${isDown ? 'descending' : 'ascending'}: row ${odd + 1} has ${shown(valueOf(row, page.sort))} after row ${odd} with ${shown(valueOf(before, page.sort))} (request ${page.seq})`,
        },
      ];
    });

/** The roles of members, by their rows. */
export const roleOf = ({ rows }: Table): ReadonlyMap<string, number> =>
  new Map(rows.map((row) => [row.id, rosterGroupOf([valueOf(row, 'userType')])]));
