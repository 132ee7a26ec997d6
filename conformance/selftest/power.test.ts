import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { faultOf } from '../src/power/fault.js';
import { operators } from '../src/power/operators/all.js';
import { noticeOf, powerOf } from '../src/power/power.js';
import { registry } from '../src/rules/registry.js';
import { runConformance } from '../src/run-conformance.js';
import { buildWorld } from '../src/world/build-world.js';
import { areasOf, calibrationPlot, errorsOf } from './calibration.test-kit.js';
import { withEdges } from './edges.test-kit.js';
import { tryMutant } from './mutants/kill.test-kit.js';
import { serve } from './reference.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';
const world = withEdges(buildWorld({ seed: 7, now }));

const modes = {
  'with facts': { facts: world.facts, targets: world.targets, boards: world.boards },
  'one key, live data': { targets: { main: world.targets.main } },
} as const;

const honest = async (mode: keyof typeof modes, more: object = {}) => {
  const { fetch, clock } = serve(world, { allowance: 0 });
  const options = { fetch, clock, ...modes[mode], now, allowance: 0, ...more };
  return runConformance(options);
};

const percent = (part: number, of: number): number => (100 * part) / of;

/** Operators tried on the service too: all of them with TALLYBOARD_DEEP. */
const tried = operators.filter(
  ({ live }, index) =>
    live !== true && (process.env['TALLYBOARD_DEEP'] !== undefined || index % 4 === 0),
);

const file = fileURLToPath(new URL('../reports/power.md', import.meta.url));
const picture = fileURLToPath(new URL('../reports/power.svg', import.meta.url));
const areas: string[] = [];
let plot = '';
const lines = [
  '# Predicted and real power',
  '',
  'Each operator is applied to the recorded answers of a right service (predicted) and switched on in a service',
  '(real). Written by the self-test: `UPDATE_REPORTS=1 TALLYBOARD_DEEP=1 npx vitest run conformance/selftest/power`.',
  '',
  'The errors are differences in points between the two shares, section by section.',
  '',
  '| Run | Operators | Predicted to be noticed | Noticed | Differently | Mean error | Largest error |',
  '|---|---|---|---|---|---|---|',
];

afterAll(() => {
  if (process.env['UPDATE_REPORTS'] === undefined) return;
  writeFileSync(picture, plot);
  writeFileSync(file, `${[...lines, ...areas].join('\n')}\n`);
});

describe('power: what is predicted from an honest run is what wrong services show', () => {
  for (const mode of Object.keys(modes) as (keyof typeof modes)[]) {
    test(`${mode}: the shares are within 3 points`, async () => {
      const { history } = await honest(mode);
      const outcomes = await Promise.all(
        tried.map(async (operator) => {
          const rule = registry.find(({ id }) => id === operator.rule);
          if (rule === undefined) throw new Error(`There is no rule ${operator.rule}.`);
          const isNeeded = rule.need === 'seeded' && history.run.facts === null;
          return {
            rule: operator.rule,
            name: `${operator.rule}/${operator.operator}`,
            predicted: !isNeeded && noticeOf(history, rule, faultOf(operator)) === 'noticed',
            real: (await tryMutant(operator, undefined, modes[mode])).verdict === 'fail',
          };
        }),
      );
      const share = (by: (one: (typeof outcomes)[number]) => boolean): number =>
        percent(outcomes.filter(by).length, outcomes.length);
      const [predicted, real] = [share((one) => one.predicted), share((one) => one.real)];
      const otherwise = outcomes
        .filter((one) => one.predicted !== one.real)
        .map(({ name }) => name);
      const bySection = areasOf(outcomes);
      const { mean, most } = errorsOf(bySection);
      const row = `| ${mode} | ${outcomes.length} | ${predicted.toFixed(1)} % | ${real.toFixed(1)} % | ${otherwise.length} | ${mean.toFixed(1)} | ${most.toFixed(1)} |`;
      lines.push(row);
      if (mode === 'one key, live data') {
        plot = calibrationPlot(bySection, 'Faults found, by section: one key, live data');
        areas.push(
          '',
          '![Predicted against real shares by section](power.svg)',
          '',
          `Sections of the run with ${mode}:`,
          '',
          '| Section | Operators | Predicted | Noticed |',
          '|---|---|---|---|',
          ...bySection.map(
            (one) =>
              `| ${one.section} | ${one.faults} | ${one.predicted.toFixed(1)} % | ${one.real.toFixed(1)} % |`,
          ),
        );
      }
      expect(mean).toBeLessThanOrEqual(3);
      expect(Math.abs(predicted - real)).toBeLessThanOrEqual(3);
      expect(otherwise.length).toBeLessThanOrEqual(outcomes.length * 0.03);
    });
  }

  test('a fault in one answer is in the answer to the same question asked again', async () => {
    const { history } = await honest('one key, live data');
    const rule = registry.find(({ id }) => id === '2.6-R2a');
    const [fault] = operators.filter((one) => one.rule === rule?.id).map(faultOf);
    if (rule === undefined || fault === undefined) throw new Error('There is no such fault.');
    expect(noticeOf(history, rule, fault)).toBe('noticed');
  });

  test('costs less than 10 s of processor time, and more rotations raise it', async () => {
    const one = await honest('with facts');
    const started = process.cpuUsage();
    const power = powerOf(one.history);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1e6).toBeLessThan(10);
    const all = powerOf((await honest('with facts', { rotation: 'all' })).history);
    expect(percent(all.noticed, all.made)).toBeGreaterThan(percent(power.noticed, power.made));
    expect(power.rules['4.1-R3a']).toMatchObject({
      made: 4,
      noticed: 1,
      raisedBy: ['--rotation all'],
    });
    expect(all.rules['4.1-R3a']).toMatchObject({ made: 4, noticed: 4, raisedBy: [] });
  });
});
