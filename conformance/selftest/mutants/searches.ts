import { isObject, listOf, textOf, at as valueAt } from '../../src/model/json.js';
import type { Call, Reply } from '../../src/power/operator.js';
import type { FetchHandler } from '../../src/transport/fetch-transport.js';
import { type Mutant, mutantOf, onReply } from './mutant.js';

/** A row as a search looks at it, in lower case. */
interface Searched {
  readonly name: string;
  readonly email: string;
}

type Search = (row: Searched, q: string) => boolean;

const lower = (row: unknown, name: string): string =>
  (textOf(valueAt(row, 'attributes', name)) ?? '').toLowerCase();

/** The page that a service answers which searches in its own way, made of the roster without `q`. */
const searched = (reply: Reply, { url }: Call, isFound: Search): Reply => {
  const { document } = reply;
  const q = (url.searchParams.get('q') ?? '').toLowerCase();
  if (!isObject(document) || reply.status !== 200) return reply;
  const rows = listOf(document['data']).filter((row) =>
    isFound({ name: lower(row, 'name'), email: lower(row, 'email') }, q),
  );
  const page = Number(url.searchParams.get('page') ?? '1');
  const perPage = Number(url.searchParams.get('perPage') ?? '25');
  const counts = { totalCount: rows.length, totalPages: Math.ceil(rows.length / perPage) };
  const data = rows.slice((page - 1) * perPage, page * perPage);
  const meta = { ...(document['meta'] as object), page, perPage, ...counts };
  return { ...reply, document: { ...document, data, meta } };
};

/** A service that searches in its own way; its worlds have rosters of one page. */
export const searching =
  (isFound: Search) =>
  (inner: FetchHandler): FetchHandler => {
    const whole: FetchHandler = (request) => {
      const url = new URL(request.url);
      if (url.searchParams.has('q')) {
        url.searchParams.delete('q');
        url.searchParams.set('page', '1');
        url.searchParams.set('perPage', '100');
      }
      return inner(new Request(url, request));
    };
    return onReply((reply, call) =>
      call.endpoint === 'roster' && (call.url.searchParams.get('q') ?? '') !== ''
        ? searched(reply, call, isFound)
        : null,
    )(whole);
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
export const searchMutants: readonly Mutant[] = (
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
