import type { Sightings } from '../model/history.js';
import { at, listOf, textOf } from '../model/json.js';
import type { PlannedRequest } from '../model/request.js';
import { comparedMax, containsByAny } from '../model/search.js';
import { orderOf } from './collation.js';

const parameters = (path: string): URLSearchParams => new URLSearchParams(path.split('?')[1] ?? '');

const textColumns = new Set(['name', 'email', 'userType']);

const column = (document: unknown, name: string): readonly (string | null)[] =>
  listOf(at(document, 'data')).map((row) => textOf(at(row, 'attributes', name)));

const collationsSeen = (query: URLSearchParams, document: unknown): Sightings => {
  const sort = query.get('sort') ?? 'name';
  if (!textColumns.has(sort)) return {};
  return orderOf(column(document, sort), query.get('order') === 'desc');
};

const matchesSeen = (query: URLSearchParams, document: unknown): Sightings => {
  const q = query.get('q');
  if (q === null || q === '') return {};
  const [names, addresses] = [column(document, 'name'), column(document, 'email')];
  const contains = (text: string | null): boolean => text !== null && containsByAny(text, q);
  return {
    matches: names.map((name, index) => contains(name) || contains(addresses[index] ?? null)),
  };
};

const isComparable = (document: unknown): boolean =>
  [...textColumns].every((name) =>
    column(document, name).every((text) => (text?.length ?? 0) <= comparedMax),
  );

/** What judges need of a roster page's personal texts, seen before they are replaced. */
export const sightingsOf = (request: PlannedRequest, document: unknown): Sightings => {
  if (request.endpoint !== 'roster' || !isComparable(document)) return {};
  const query = parameters(request.path);
  return { ...collationsSeen(query, document), ...matchesSeen(query, document) };
};
