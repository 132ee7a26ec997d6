import { expect, test } from 'vitest';
import { runConformance } from '../src/run-conformance.js';
import { realClock } from '../src/transport/clock.js';
import { mutants } from './mutants/all.test-kit.js';
import { followSent, nameOf, served } from './mutants/mutant.test-kit.js';
import { overSocket } from './over-socket.test-kit.js';
import { serve } from './reference.test-kit.js';
import { now, ruleOf, school } from './run.test-kit.js';

const { targets, boards, facts } = school;
const asked = { targets, boards, facts, now };

test('the reference passes over sockets too, in under ten seconds of processor time', async () => {
  const started = process.cpuUsage();
  const { baseUrl, close } = await overSocket(serve(school).fetch);
  const { report } = await runConformance({ baseUrl, clock: realClock, ...asked });
  close();
  expect([report.verdict, report.exitCode]).toEqual(['pass', 0]);
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(10_000);
});

// Headers and statuses are what a socket might change.
test.each(['4-T1/a key is not needed', '4-T3a/answers 422', '1-R7a/plain JSON'])(
  'killed over sockets: %s',
  async (name) => {
    const mutant = mutants.find((one) => nameOf(one) === name);
    if (mutant === undefined) throw new Error(`There is no mutant ${name}.`);
    const { baseUrl, close } = await overSocket(
      served(mutant, serve(school, mutant.serving).fetch),
    );
    const only = [mutant.rule];
    const { report } = await runConformance({ baseUrl, ...asked, only, sink: followSent });
    close();
    expect(ruleOf(report, mutant.rule)?.verdict).toBe('fail');
  },
);
