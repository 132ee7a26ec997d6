import type { ExpectedMetrics, ExpectedPage } from '../judge/expected.js';
import { misses } from '../judge/expected-figures.js';
import { askedFor, readable, resolvedItem } from '../judge/metrics/answer.js';
import { at, canonical, listOf, shown } from '../model/json.js';
import type { PlannedRequest } from '../model/request.js';

const inMetrics = (
  request: PlannedRequest,
  document: unknown,
  expected: ExpectedMetrics,
): string | null => {
  const items = listOf(at(document, 'data', 'attributes', 'metrics'));
  for (const { name, key } of askedFor(request)) {
    const found = items.find((item) => resolvedItem(item).key === key);
    const data = at(found, 'data');
    const how = misses(name, data, expected.figures[key]);
    if (how !== null) return `${readable(key)} ${how}`;
  }
  return null;
};

const inRoster = (document: unknown, expected: ExpectedPage): string | null => {
  const total = at(document, 'meta', 'totalCount');
  if (total !== expected.totalCount) {
    return `totalCount is ${shown(total)}, the facts give ${expected.totalCount}`;
  }
  const rows = listOf(at(document, 'data'));
  for (const [index, right] of expected.rows.entries()) {
    const row = rows[index];
    const { id, ...attributes } = right;
    if (at(row, 'id') !== id) {
      return `row ${index} is ${shown(at(row, 'id'))}, the facts give ${shown(id)}`;
    }
    const odd = Object.keys(attributes).find(
      (name) => canonical(at(row, 'attributes', name)) !== canonical(attributes[name]),
    );
    if (odd !== undefined) {
      return `${odd} of ${shown(id)} is ${shown(at(row, 'attributes', odd))}, the facts give ${shown(attributes[odd])}`;
    }
  }
  return null;
};

/** How an answer differs from what the facts give; `null` when it does not. */
export const disagreement = (
  request: PlannedRequest,
  document: unknown,
  expected: ExpectedMetrics | ExpectedPage,
): string | null =>
  'figures' in expected ? inMetrics(request, document, expected) : inRoster(document, expected);
