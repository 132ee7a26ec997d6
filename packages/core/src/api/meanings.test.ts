import { expect, test } from 'vitest';
import { dayOf, isAccepted, planMetrics } from '../index.js';
import { metricMeanings, metricNames, rosterMeanings, statusMeanings } from '../vocabulary.js';

const organization = {
  id: 'wksp_0123456789abcdef',
  type: 'school',
  createdOn: dayOf(2024, 5, 6),
  billingTerms: [],
} as const;

test('the example of every metric is a request that is accepted (2.4)', () => {
  for (const name of metricNames) {
    const { example, related } = metricMeanings[name];
    const body = { metrics: [example] };
    const plan = planMetrics({ body, organization, today: dayOf(2026, 11, 20) });
    expect(isAccepted(plan), name).toBe(true);
    expect(example['name']).toBe(name);
    expect(related).not.toContain(name);
  }
});

test('every meaning is a name and whole sentences', () => {
  for (const table of [metricMeanings, statusMeanings, rosterMeanings])
    for (const { label, sentence, counts } of Object.values(table)) {
      expect(label).toMatch(/^[A-Z][^.]*$/);
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(counts).toMatch(/^$|^[A-Z].*\.$/);
    }
});
