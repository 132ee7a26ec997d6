import { mayTie } from '../history/redact.js';
import { groupBy } from '../model/group-by.js';
import { canonical, shown } from '../model/json.js';
import { contributions } from './claims.js';
import { type Findings, finding, hasRows, type Law, sameEverywhere } from './law.js';
import { spanText } from './span.js';
import type { Page, SeenRow, Table } from './table.js';

/** What a page lists, however it is sorted and cut. */
const filtersOf = ({ status, roles, q }: Page): string =>
  canonical([status.length === 2 ? [] : status, roles.toSorted(), q]);

const rangeKey = ({ from, to }: Page | SeenRow): string => `${from} ${to}`;

/** Without a status, the range does not decide who is listed. */
const listKey = (page: Page): string =>
  `${filtersOf(page)} ${page.status.length === 1 ? rangeKey(page) : ''}`;

const sortKey = (page: Page): string =>
  `${listKey(page)} ${contributions.some((one) => one === page.sort) ? rangeKey(page) : ''} ${page.sort} ${page.order}`;

const questionText = (page: Page): string =>
  [
    `the roster ${spanText(page)}`,
    ...(page.status.length === 1 ? [`status ${page.status.join()}`] : []),
    ...(page.roles.length > 0 ? [`roles ${page.roles.join()}`] : []),
    ...(page.q === null ? [] : ['with q']),
  ].join(', ');

const valueOf = ({ attributes }: SeenRow, column: string): unknown => attributes[column] ?? null;

/** A column of a member is the same in every row that was seen. */
const lasting =
  (...columns: readonly string[]) =>
  ({ rows }: Table): Findings =>
    sameEverywhere(rows, (row) =>
      columns
        .filter((column) => column in row.attributes)
        .map((column) => [`${column} of ${row.id}`, valueOf(row, column)]),
    );

const fits = ({ status, roles }: Page, row: SeenRow): boolean =>
  (status.length !== 1 || (status[0] === 'active') === valueOf(row, 'active')) &&
  (roles.length === 0 || roles.includes(String(valueOf(row, 'userType'))));

const hasRow = ({ rows }: Page, wanted: string): boolean => rows.some(({ id }) => id === wanted);

/** Who fits, by rows that were seen elsewhere, is on a page that has all who fit. */
function* rowsAreWhole({ pages, rows }: Table): Findings {
  const byRange = groupBy(rows, rangeKey);
  for (const page of pages.filter(({ isWhole, q }) => isWhole && q === null))
    for (const row of page.status.length === 1 ? (byRange.get(rangeKey(page)) ?? []) : rows) {
      if (!fits(page, row) || hasRow(page, row.id)) continue;
      const says = `${row.id}, seen in request ${row.seq}, is missing from ${questionText(page)} (request ${page.seq})`;
      yield finding([row, page], `${row.id} ${filtersOf(page)}`, says);
    }
}

/** Who contained the words that are searched for is found. */
function* searchFindsAll({ pages, rows }: Table): Findings {
  for (const page of pages.filter(({ isWhole }) => isWhole))
    for (const id of (page.found ?? []).filter((one) => !hasRow(page, one))) {
      const row = rows.findLast((one) => one.id === id && one.seq < page.seq);
      if (row === undefined || !fits(page, row)) continue;
      const says = `${id}, seen in request ${row.seq}, contains the words and was not found (request ${page.seq})`;
      // The search comes first: it is the request that a report shows.
      yield finding([page, row], `${id} ${filtersOf(page)}`, says);
    }
}

/** The rows that met all filters are those that were counted. */
function* filtersCount({ pages, rows }: Table): Findings {
  for (const page of pages.filter(({ isFoundAll, isWhole }) => isFoundAll && !isWhole)) {
    const found = page.found ?? [];
    const strange = page.rows.find(({ id }) => !found.includes(id));
    if (strange === undefined && page.total === found.length) continue;
    const source = rows.filter(({ id, seq }) => found.includes(id) && seq < page.seq).slice(0, 1);
    const also = strange === undefined ? '' : `, and ${strange.id} is not one of them`;
    const says = `${found.length} rows seen before meet all filters, totalCount is ${page.total}${also} (request ${page.seq})`;
    yield finding([...source, page], filtersOf(page), says);
  }
}

/** A page has as many rows as the total leaves to it. */
function* pagesAreFull({ pages }: Table): Findings {
  for (const one of pages) {
    const { page, perPage, rows, seq, total } = one;
    const right = Math.min(perPage, Math.max(0, total - (page - 1) * perPage));
    if (rows.length === right) continue;
    const says = `page ${page} has ${rows.length} rows, expected ${right} by perPage ${perPage} and totalCount ${total} (request ${seq})`;
    yield finding([one], filtersOf(one), says);
  }
}

