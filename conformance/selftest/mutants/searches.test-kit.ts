import { isObject, listOf, textOf, at as valueAt } from '../../src/model/json.js';
import type { Call, Reply } from '../../src/rules/broken.js';
import type { FetchHandler } from '../../src/transport/fetch-transport.js';
import { type Mutant, mutantOf, onReply } from './mutant.test-kit.js';

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

/** The page that a service answers which searches in its own way, made of the roster without `q`. */
const searched = (reply: Reply, call: Call, isFound: Search): Reply => {
  const { document } = reply;
  const q = (call.url.searchParams.get('q') ?? '').toLowerCase();
  if (!isObject(document) || reply.status !== 200) return reply;
  const rows = listOf(document['data']).filter((row) =>
    isFound({ name: lower(row, 'name'), email: lower(row, 'email') }, q),
  );
  return { ...reply, document: pageOf(document, call, rows) };
};

/** The first hundred rows in place of the page that was asked for. */
const whole =
  (
    inner: FetchHandler,
    isMeant: (query: URLSearchParams) => boolean,
    also: (query: URLSearchParams) => void = () => undefined,
  ): FetchHandler =>
  (request) => {
    const url = new URL(request.url);
    if (isMeant(url.searchParams)) {
      url.searchParams.set('page', '1');
      url.searchParams.set('perPage', '100');
      also(url.searchParams);
    }
    return inner(new Request(url, request));
  };

/** A request that is refused stays as it is, such as one that skips more than a million rows. */
const isValid = (query: URLSearchParams): boolean => {
  const [page, perPage] = [query.get('page') ?? '1', query.get('perPage') ?? '25'];
  return (
    /^([1-9]\d?|100)$/.test(perPage) &&
    /^[1-9]\d{0,6}$/.test(page) &&
    (Number(page) - 1) * Number(perPage) <= 1_000_000
  );
};

const isByText = (query: URLSearchParams): boolean =>
  ['name', 'email'].includes(query.get('sort') ?? 'name');

/** A roster whose names and addresses have an order of their own; its worlds have rosters of one page. */
export const collated =
  (compare: (a: string, b: string) => number) =>
  (inner: FetchHandler): FetchHandler =>
    onReply((reply, call) => {
      const { document } = reply;
      const { searchParams } = call.url;
      if (call.endpoint !== 'roster' || !isObject(document) || reply.status !== 200) return null;
      if (!isByText(searchParams)) return null;
      const column = searchParams.get('sort') ?? 'name';
      const shown = (row: unknown): string => textOf(valueAt(row, 'attributes', column)) ?? '';
      const sorted = listOf(document['data']).toSorted((a, b) => compare(shown(a), shown(b)));
      const rows = searchParams.get('order') === 'desc' ? sorted.toReversed() : sorted;
      return { ...reply, document: pageOf(document, call, rows) };
    })(whole(inner, (query) => isValid(query) && isByText(query)));

const isByName = (query: URLSearchParams): boolean =>
  query.get('sort') === 'name' && query.get('order') !== 'desc';

/** A service that cuts the roster into pages first and then sorts each of them by name. */
const sortedAfterPaging = (inner: FetchHandler): FetchHandler =>
  onReply((reply, call) => {
    const { document } = reply;
    if (!isByName(call.url.searchParams) || !isObject(document) || reply.status !== 200)
      return null;
    const page = pageOf(document, call, listOf(document['data']));
    const data = page.data.toSorted((a, b) => (lower(a, 'name') < lower(b, 'name') ? -1 : 1));
    return { ...reply, document: { ...page, data } };
  })(whole(inner, isByName, (query) => query.set('sort', 'signupDate')));

/** A service that searches in its own way; its worlds have rosters of one page. */
export const searching =
  (isFound: Search) =>
  (inner: FetchHandler): FetchHandler => {
    return onReply((reply, call) =>
      call.endpoint === 'roster' && (call.url.searchParams.get('q') ?? '') !== ''
        ? searched(reply, call, isFound)
        : null,
    )(
      whole(
        inner,
        (query) => query.has('q'),
        (query) => query.delete('q'),
      ),
    );
  };

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
