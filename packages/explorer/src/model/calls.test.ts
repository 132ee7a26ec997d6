import { isAccepted } from '@tallyboard/core';
import { planWithoutFacts } from '@tallyboard/core/engine';
import { describe, expect, it } from 'vitest';
import { viewIn } from './address.js';
import { type Call, callsOf, figureKey, type Setting } from './calls.js';
import { charts } from './catalog.js';
import { presets } from './period.js';
import { comparisons } from './view.js';

const setting = (more: Partial<Setting> = {}): Setting => ({
  type: 'school',
  thisMonth: '2026-11',
  dates: null,
  ...more,
});
const calls = (hash: string, more?: Partial<Setting>) =>
  callsOf(viewIn(`#org=wksp_school0000000&${hash}`), setting(more));

const bodyOf = ({ entries, byMonth, months }: Call): object => ({
  metrics: entries,
  ...(byMonth ? { dimensions: ['month'] } : {}),
  ...months,
});

const everyCall = (['school', 'classroom', 'team', null] as const).flatMap((type) =>
  presets.flatMap(({ id }) =>
    charts.flatMap((chart) =>
      comparisons.flatMap((compare) => {
        const dates = { from: '2026-06-05', to: '2027-06-04' };
        const hash = `range=${id}&compare=${compare}&chart=${chart.id}&by=owner,admin,teacher,student,guest`;
        const all = calls(hash, { type, dates });
        return [all.now, all.months].filter((call) => call !== null);
      }),
    ),
  ),
);

describe('the requests of a view', () => {
  it('break no rule that can be known beforehand, whatever is chosen', () => {
    expect(everyCall.length).toBeGreaterThan(500);
    for (const call of everyCall) {
      const planned = planWithoutFacts(bodyOf(call));
      expect([bodyOf(call), isAccepted(planned) ? [] : planned.left]).toEqual([bodyOf(call), []]);
    }
  });

  it('are two, and reach back over the months compared where one request can', () => {
    const year = calls('range=12m');
    expect(year.months?.months).toEqual({ from: '2024-12', to: '2026-11' });
    expect(year.period?.comparison).toEqual({
      kind: 'months',
      now: { from: '2025-12', to: '2026-10' },
      before: { from: '2024-12', to: '2025-10' },
      offset: 12,
    });
    const two = calls('range=24m');
    expect(two.months?.months).toEqual({ from: '2024-12', to: '2026-11' });
    expect(two.period?.comparison.kind).toBe('none');
  });

  it('leave out content safety for a team', () => {
    const names = calls('', { type: 'team' }).now.entries.map(({ name }) => name);
    expect(names.filter((name) => /scan|flag|moderation/i.test(name))).toEqual([]);
  });

  it('name a figure alike whatever else is asked for with it', () => {
    const [a, b] = [calls('by=teacher').months!, calls('by=student').months!];
    expect(figureKey(a, a.entries[0]!)).toBe(figureKey(b, b.entries[0]!));
    expect(new Set(a.entries.map((entry) => figureKey(a, entry))).size).toBe(a.entries.length);
  });
});
