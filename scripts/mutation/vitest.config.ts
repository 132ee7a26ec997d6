import { defineConfig } from 'vitest/config';

/** Runs of a property for each mutant: those that kill do so early, survivors would pay for all of them. */
const runsMax = 60;

/** Lowers what properties ask for, without a word about mutants in the tests themselves. */
const fewRuns = {
  name: 'few-runs',
  transform: (code: string, id: string): string | undefined =>
    /\.test(-prop)?\.ts$/.test(id)
      ? code.replace(
          /numRuns: ([\d_]+)/g,
          (_, runs: string) => `numRuns: ${Math.min(runsMax, Number(runs.replaceAll('_', '')))}`,
        )
      : undefined,
};

export default defineConfig({
  plugins: [fewRuns],
  resolve: { conditions: ['@tallyboard/source', 'module', 'node', 'development|production'] },
  test: {
    include: ['packages/core/src/**/*.{test,test-prop}.ts'],
    // The same inputs for every mutant.
    setupFiles: ['scripts/property-seed.ts'],
    isolate: false,
    testTimeout: 120_000,
  },
});
