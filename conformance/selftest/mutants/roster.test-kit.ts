import { listOf } from '../../src/model/json.js';
import { asked, inRoster, refuses } from '../../src/rules/broken.js';
import { keepingPages } from './caches.test-kit.js';
import {
  type Fault,
  type Mutant,
  mutantsOf,
  onQuery,
  onRequest,
  type Switch,
} from './mutant.test-kit.js';
import { searching } from './searches.test-kit.js';

type Query = URLSearchParams;

/** Changes the parameters of roster requests before the service sees them. */
const replacing = (by: (query: Query) => void): Switch => ({
  handler: onQuery((query, { endpoint }) => {
    if (endpoint === 'roster') by(query);
  }),
});

/** Takes parameters away: what a service does that ignores them. */
const ignoring = (names: readonly string[], isMeant: (query: Query) => boolean = () => true) =>
  replacing((query) => {
    if (isMeant(query)) for (const name of names) query.delete(name);
  });

/** Keeps pages whatever some parameters say. */
const keptWithout = (...names: readonly string[]): Fault => ({ handler: keepingPages(...names) });

/** Another value for one that a parameter has. */
const instead = (name: string, value: string, other: string): Fault =>
  replacing((query) => {
    if (query.get(name) === value) query.set(name, other);
  });

const statusesIn = (query: Query): number => query.getAll('status[]').length;

/** Sorts by something else where a column is asked for. */
const unsorted = Object.fromEntries(
  [
    ...['name', 'email', 'userType', 'signupDate', 'lastActivityDate'],
    ...['boards', 'posts', 'comments', 'reactions'],
  ].map((column, index): [string, Readonly<Record<string, Fault>>] => [
    `4.2-T5${'abcdefghi'.charAt(index)}`,
    {
      'sort is ignored':
        column === 'name'
          ? instead('sort', 'name', 'signupDate')
          : ignoring(['sort'], (query) => query.get('sort') === column),
    },
  ]),
);

/** Rosters that are filtered, sorted or cut wrongly. */
export const rosterMutants: readonly Mutant[] = mutantsOf({
  ...unsorted,
  '2.2-R1b': { 'roles are ignored': ignoring(['userType[]']) },
  '4.2-T1': { 'a bare role is ignored': ignoring(['userType']) },
  '4.2-T2': {
    'both are active': replacing((query) => {
      if (statusesIn(query) === 2) query.delete('status[]', 'inactive');
    }),
    'both are none': replacing((query) => {
      if (statusesIn(query) === 2) query.set('q', 'nobody at all');
    }),
  },
  '4.2-T3a': {
    'a bare status is ignored': ignoring(['status']),
    'status is turned': instead('status', 'active', 'inactive'),
    'rows are kept whatever the status': keptWithout('status'),
  },
  '4.2-T3b': {
    'encoded brackets are another name': {
      handler: onRequest((call) => ({
        ...call,
        url: new URL(call.url.href.replaceAll(/status%5B%5D=[^&]*&?/g, '')),
      })),
    },
    'status is ignored': ignoring(['status[]'], (query) => statusesIn(query) === 1),
    'status is turned': instead('status[]', 'inactive', 'active'),
  },
  '4.2-T3c': {
    'userType is ignored': ignoring(['userType[]']),
    'admin means guest': instead('userType', 'admin', 'student'),
    'rows are kept whatever the roles': keptWithout('userType', 'userType[]'),
  },
  '4.2-T3d': { 'q is ignored': ignoring(['q']) },
  '4.2-T3e': {
    'q is ignored': ignoring(['q']),
    'rows are kept whatever the text': keptWithout('q'),
    'a word is a pattern': { ...ignoring(['q'], (query) => query.get('q') === '.*'), rotation: 2 },
    'a percent sign matches every text': ignoring(['q'], (query) => query.get('q') === '%'),
  },
  '4.2-T3f': {
    'filters are lost on the second page': ignoring(
      ['status[]', 'userType[]', 'q'],
      (query) => query.get('page') === '2',
    ),
  },
  '4.2-L3': {
    'the last of several': replacing((query) => {
      const last = query.getAll('userType[]').at(-1);
      if (last !== undefined) query.set('userType[]', last);
    }),
  },
  '4.2-L4': {
    'status is ignored beside q': ignoring(['status[]'], (query) => query.has('q')),
    'userType is ignored beside q': ignoring(['userType[]'], (query) => query.has('q')),
  },
  '4.2-T4': {
    'only how a word begins': {
      handler: searching(({ name, email }, q) =>
        `${name} ${email}`.split(/[ @.]/).some((word) => word.startsWith(q)),
      ),
    },
    'only names': { handler: searching(({ name }, q) => name.includes(q)) },
    'only addresses': { handler: searching(({ email }, q) => email.includes(q)) },
    'case counts': replacing((query) => {
      const q = query.get('q') ?? '';
      if (q !== q.toLowerCase()) query.set('q', 'nobody at all');
    }),
    'whole words only': replacing((query) => {
      if (query.has('q')) query.set('q', `${query.get('q') ?? ''} `.repeat(2));
    }),
  },
  '4.2-T5b': {
    'sort is ignored': ignoring(['sort'], (query) => query.get('sort') === 'email'),
    'a search is neither filtered nor sorted': replacing((query) => {
      if (!query.has('q') || query.get('sort') !== 'email') return;
      query.delete('q');
      query.set('sort', 'signupDate');
    }),
  },
  '4.2-T5h': {
    'sort is ignored': ignoring(['sort'], (query) => query.get('sort') === 'comments'),
    'upward for downward': ignoring(['order'], (query) => query.get('sort') === 'comments'),
  },
  '4.2-T6': {
    'order is ignored': ignoring(['order']),
    'downward begins with the second': inRoster('data', (rows, call) =>
      asked(call).get('order') === 'desc' ? [...listOf(rows).slice(1), listOf(rows)[0]] : rows,
    ),
  },
  '4.2-T7': {
    'downward by default': replacing((query) => {
      if (!query.has('sort')) query.set('order', query.get('order') === 'desc' ? 'asc' : 'desc');
    }),
    'by signupDate by default': replacing((query) => {
      if (!query.has('sort')) query.set('sort', 'signupDate');
    }),
  },
  '4.2-R5a': {
    'pages overlap': instead('page', '2', '1'),
    'a row twice': inRoster('data', (rows) => {
      const [first, , ...rest] = listOf(rows);
      return rest.length === 0 ? rows : [first, first, ...rest];
    }),
    'a row is on no page': inRoster('data', (rows, call) =>
      asked(call).get('page') === '3' ? listOf(rows).slice(1) : rows,
    ),
  },
  '4.2-S1': { 'q is ignored': ignoring(['q']) },
  '7-A2': {
    '500 on a page': refuses(500, (call) => call.endpoint === 'roster'),
    '501 on series': refuses(
      501,
      (call) =>
        call.endpoint === 'metrics' && call.url.search === '' && call.text.includes('"from"'),
    ),
  },
});
