import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsFrom } from '../events/from-facts.js';
import { answeringIndex, buildIndex } from '../index/organization-index.js';
import { decodeIndex, encodeIndex } from '../index/stored-index.js';
import { isAccepted } from '../model/checked.js';
import { computeMetric, metricWith } from './compute-metric.js';
import { computeRoster } from './compute-roster.js';
import { queriesFor, rangeFor, rosterQuestionFor, seriesFor } from './questions.test-kit.js';
import { centre, chanceOf, randomSchool, shapeOf } from './random-school.test-kit.js';
import { scanCatalog } from './scan-figures.test-kit.js';
import { buildScanIndex } from './scan-index.test-kit.js';
import { scanRoster } from './scan-roster.test-kit.js';

const scanMetric = metricWith(scanCatalog);

describe('answers of the index', () => {
  it('are those of a scan of the rows', { timeout: 60_000 }, () => {
    const schools = fc.property(fc.nat(), (seed) => {
      const chance = chanceOf(seed);
      const columns = columnsFrom(randomSchool(chance, shapeOf(chance)));
      const built = buildIndex(columns);
      // Stored ones answer from texts that are not decoded before they are read.
      const stored = decodeIndex(encodeIndex(answeringIndex(built)));
      const index = isAccepted(stored) && chance.onceIn(2) ? stored.right : built;
      const scanned = buildScanIndex(columns);
      const indexed: unknown[] = [];
      const expected: unknown[] = [];
      for (let round = 0; round < 3; round++) {
        const range = rangeFor(chance);
        for (const [byMonth, queries] of [
          [false, queriesFor(chance)],
          [true, seriesFor(chance)],
        ] as const) {
          const scope = { range, byMonth, today: centre };
          for (const query of queries) {
            indexed.push({ query, range, data: computeMetric(index, query, scope) });
            expected.push({ query, range, data: scanMetric(scanned, query, scope) });
          }
        }
        const question = rosterQuestionFor(chance);
        indexed.push({ question, range, page: computeRoster(index, question, range) });
        expected.push({ question, range, page: scanRoster(scanned, question, range) });
      }
      expect(indexed).toEqual(expected);
    });
    fc.assert(schools, { numRuns: 400 });
  });
});
