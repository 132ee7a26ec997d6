import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { registry } from '../src/rules/registry.js';

const at = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

interface Outcome {
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'pending';
  readonly failureMessages: readonly string[];
}

/** Runs a file of tests as a project of its own does; gives every test with its outcome. */
const outcomes = (change: string): readonly Outcome[] => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-vitest-'));
  writeFileSync(
    join(folder, 'rules.test.ts'),
    `import { testRules } from '${at('../src/vitest.ts')}';
import { change } from '${at('../src/rules/broken.ts')}';
import { buildWorld } from '${at('../src/world/build-world.ts')}';
import { onReply } from '${at('mutants/mutant.test-kit.ts')}';
import { serve } from '${at('reference.test-kit.ts')}';

testRules(() => {
  const world = buildWorld({ seed: 7, now: '2026-11-15T12:00:00.000Z' });
  const { fetch, clock } = serve(world);
  const { now, targets, boards } = world;
  return { fetch: onReply(${change})(fetch), clock, now, targets, boards };
});
`,
  );
  const conditions = "['@tallyboard/source', 'module', 'node']";
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { ssr: { resolve: { conditions: ${conditions} } }, test: { include: ['*.test.ts'] } };`,
  );
  const result = join(folder, 'result.json');
  const words = ['run', '--root', folder, '--reporter=json', `--outputFile=${result}`];
  try {
    const vitest = at('../../node_modules/vitest/vitest.mjs');
    execFileSync(process.execPath, [vitest, ...words], { stdio: 'ignore', cwd: folder });
  } catch {
    // Its exit code is that of a failure; the result has the tests.
  }
  const { testResults } = JSON.parse(readFileSync(result, 'utf8')) as {
    readonly testResults: readonly { readonly assertionResults: readonly Outcome[] }[];
  };
  return testResults.flatMap(({ assertionResults }) => assertionResults);
};

const failed = (all: readonly Outcome[]) => all.filter(({ status }) => status === 'failed');

describe('rules as tests', () => {
  test('there is one for each rule, and of a right service none fails', () => {
    const all = outcomes('() => null');
    expect(failed(all)).toEqual([]);
    expect(all).toHaveLength(registry.length + 1);
    expect(all.filter(({ status }) => status === 'passed').length).toBeGreaterThan(200);
  });

  test('the rules that a service breaks fail, each with the smallest request', () => {
    const all = outcomes(
      `change('metrics', 'data/attributes/metrics/*', (one) => one.name === 'postCount' ? { ...one, data: 'x' } : one)`,
    );
    const own = failed(all).find(({ title }) => title.startsWith('2.5-T1 '));
    expect(own?.failureMessages[0]).toMatch(
      /^2\.5-T1: \/data\/.* is "x", expected a number\nPOST /,
    );
    expect(own?.failureMessages[0]).toContain('{"metrics":[{"name":"postCount"}]}');
  });
});
