import fc from 'fast-check';
import { metricNames, propertyNames } from '../model/metric.js';

/* Bodies of metrics requests (4.1), some of them sound and some with faults of structure or words. */

const word = fc.constantFrom('all', 'teacher', 'active', 'joined', 'posts', 'video', 'x', '');
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
        name: mostly(fc.constantFrom(...metricNames, 'visits', '__proto__')),
        ...Object.fromEntries(propertyNames.map((name) => [name, value])),
        sort: value,
      },
      { requiredKeys: ['name'] },
    )
    .map(({ sort, ...sent }) => (sort === '' ? { ...sent, sort } : sent)),
);

/** Any such body. */
export const bodyArbitrary = mostly(
  fc.record(
    {
      metrics: mostly(
        fc.oneof(fc.array(entry, { maxLength: 4 }), fc.array(entry, { maxLength: 27 })),
      ),
      dimensions: mostly(fc.array(mostly(fc.constant('month')), { maxLength: 2 })),
      from: mostly(fc.constant('2026-01')),
      to: mostly(fc.constant('2026-03')),
    },
    { requiredKeys: ['metrics'] },
  ),
);
