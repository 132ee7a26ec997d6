import { isAccepted, type Organization, planMetrics, planRoster } from '@tallyboard/core';
import { readBodyText } from '@tallyboard/core/engine';
import { dayOf, monthOfDay } from '@tallyboard/core/vocabulary';
import { expect, it } from 'vitest';
import {
  type Draft,
  type Family,
  type Probe,
  type ProbeContext,
  rotationsMax,
} from '../src/probes/probe.js';
import {
  metricsRefusals,
  rosterRefusals,
  soundRequest,
  teamRefusals,
} from '../src/refusals/refusals.js';

/* The table of refusals beside the core: the faulty request of a row breaks its rule, the sound one none. */

const today = dayOf(2026, 11, 20);

const contextOf = (family: Family, rotation: number): ProbeContext => ({
  organizations: {},
  boards: { readable: [], forbidden: [] },
  month: monthOfDay(today),
  family,
  seed: 1,
  rotation,
  roster: null,
});

/** The rules that the core finds broken by a request. */
const brokenBy = (family: Family, { endpoint }: Probe, draft: Draft): readonly string[] => {
  const organization: Organization = {
    id: 'wksp_0123456789abcdef',
    type: family,
    createdOn: dayOf(2024, 5, 6),
    billingTerms: [],
  };
  if (endpoint === 'roster') {
    const plan = planRoster({ query: draft.query ?? [], organization, today });
    return isAccepted(plan) ? [] : plan.left.map(({ rule }) => rule);
  }
  const text = typeof draft.body === 'string' ? draft.body : JSON.stringify(draft.body);
  const body = readBodyText(text);
  if (!isAccepted(body)) return body.left.map(({ rule }) => rule);
  const plan = planMetrics({ body: body.right, organization, today });
  return isAccepted(plan) ? [] : plan.left.map(({ rule }) => rule);
};

/** The rule of a point such as `4.1-R10g`; the section itself where the point has no number of a rule. */
const ruleOf = (point: string): string => {
  // Whom anonymous belongs to is said in 2.2; that other words are refused, in 4.1.3.
  if (point === '2.2-R3b') return '4.1.3';
  const [, section, rule] = /^(\d\.\d)-(?:R(\d+)|T)/.exec(point) ?? [];
  return rule === undefined ? `${section}` : `${section}.${rule}`;
};

const rows = [...metricsRefusals, ...teamRefusals, ...rosterRefusals].flatMap((probe) =>
  probe.decides === undefined || probe.decides.level === 'observed'
    ? []
    : [{ id: probe.decides.rule, probe }],
);

it.each(rows)(
  '$id: the core refuses the faulty request and takes the sound one',
  ({ id, probe }) => {
    let asked = 0;
    for (const family of ['school', 'team'] as const) {
      if (probe.target === 'team' && family === 'school') continue;
      for (let rotation = 0; rotation < rotationsMax; rotation += 1) {
        const context = contextOf(family, rotation);
        const faulty = probe.draft(context);
        if (faulty === null) continue;
        asked += 1;
        const broken = brokenBy(family, probe, faulty);
        expect(broken.length).toBeGreaterThan(0);
        // The range of a roster is that of 4.1.10.
        const isRange = faulty.query?.some(([name]) => name === 'from' || name === 'to') === true;
        const rule = isRange ? '4.1.10' : ruleOf(id);
        expect(broken.filter((one) => !one.startsWith(rule))).toEqual([]);
        expect(brokenBy(family, probe, soundRequest(probe.endpoint))).toEqual([]);
      }
    }
    expect(asked).toBeGreaterThanOrEqual(rotationsMax);
  },
);
