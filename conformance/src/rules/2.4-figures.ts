import { metricNames } from '@tallyboard/core/vocabulary';
import { expectedFigures } from '../judge/expected.js';
import { metricsValid } from '../judge/metrics-answer.js';
import type { Rule } from '../model/rule.js';
import { must } from './rule.js';

/** One rule a metric: every figure that was returned is what the facts give (2.4, 2.6). */
export const figures: readonly Rule[] = metricNames.map((name, index) =>
  must(
    `2.4-S${index + 1}`,
    `${name} is what its definition gives, for every slice, range and form.`,
    'the figures that the facts give',
    metricsValid,
    expectedFigures(metricsValid, (asked) => asked.name === name),
    { need: 'seeded' },
  ),
);
