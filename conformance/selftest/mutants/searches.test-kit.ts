import { isObject, listOf, textOf, at as valueAt } from '../../src/model/json.js';
import type { Call } from '../../src/rules/broken.js';
import type { FetchHandler } from '../../src/transport/fetch-transport.js';
import { type Mutant, mutantOf, onQuery, onReply } from './mutant.test-kit.js';

/** A row as a search looks at it, in lower case. */
interface Searched {
  readonly name: string;
  readonly email: string;
}

type Search = (row: Searched, q: string) => boolean;

const lower = (row: unknown, name: string): string =>
  (textOf(valueAt(row, 'attributes', name)) ?? '').toLowerCase();

/** The page of some rows that a request asks for. */
const pageOf = (
  document: Readonly<Record<string, unknown>>,
  { url }: Call,
  rows: readonly unknown[],
) => {
  const page = Number(url.searchParams.get('page') ?? '1');
  const perPage = Number(url.searchParams.get('perPage') ?? '25');
  const counts = { totalCount: rows.length, totalPages: Math.ceil(rows.length / perPage) };
  const data = rows.slice((page - 1) * perPage, page * perPage);
  const meta = { ...(document['meta'] as object), page, perPage, ...counts };
  return { ...document, data, meta };
};

type Query = URLSearchParams;
type Rows = readonly unknown[];

/**
 * A service that makes the pages of some questions itself, of the roster that the other answers without their
 * page, and without `q` if it searches; its worlds have rosters of one page.
 */
const paging = (
  isMeant: (query: Query) => boolean,
  asked: (query: Query) => void,
  by: (rows: Rows, query: Query) => Rows,
  inPage: (rows: Rows) => Rows = (rows) => rows,
) => {
  return (inner: FetchHandler): FetchHandler =>
    onReply((reply, call) => {
      const { document } = reply;
      const { searchParams } = call.url;
      if (call.endpoint !== 'roster' || !isObject(document) || reply.status !== 200) return null;
      if (!isMeant(searchParams)) return null;
      const page = pageOf(document, call, by(listOf(document['data']), searchParams));
      return { ...reply, document: { ...page, data: inPage(page.data) } };
    })(
      onQuery((query) => {
        if (!isMeant(query)) return;
        query.set('page', '1');
        query.set('perPage', '100');
        asked(query);
      })(inner),
    );
};

/** A request that is refused stays as it is, such as one that skips more than a million rows. */
const isValid = (query: Query): boolean => {
  const [page, perPage] = [query.get('page') ?? '1', query.get('perPage') ?? '25'];
  return (
    /^([1-9]\d?|100)$/.test(perPage) &&
    /^0*[1-9]\d{0,6}$/.test(page) &&
    (Number(page) - 1) * Number(perPage) <= 1_000_000
  );
};

const sortOf = (query: Query): string => query.get('sort') ?? 'name';

/** A roster whose names and addresses have an order of their own. */
export const collated = (compare: (a: string, b: string) => number) =>
  paging(
    (query) => isValid(query) && ['name', 'email'].includes(sortOf(query)),
    () => undefined,
    (rows, query) => {
      const shown = (row: unknown): string =>
        textOf(valueAt(row, 'attributes', sortOf(query))) ?? '';
      const sorted = rows.toSorted((a, b) => compare(shown(a), shown(b)));
      return query.get('order') === 'desc' ? sorted.toReversed() : sorted;
    },
  );

/** A service that cuts the roster into pages first and then sorts each of them by name. */
const sortedAfterPaging = paging(
  (query) => query.get('sort') === 'name' && query.get('order') !== 'desc',
  (query) => query.set('sort', 'signupDate'),
  (rows) => rows,
  (rows) => rows.toSorted((a, b) => (lower(a, 'name') < lower(b, 'name') ? -1 : 1)),
);

/** A service that searches in its own way. */
export const searching = (isFound: Search) =>
  paging(
    (query) => (query.get('q') ?? '') !== '',
    (query) => query.delete('q'),
    (rows, query) =>
      rows.filter((row) =>
        isFound(
          { name: lower(row, 'name'), email: lower(row, 'email') },
          (query.get('q') ?? '').toLowerCase(),
        ),
      ),
  );

const contains = ({ name, email }: Searched, q: string): boolean =>
  name.includes(q) || email.includes(q);

const wordsOf = (q: string): readonly string[] => q.split(' ').filter((word) => word !== '');

const escaped = (q: string): string => q.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A text as a pattern of a database, of which one sign stands for something else. */
const pattern = (sign: string, stands: string): Search => {
  return ({ name, email }, q) => {
    const parts = q.split(sign).map(escaped);
    const found = new RegExp(parts.join(stands));
    return found.test(name) || found.test(email);
  };
};

/** Services that find more than what contains the text; each shows in one variant of RV23. */
const foundTooMuch: readonly Mutant[] = (
  [
    [
      'words in any order',
      0,
      ({ name, email }, q) =>
        [name, email].some((text) => wordsOf(q).every((word) => text.includes(word))),
    ],
    [
      'words of name and address together',
      1,
      (row, q) => wordsOf(q).every((word) => contains(row, word)),
    ],
    ['any of the words', 1, (row, q) => wordsOf(q).some((word) => contains(row, word))],
    [
      'name and address are one text',
      2,
      (row, q) => contains(row, q) || `${row.name} ${row.email}`.includes(q),
    ],
    [
      'name and address are joined',
      3,
      (row, q) => contains(row, q) || `${row.name}${row.email}`.includes(q),
    ],
    ['a percent sign is any text', 4, pattern('%', '.*')],
    ['an underscore is any letter', 5, pattern('_', '.')],
  ] as const satisfies readonly (readonly [string, number, Search])[]
).map(([operator, rotation, isFound]) =>
  mutantOf('4.2-T3g', operator, { rotation, handler: searching(isFound) }),
);

/** Services that cut, sort or search the whole roster in a wrong way. */
export const searchMutants: readonly Mutant[] = [
  mutantOf('4.2-L5', 'sorted after paging', { handler: sortedAfterPaging }),
  ...foundTooMuch,
];
