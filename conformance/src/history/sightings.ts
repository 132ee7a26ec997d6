import type { Sightings } from '../model/history.js';
import { at, listOf, textOf } from '../model/json.js';
import type { PlannedRequest } from '../model/request.js';
import { comparedMax, containsByAny } from '../model/search.js';

/** What judges need of the personal texts of a roster page that was searched, seen before they are replaced. */
export const sightingsOf = ({ endpoint, path }: PlannedRequest, document: unknown): Sightings => {
  const q = new URLSearchParams(path.split('?')[1] ?? '').get('q') ?? '';
  if (endpoint !== 'roster' || q === '') return {};
  const rows = listOf(at(document, 'data')).map((row) =>
    ['name', 'email'].map((name) => textOf(at(row, 'attributes', name)) ?? ''),
  );
  const isComparable = rows.flat().every(({ length }) => length <= comparedMax);
  return isComparable
    ? { matches: rows.map((texts) => texts.some((text) => containsByAny(text, q))) }
    : {};
};
