import { expect, test } from 'vitest';
import { runConformance } from '../src/run-conformance.js';
import { realClock } from '../src/transport/clock.js';
import { buildWorld } from '../src/world/build-world.js';
import { withEdges } from './edges.test-kit.js';
import { mutants } from './mutants/all.test-kit.js';
import { nameOf, served } from './mutants/mutant.test-kit.js';
import { overSocket } from './over-socket.test-kit.js';
import { serve } from './reference.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';
const world = withEdges(buildWorld({ seed: 7, now }));
const asked = { targets: world.targets, boards: world.boards, facts: world.facts, now };

test('the reference passes over sockets too, in under ten seconds of processor time', async () => {
  const started = process.cpuUsage();
  const { baseUrl, close } = await overSocket(serve(world).fetch);
  const { report } = await runConformance({ baseUrl, clock: realClock, ...asked });
  close();
  expect([report.verdict, report.exitCode]).toEqual(['pass', 0]);
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(10_000);
});

const chosen = [
  '4-T1/a key is not needed',
  '4-T2a/Accept is required',
  '4-T2b/answers 422',
  '4-T3a/answers 422',
  '4.1-R12/415',
  '4.2-R1a/serves',
  '1-R7a/plain JSON',
  '2.3-R2/scalar stays scalar',
  '2.4-S9/each visit rounded',
  '5-R5b/a header for the not enrolled',
];

for (const mutant of mutants.filter((one) => chosen.includes(nameOf(one)))) {
  test(`killed over sockets: ${nameOf(mutant)}`, async () => {
    const facts = mutant.facts?.(world.facts) ?? world.facts;
    const { fetch } = serve({ ...world, facts }, mutant.serving);
    const { baseUrl, close } = await overSocket(served(mutant, fetch));
    const { report } = await runConformance({ baseUrl, ...asked, only: [mutant.rule] });
    close();
    expect(report.rules.find((rule) => rule.id === mutant.rule)?.verdict).toBe('fail');
  });
}

test('ten mutants are tried over sockets', () => {
  expect(mutants.filter((one) => chosen.includes(nameOf(one)))).toHaveLength(10);
});
