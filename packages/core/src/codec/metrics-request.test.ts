import { describe, expect, it } from 'vitest';
import { readMetricsRequest } from './metrics-request.js';

/* What cannot be read of a body: each fault with its place and its whole sentence. */

const entry = { name: 'postCount' };
const words = 'a word or a list of one or more words';

const faults: readonly (readonly [body: unknown, ...refusals: readonly string[]])[] = [
  [7, 'notAnObject : The body is 7; send an object with the field metrics.'],
  [{}, 'missingField : /metrics is missing; send a list of 1 to 25 entries.'],
  [{ metrics: [] }, 'emptyArray /metrics: /metrics is []; send a list of 1 to 25 entries.'],
  [{ metrics: 'x' }, 'wrongType /metrics: /metrics is "x"; send a list of 1 to 25 entries.'],
  [
    { metrics: [entry, ['x']] },
    'wrongType /metrics/1: /metrics/1 is ["x"]; send an object with the name of a metric.',
  ],
  [
    { metrics: [{}, { name: 5 }] },
    'missingField /metrics/0: /metrics/0/name is missing; send the name of a metric.',
    'wrongType /metrics/1/name: /metrics/1/name is 5; send the name of a metric.',
  ],
  [
    { metrics: [{ ...entry, status: [], userType: ['x', 1], sortBy: null }] },
    `unreadableValue /metrics/0/status: /metrics/0/status is []; send ${words}.`,
    `unreadableValue /metrics/0/userType: /metrics/0/userType is ["x",1]; send ${words}.`,
    `unreadableValue /metrics/0/sortBy: /metrics/0/sortBy is null; send ${words}.`,
  ],
  [
    { metrics: [{ ...entry, 'a/b~c': 1 }], limit: 1 },
    'unknownField /limit: "limit" is not a field here; the fields are metrics, dimensions, from, to.',
    'unknownField /metrics/0/a~1b~0c: "a/b~c" is not a field here; the fields are name, status, userType, sortBy, mediaType.',
  ],
  [
    { metrics: [entry], dimensions: 'month' },
    'wrongType /dimensions: /dimensions is "month"; send a list that holds "month" or nothing.',
  ],
  [
    { metrics: [entry], dimensions: null },
    'wrongType /dimensions: /dimensions is null; send a list that holds "month" or nothing.',
  ],
];

describe('the structure of a metrics request', () => {
  it.each(faults)('%j is refused in words', (body, ...refusals) => {
    const told = readMetricsRequest(body).refusals.map(
      ({ violation, place, detail }) =>
        `${violation} ${'pointer' in place ? place.pointer : place.parameter}: ${detail}`,
    );
    expect(told).toEqual(refusals);
  });

  it('is read as far as it can be', () => {
    const metrics = [{ ...entry, status: 7, userType: 'all' }, 'x', { name: 5 }, entry];
    expect(readMetricsRequest({ metrics, dimensions: ['week'], from: 1 }).value).toEqual({
      entries: [
        {
          index: 0,
          entry: { name: 'postCount', status: [], userType: 'all' },
          sentProperties: ['status', 'userType'],
          complete: false,
        },
        { index: 3, entry, sentProperties: [], complete: true },
      ],
      entryCount: 4,
      dimensions: ['week'],
      from: 1,
      to: undefined,
    });
    expect(readMetricsRequest(null).value).toEqual({
      entries: [],
      entryCount: 0,
      dimensions: [],
    });
  });

  it('keeps the dimensions as sent, none when there are none', () => {
    const read = [undefined, [], ['month', 'x']].map(
      (dimensions) => readMetricsRequest({ metrics: [entry], dimensions }).value.dimensions,
    );
    expect(read).toEqual([[], [], ['month', 'x']]);
  });

  it('keeps the fields of an entry in the order sent, and nothing of the list sent', () => {
    const sent = { userType: ['guest', 'owner'], name: 'postCount' };
    const [read] = readMetricsRequest({ metrics: [sent] }).value.entries;
    expect(Object.entries(read!.entry)).toEqual(Object.entries(sent));
    expect(read!.entry.userType).not.toBe(sent.userType);
  });
});