const sameTotals = (pages: readonly Page[]): Findings =>
  sameEverywhere(pages, (page) => [
    [`total ${listKey(page)}`, page.total, `totalCount of ${questionText(page)}`],
  ]);

const hasBoth = ({ status }: Page): boolean => status.length === 2;

/** Both statuses list as many as none. */
function* bothAreNone({ pages }: Table): Findings {
  for (const both of pages.filter(hasBoth)) {
    const none = pages.find((page) => !hasBoth(page) && listKey(page) === listKey(both));
    if (none !== undefined) yield* sameTotals([none, both]);
  }
}

/** The pages of one walk that list a member a second time. */
function* repeatsIn(walk: readonly Page[]): Findings {
  const seen = new Map<string, Page>();
  for (const page of walk)
    for (const { id } of page.rows) {
      const before = seen.get(id);
      seen.set(id, page);
      if (before === undefined) continue;
      const says =
        before === page
          ? `${id} is twice on page ${page.page} (request ${page.seq})`
          : `${id} is on page ${before.page} (request ${before.seq}) and on page ${page.page} (request ${page.seq})`;
      yield finding([before, page], `${id} twice ${sortKey(page)}`, says);
    }
}

/** All pages of a walk have as many members together as the total says. */
function* gapsIn(walk: readonly Page[]): Findings {
  const [first] = walk;
  if (first === undefined || walk.length < Math.ceil(first.total / first.perPage)) return;
  const ids = new Set(walk.flatMap(({ rows }) => rows.map(({ id }) => id)));
  if (ids.size >= first.total) return;
  const says = `all pages of ${questionText(first)} have ${ids.size} members together, totalCount is ${first.total} (request ${walk.map(({ seq }) => seq).join(', ')})`;
  yield finding(walk, `all pages ${sortKey(first)}`, says);
}

/** A walk lists every member once. */
function* eachOnce({ pages }: Table): Findings {
  for (const same of groupBy(pages, (page) => `${sortKey(page)} ${page.perPage}`).values()) {
    const walk = [...new Map(same.map((page) => [page.page, page])).values()];
    yield* repeatsIn(walk);
    yield* gapsIn(walk);
  }
}

/** The n-th row of a list has one value in the column of its sort, however the list is cut. */
const samePositions = (pages: readonly Page[]): Findings =>
  sameEverywhere(pages, (page) =>
    page.rows.map((row) => [
      `${sortKey(page)} ${row.position}`,
      valueOf(row, page.sort),
      `${page.sort} of row ${row.position + 1} by ${page.sort} ${page.order}`,
    ]),
  );

/** Without a sort the rows are those by name upward. */
function* defaultPositions({ pages }: Table): Findings {
  for (const page of pages.filter(({ isSorted }) => !isSorted)) {
    const named = pages.filter((one) => one.isSorted && sortKey(one) === sortKey(page));
    for (const found of samePositions([...named, page]))
      if (found.seqs.includes(page.seq)) yield found;
  }
}

/** Values between which the order of a service may see no difference. */
const isTie = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string'
    ? mayTie(one, other)
    : canonical(one) === canonical(other);

/** A column downward is the column upward reversed. */
function* reversed({ pages }: Table): Findings {
  const columnOf = ({ rows, sort }: Page) => rows.map((row) => valueOf(row, sort));
  const eitherWay = (page: Page): string => sortKey({ ...page, order: '' });
  const whole = pages.filter(({ isWhole }) => isWhole);
  for (const down of whole.filter(({ order }) => order === 'desc')) {
    const up = whole.find((one) => one.order === 'asc' && eitherWay(one) === eitherWay(down));
    if (up === undefined) continue;
    const [upward, downward] = [columnOf(up), columnOf(down).toReversed()];
    const at = upward.findIndex((value, index) => !isTie(value, downward[index] ?? null));
    if (at < 0 && upward.length === downward.length) continue;
    const says = `by ${up.sort}, row ${at + 1} upward is ${shown(upward[at])} (request ${up.seq}), the same row counted from the end downward is ${shown(downward[at])} (request ${down.seq})`;
    yield finding([up, down], eitherWay(down), says);
  }
}

const somePage =
  (isMeant: (page: Page) => boolean) =>
  ({ pages }: Table): boolean =>
    pages.some(isMeant);

