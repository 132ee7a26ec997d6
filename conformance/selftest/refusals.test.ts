import { type Checked, isAccepted, planMetrics, planRoster } from '@tallyboard/core';
import { readBodyText } from '@tallyboard/core/engine';
import { dayOf } from '@tallyboard/core/vocabulary';
import { expect, it } from 'vitest';
import { contextWith } from '../src/probes/context.test-kit.js';
import type { Draft, Family } from '../src/probes/probe.js';
import { metricsRefusals, rosterRefusals, teamRefusals } from '../src/refusals/refusals.js';

/* The table of refusals beside the core: the faulty request of a row breaks its rule and no other. */

const today = dayOf(2026, 11, 20);

/** The rules that the core finds broken by a request. */
const brokenBy = (type: Family, { body, query = [] }: Draft): readonly string[] => {
  const createdOn = dayOf(2024, 5, 6);
  const organization = { id: 'wksp_0123456789abcdef', type, createdOn, billingTerms: [] };
  const rulesOf = (checked: Checked<unknown>) =>
    isAccepted(checked) ? [] : checked.left.map(({ rule }) => rule);
  if (body === undefined) return rulesOf(planRoster({ query, organization, today }));
  const read = readBodyText(typeof body === 'string' ? body : JSON.stringify(body));
  return rulesOf(isAccepted(read) ? planMetrics({ body: read.right, organization, today }) : read);
};

/** The rule of a point such as `4.1-R10g`; the section itself where the point has no number of a rule. */
const ruleOf = (point: string): string => {
  // Whom anonymous belongs to is said in 2.2; that other words are refused, in 4.1.3.
  if (point === '2.2-R3b') return '4.1.3';
  const [, section, rule] = /^(\d\.\d)-(?:R(\d+)|T)/.exec(point) ?? [];
  return rule === undefined ? `${section}` : `${section}.${rule}`;
};

const rows = [...metricsRefusals, ...teamRefusals, ...rosterRefusals]
  .map((probe) => ({ id: probe.decides?.rule ?? '', probe }))
  .filter(({ id }) => id !== '');

it.each(rows)('$id: the core refuses the faulty request by this rule', ({ id, probe }) => {
  const families = probe.target === 'team' ? (['team'] as const) : (['school', 'team'] as const);
  const drafts = families.flatMap((family) =>
    [0, 1, 2, 3, 4, 5].flatMap((rotation) => {
      const draft = probe.draft(contextWith({ family, rotation }));
      return draft === null ? [] : [{ family, draft }];
    }),
  );
  expect(drafts.length).toBeGreaterThanOrEqual(6);
  for (const { family, draft } of drafts) {
    // The range of a roster is that of 4.1.10.
    const isRange = draft.query?.some(([name]) => name === 'from' || name === 'to') === true;
    const broken = brokenBy(family, draft);
    expect(broken.length).toBeGreaterThan(0);
    for (const one of broken) expect(one).toMatch(isRange ? '4.1.10' : ruleOf(id));
  }
});
