import fc from 'fast-check';
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import { metricNames, propertyNames } from '../model/metric.js';
import { E } from '../prelude.js';
import { readMetricsRequest, readMetricsRequestByParts } from './metrics-request.js';
import { SoundMetricsRequest } from './sound-metrics-request.js';

const WordOrWords = t.union([
  t.string,
  t.refinement(t.array(t.string), (words) => words.length > 0),
]);
const properties = Object.fromEntries(propertyNames.map((name) => [name, WordOrWords]));

/** The structure of 4.1 as plain combinators say it. */
const Plain = t.exact(
  t.intersection([
    t.type({
      metrics: t.refinement(
        t.array(t.exact(t.intersection([t.type({ name: t.string }), t.partial(properties)]))),
        ({ length }) => length >= 1 && length <= 25,
      ),
    }),
    t.partial({ dimensions: t.array(t.literal('month')), from: t.unknown, to: t.unknown }),
  ]),
);
const fieldsOf = (value: unknown): readonly string[] => Object.keys(value as object);
const isStrict = (body: t.TypeOf<typeof Plain>): boolean =>
  fieldsOf(body).every((field) => ['metrics', 'dimensions', 'from', 'to'].includes(field)) &&
  body.metrics.every(
    (entry) =>
      !Array.isArray(entry) &&
      fieldsOf(entry).every((field) => ['name', ...propertyNames].includes(field)),
  );

const word = fc.constantFrom('all', 'month', 'teacher', 'active', 'posts', '', '__proto__');
const value = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 3, arbitrary: fc.array(word, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);
const mostly = (often: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 30, arbitrary: often },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
  );
const entry = mostly(
  fc
    .record(
      {
        name: mostly(fc.constantFrom(...metricNames, 'visits')),
        ...Object.fromEntries(propertyNames.map((name) => [name, value])),
        sort: value,
      },
      { requiredKeys: ['name'] },
    )
    .map(({ sort, ...sent }) => (sort === '' ? { ...sent, sort } : sent)),
);
const body = mostly(
  fc.record(
    {
      metrics: mostly(fc.array(entry, { maxLength: 27 })),
      dimensions: mostly(fc.array(mostly(fc.constant('month')), { maxLength: 2 })),
      from: mostly(fc.constant('2026-01')),
      to: mostly(fc.constant('2026-03')),
    },
    { requiredKeys: ['metrics'] },
  ),
);

describe('a body of 4.1', () => {
  it('reads the same in one go as part by part, with the same refusals', () => {
    fc.assert(
      fc.property(body, (sent) => {
        expect(readMetricsRequest(sent)).toEqual(readMetricsRequestByParts(sent));
      }),
      { numRuns: 2000 },
    );
  });

  it('is sound exactly when plain combinators accept it', () => {
    let soundCount = 0;
    fc.assert(
      fc.property(body, (sent) => {
        const isSound = E.isRight(SoundMetricsRequest.decode(sent));
        if (isSound) soundCount++;
        expect(isSound).toBe(readMetricsRequestByParts(sent).refusals.length === 0);
        expect(isSound).toBe(Plain.is(sent) && !Array.isArray(sent) && isStrict(sent));
      }),
      { numRuns: 2000 },
    );
    // Both outcomes were looked at.
    expect(soundCount).toBeGreaterThan(100);
    expect(soundCount).toBeLessThan(1900);
  });
});
