import { expect, test } from 'vitest';
import { runConformance } from '../src/run-conformance.js';
import { buildWorld } from '../src/world/build-world.js';
import { serve } from './reference.js';

const world = buildWorld({ seed: 7, now: '2026-11-15T12:00:00.000Z' });

test('scratch', async () => {
  const { fetch, clock } = serve(world);
  const started = Date.now();
  const { report } = await runConformance({
    fetch,
    clock,
    targets: world.targets,
    boards: world.boards,
    facts: world.facts,
    now: world.now,
    quotaCheck: true,
    freshQuota: true,
  });
  console.log(
    Date.now() - started,
    'ms',
    report.verdict,
    report.exitCode,
    report.requests,
    report.counts,
    report.ended,
    report.warnings,
  );
  for (const rule of report.rules) {
    if (rule.inScope && rule.verdict !== 'pass')
      console.log(rule.id, rule.verdict, rule.reason, rule.message.slice(0, 300));
  }
  for (const rule of report.rules) {
    if (!rule.inScope && rule.level !== 'observed')
      console.log(rule.id, rule.verdict, rule.reason, rule.message.slice(0, 100));
  }
  console.log(
    Object.entries(report.profile)
      .map(([k, v]) => `${k}=${v.answer}`)
      .join('\n'),
  );
  expect(report.verdict).toBe('pass');
});
