import {
  formatMonth,
  type MetricName,
  metricCatalog,
  parseMonth,
  plusMonths,
} from '@tallyboard/core/vocabulary';
import { askedFor, sentBody, sentEntries, sentRange } from '../judge/metrics/answer.js';
import { isObject, listOf } from '../model/json.js';
import type { PlannedRequest } from '../model/request.js';
import type { Entry, WireRange } from '../probes/entries.js';

/** The two halves of a list of several; none of a list of one. */
export const halves = <A>(all: readonly A[]): readonly (readonly A[])[] => {
  const middle = Math.ceil(all.length / 2);
  return all.length < 2 ? [] : [all.slice(0, middle), all.slice(middle)];
};

const withMembers = (request: PlannedRequest, members: Entry): PlannedRequest => {
  const body = sentBody(request);
  return { ...request, body: JSON.stringify({ ...(isObject(body) ? body : {}), ...members }) };
};

/** A metrics request with other entries. */
export const withEntries = (request: PlannedRequest, entries: readonly Entry[]): PlannedRequest =>
  withMembers(request, { metrics: entries });

/** The last month of a range alone, the first one, and both halves. */
const fewerMonths = ({ from, to }: WireRange): readonly WireRange[] => {
  const [first, last] = [parseMonth(from), parseMonth(to)];
  if (first === null || last === null || first >= last) return [];
  const months = Array.from({ length: last - first + 1 }, (_, index) =>
    formatMonth(plusMonths(first, index)),
  );
  return [months.slice(-1), months.slice(0, 1), ...halves(months)].flatMap((part) => {
    const [start, end] = [part[0], part.at(-1)];
    return start === undefined || end === undefined ? [] : [{ from: start, to: end }];
  });
};

/** `invited` and `joined` are asked for with roles only (4.1.6). */
const needsRoles = ({ status }: Entry): boolean =>
  (Array.isArray(status) ? (status as readonly unknown[]) : [status]).some(
    (word) => word === 'invited' || word === 'joined',
  );

const withoutProperty = (entry: Entry, property: string): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => name !== property));

/** An entry without a property that may be left out, or with half of the values of one. */
const fewerProperties = (entry: Entry): readonly Entry[] => {
  const { properties } = metricCatalog[entry['name'] as MetricName];
  return Object.entries(properties).flatMap(([property, { requirement }]) => {
    if (entry[property] === undefined) return [];
    const isFree = requirement !== 'required' && !(property === 'userType' && needsRoles(entry));
    return [
      ...(isFree ? [withoutProperty(entry, property)] : []),
      ...halves([...new Set(listOf(entry[property]))]).map((half) => ({
        ...entry,
        [property]: half,
      })),
    ];
  });
};

const areDifferent = (request: PlannedRequest): boolean => {
  const keys = askedFor(request).map(({ key }) => key);
  return new Set(keys).size === keys.length;
};

/**
 * Requests that ask for less: fewer months first, then fewer properties. What must be served stays so: a
 * value is left out only where the API lets it be.
 */
export const smallerRequests = (request: PlannedRequest): readonly PlannedRequest[] => {
  const entries = sentEntries(request);
  const range = sentRange(request);
  return [
    ...(range === null ? [] : fewerMonths(range)).map((months) =>
      withMembers(request, { ...months }),
    ),
    ...entries.flatMap((entry, index) =>
      fewerProperties(entry).map((fewer) => withEntries(request, entries.with(index, fewer))),
    ),
  ].filter(areDifferent);
};