const twoPages = ({ pages }: Table): boolean => pages.length > 1;

/** What holds among the rows and pages of the roster. */
export const pageLaws: readonly Law[] = [
  {
    id: '2.8-T8b',
    binding: 'must',
    clause:
      'signupDate is the date of signing up for the service; it does not depend on the range.',
    sentence: '2.8: the date the member signed up for the service.',
    speaksOf: hasRows,
    find: lasting('signupDate'),
  },
  {
    id: '2.8-T9a',
    binding: 'must',
    clause: 'lastActivityDate is of all time, not scoped to the range.',
    sentence: '2.8: most recent activity, all time, not scoped to the range.',
    speaksOf: hasRows,
    find: lasting('lastActivityDate'),
  },
  {
    id: '2.8-L2',
    clause: 'A member has the same name, address and role on every page.',
    sentence: '2.8: name, username, email and userType are those of the member.',
    speaksOf: hasRows,
    find: lasting('name', 'username', 'email', 'userType'),
  },
  {
    id: '2.8-L3',
    clause: 'Neither filter nor sort nor page changes what a row says of a range.',
    sentence: '2.8: active and the counts are those in the range.',
    speaksOf: hasRows,
    find: ({ rows }) =>
      sameEverywhere(rows, (row) =>
        [...contributions, 'active'].map((column) => [
          `${column} of ${row.id} ${spanText(row)}`,
          valueOf(row, column),
        ]),
      ),
  },
  {
    id: '2.8-M3',
    binding: 'inferred',
    clause: 'Every page but the last is full.',
    sentence: '2.8: perPage is the rows per page, totalCount the rows across all pages.',
    speaksOf: ({ pages }) => pages.length > 0,
    find: pagesAreFull,
  },
  {
    id: '2.8-T16',
    binding: 'must',
    clause:
      'The roster is the current one: the same filters have the same total, whatever the range.',
    sentence:
      '2.8: rows are the current roster; totalCount is all current members matching the filters.',
    speaksOf: twoPages,
    find: ({ pages }) => sameTotals(pages.filter((page) => !hasBoth(page))),
  },
  {
    id: '4.2-T2',
    binding: 'must',
    clause: 'Both statuses together are the same as none.',
    sentence: '4.2: both listed equals omitted.',
    speaksOf: somePage(hasBoth),
    find: bothAreNone,
  },
  {
    id: '4.2-L3',
    clause: 'Who has a status and a role that were asked for is listed.',
    sentence: '2.8: totalCount is all current members matching the filters.',
    speaksOf: somePage(({ isWhole }) => isWhole),
    find: rowsAreWhole,
  },
  {
    id: '4.2-T4',
    binding: 'must',
    clause: 'q finds every member whose name or email contains it, whatever the case.',
    sentence: '4.2: q is a case-insensitive substring match on name or email.',
    speaksOf: somePage(({ found, isWhole }) => found !== null && isWhole),
    remembers: true,
    find: searchFindsAll,
  },
  {
    id: '4.2-L4',
    clause: 'Filters given together list those who meet all of them.',
    sentence: '4.2: each parameter filters the rows.',
    speaksOf: somePage(({ isFoundAll, isWhole }) => isFoundAll && !isWhole),
    remembers: true,
    find: filtersCount,
  },
  {
    id: '4.2-R5a',
    binding: 'must',
    clause: 'Walking the pages with the same parameters gives every row once.',
    sentence: '4.2.5: a walk over all pages exports the whole roster.',
    speaksOf: somePage(({ rows }) => rows.length > 0),
    find: eachOnce,
  },
  {
    id: '4.2-L5',
    clause:
      'The roster is sorted before it is cut into pages: the n-th row has one value in the column of its sort.',
    sentence: '4.2: sort orders the rows; page and perPage cut them.',
    speaksOf: twoPages,
    find: ({ pages }) => samePositions(pages.filter(({ isSorted }) => isSorted)),
  },
  {
    id: '4.2-T7',
    binding: 'must',
    clause: 'By default the roster is sorted by name upward, 25 rows from page 1.',
    sentence: '4.2: sort is name, order asc, page 1 and perPage 25 by default.',
    speaksOf: somePage((page) => !page.isSorted && page.rows.length > 1),
    find: defaultPositions,
  },
  {
    id: '4.2-T6',
    binding: 'must',
    clause: 'desc is the reverse of asc.',
    sentence: '4.2: order is asc or desc.',
    speaksOf: somePage((page) => page.order === 'desc' && page.rows.length > 1),
    find: reversed,
  },
];
