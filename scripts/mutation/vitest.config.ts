import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';

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

/** Properties last: the first failure ends the run of a mutant, and examples find most in no time. */
class ExamplesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isProperty = ({ moduleId }: TestSpecification): number =>
      Number(moduleId.endsWith('-prop.ts'));
    return Promise.resolve(
      [...files].sort(
        (a, b) => isProperty(a) - isProperty(b) || (a.moduleId < b.moduleId ? -1 : 1),
      ),
    );
  }
}

/** Shows the mutation runner files of tests that do not load, which it would take for no tests. */
const tellOfLoading = {
  vitest: undefined as Vitest | undefined,
  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  },
  onTestModuleEnd(file: TestModule): void {
    for (const { message } of file.errors()) this.vitest?.state.errorsSet.add(new Error(message));
  },
};

const { TALLYBOARD_TEST_FOLDERS: folders = '**' } = process.env;

// The core's own tests, of the folders that can reach what is mutated.
export default defineConfig({
  plugins: [fewRuns],
  test: {
    include: folders
      .split(',')
      .map((folder) => `packages/core/src/${folder}/*.{test,test-prop}.ts`),
    exclude: ['**/append.test-prop.ts'],
    setupFiles: ['scripts/mutation/setup.ts'],
    sequence: { sequencer: ExamplesFirst },
    reporters: [tellOfLoading],
    isolate: false,
    testTimeout: 120_000,
  },
});
