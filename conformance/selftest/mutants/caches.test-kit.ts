import { at, canonical, isObject, listOf } from '../../src/model/json.js';
import {
  type Call,
  data,
  inMetrics,
  isMonthly,
  metrics,
  numbers,
  objects,
} from '../../src/rules/broken.js';
import { rolesOf, statusOf } from './figures.test-kit.js';

import {
  type Fault,
  keeping,
  type Mutant,
  mutantsOf,
  onQuery,
  perService,
} from './mutant.test-kit.js';

/** Keeps figures under a key that lacks a part of the query. */
const keptFigures = (
  keyOf: (one: Readonly<Record<string, unknown>>, call: Call) => string,
): Fault => ({
  handler: perService(() => {
    const figures = new Map<string, unknown>();
    return inMetrics(`${metrics}/*`, (one, call) => {
      if (!isObject(one)) return one;
      const key = `${call.url.pathname} ${String(one['name'])} ${keyOf(one, call)}`;
      if (!figures.has(key)) figures.set(key, one['data']);
      return { ...one, data: figures.get(key) };
    });
  }),
});

/** Keeps pages of the roster under a key that lacks some parameters. */
export const keepingPages = (...names: readonly string[]) =>
  keeping(({ endpoint, url }) => {
    const key = new URL(url);
    for (const name of names) key.searchParams.delete(name);
    return endpoint === 'roster' ? key.href : null;
  });

const rangeOf = ({ body }: Call): string => `${String(at(body, 'from'))} ${String(at(body, 'to'))}`;
const monthsOf = ({ body }: Call): string => canonical(at(body, 'dimensions') ?? []);

/** One more in ranges that end in a month, but not in series. */
const oneMoreTo = (month: string) =>
  numbers(['postCount'], (value, _one, { body }) =>
    String(at(body, 'to')).endsWith(month) ? value + 1 : value,
  );

const isOneMonth = ({ body }: Call): boolean =>
  at(body, 'from') !== undefined && at(body, 'from') === at(body, 'to');

/** Twice as much of one metric, wherever it is. */
const doubled = (name: string) =>
  data([name], (value) => {
    if (typeof value === 'number') return 2 * value;
    return isMonthly(value)
      ? value.map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([key, one]) => [key, typeof one === 'number' ? 2 * one : one]),
          ),
        )
      : value;
  });

/** Finds no member by some texts. */
const lost = (isLost: (q: string) => boolean) => ({
  handler: onQuery((query) => {
    if (isLost(query.get('q') ?? '')) query.set('q', 'nobody at all');
  }),
});

/** Services that keep answers too long, fail at rare questions, or have a definition wrong everywhere. */
export const cacheMutants: readonly Mutant[] = mutantsOf({
  '1-R5': {
    'answers are kept across organizations': {
      handler: keeping(({ endpoint, text }) => (endpoint === 'metrics' ? text : null)),
    },
  },
  '1-R6': {
    'answers are kept across dimensions': {
      live: true,
      handler: keeping((call) =>
        call.endpoint === 'metrics'
          ? `${call.url.pathname} ${canonical(at(call.body, 'metrics'))} ${rangeOf(call)}`
          : null,
      ),
    },
  },
  // Figures of one range, one form or one list for another.
  '2.6-R6': {
    'figures are kept across ranges': keptFigures(
      (one, call) => `${canonical(one['properties'])} ${monthsOf(call)}`,
    ),
  },
  '2.6-L3': {
    'ranges that end in December': { live: true, reply: oneMoreTo('-12') },
  },
  '2.5-T3': {
    'a list of one is kept as its value': keptFigures(
      (one, call) =>
        `${canonical(
          Object.entries(isObject(one['properties']) ? one['properties'] : {}).map(
            ([name, value]) => [name, listOf(value).length === 1 ? listOf(value)[0] : value],
          ),
        )} ${rangeOf(call)} ${monthsOf(call)}`,
    ),
    'rankings are kept whatever they are sorted by': keptFigures((one, call) =>
      String(one['name']).startsWith('top')
        ? `${String(rolesOf(one))} ${rangeOf(call)}`
        : `${canonical(one['properties'])} ${rangeOf(call)} ${monthsOf(call)}`,
    ),
  },
  '2.8-S9': {
    'pages are kept whatever the range': { handler: keepingPages('from', 'to') },
  },
  // Rare questions.
  '2.6-R3': {
    'one month only': objects(['memberCount'], (value, _one, call) =>
      isOneMonth(call) && 'active' in value
        ? { ...value, active: Number(value['active']) + 1 }
        : value,
    ),
  },
  '2.4-S1': {
    'all seven roles': numbers(['memberCount'], (value, one) =>
      rolesOf(one).length === 7 && statusOf(one) === 'all' ? value + 1 : value,
    ),
  },
  '2.4-S4': {
    'figures are kept across dimensions': keptFigures(
      (one, call) => `${canonical(one['properties'])} ${rangeOf(call)}`,
    ),
    'ranges that end in December': oneMoreTo('-12'),
    'twice everywhere': doubled('postCount'),
  },
  '4.2-T4': {
    'words of a text are found apart only': lost((q) => q.includes(' ')),
    'texts beyond ASCII are not found': {
      ...lost((q) => /[^\0-\x7f]/.test(q)),
      rotation: 2,
    },
  },
  // Definitions that are wrong in the same way everywhere.
  '2.4-S6': { 'twice everywhere': doubled('reactionCount') },
  '2.4-S7': { 'twice everywhere': doubled('visitorCount') },
});
