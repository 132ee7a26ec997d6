import { parametersOf } from '../judge/roster/answer.js';
import type { Exchange } from '../model/history.js';
import { at, isObject, listOf } from '../model/json.js';

const lengthMax = 600;

/** The words, numbers, months and ids of a sentence. */
const wordsOf = (says: string): readonly string[] => says.split(/[^\p{L}\p{N}_-]+/u);

/** The months of a series that a sentence is about; anything else as it is. */
const monthsIn = (data: unknown, says: string): unknown => {
  // A day belongs to its month.
  const months = new Set<unknown>(wordsOf(says).map((word) => word.slice(0, 7)));
  const rows = listOf(data).filter((row) => months.has(at(row, 'month')));
  return rows.length === 0 ? data : rows;
};

/** The entry that a sentence points to; without a pointer all that are left of the request. */
const entriesIn = (all: readonly unknown[], says: string): readonly unknown[] => {
  const [, pointed] = /\/metrics\/(\d+)/.exec(says) ?? [];
  const named = all.filter((_, index) => String(index) === pointed);
  return (named.length === 0 ? all : named).map((one) =>
    isObject(one) ? { ...one, data: monthsIn(one['data'], says) } : one,
  );
};

/** The rows of the roster that a sentence names by pointer, number or id, with the columns that it names. */
const rowsIn = ({ document, sent }: Exchange, says: string): readonly unknown[] => {
  const words = new Set<unknown>(wordsOf(says));
  const query = parametersOf(sent.request);
  const before = (Number(query.get('page') ?? 1) - 1) * Number(query.get('perPage') ?? 25);
  const pointed = [...says.matchAll(/\/data\/(\d+)/g)].map(([, index]) => Number(index));
  const numbered = [...says.matchAll(/\brow (\d+)/g)].map(([, row]) => Number(row) - 1);
  const places = [...pointed, ...numbered.map((row) => (row < before ? row : row - before))];
  const rows = listOf(at(document, 'data'));
  return rows
    .filter((row, index) => places.includes(index) || words.has(at(row, 'id')))
    .map((row) => {
      const attributes = at(row, 'attributes');
      const columns = Object.entries(isObject(attributes) ? attributes : {});
      const named = columns.filter(([name]) => words.has(name));
      return named.length === 0
        ? row
        : { id: at(row, 'id'), attributes: Object.fromEntries(named) };
    });
};

const partsOf = (exchange: Exchange, says: string): readonly unknown[] => {
  const { answer, document, sent } = exchange;
  const meta = [{ meta: at(document, 'meta') }];
  if (says.includes('/meta')) return meta;
  const entries = listOf(at(document, 'data', 'attributes', 'metrics'));
  if (entries.length > 0) return entriesIn(entries, says);
  if (answer?.status !== 200 || sent.request.endpoint !== 'roster') return [];
  const rows = rowsIn(exchange, says);
  return rows.length === 0 ? meta : rows;
};

/** The part of an answer that a sentence is about; the beginning of its body where no part is. */
export const excerptOf = (exchange: Exchange, says: string): string => {
  const parts = partsOf(exchange, says).map((part) => JSON.stringify(part));
  const whole = exchange.answer?.body ?? exchange.broken?.detail ?? '';
  return (parts.length === 0 ? whole : parts.join('\n')).slice(0, lengthMax);
};
