import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import SummaryReporter from './scripts/summary-reporter.js';

// Workspace packages resolve to their sources: tests run without a build.
const conditions = ['@tallyboard/source', 'module', 'node', 'development|production'];
const hooks = new URL('scripts/typescript-hooks.mjs', import.meta.url).href;
const register = `import { register } from 'node:module'; register(${JSON.stringify(hooks)});`;
const sources = '{packages/*/src,conformance/{src,oracle,selftest},scripts}';

/** `npm run test:whole`: the pages in a browser, commands of documents, killed imports, and the suite on whole services. */
const whole = [
  'scripts/{looked-at,site}/*.test.ts',
  'packages/explorer/src/whole/*.test.ts',
  'scripts/docs/suite.test.ts',
  'packages/store/src/import/killed-imports.test.ts',
  'conformance/selftest/**/*.test.ts',
];

// The slowest files, the slowest first: they begin first, and both cores have work until the end.
const slowest = [
  'explorer.test',
  'killed-imports',
  'looked-at.test',
  'mutants/mutants',
  'variants/variants',
  'docs/suite',
  'bad-wires',
  'selftest/diff',
  'resume',
  'import-facts',
  'read/imports',
  'docs/examples',
  'same-facts',
  'core-agrees-with-oracle',
  'store-service',
  'partitioned-paths',
  'silent-sockets',
  'edge',
  'scripts/action',
  'grouped-columns',
  'organization-versions',
  'flipped-bits',
  'large-roster',
  'command/program',
];

const rankOf = ({ moduleId, project }: TestSpecification): number => {
  const at = slowest.findIndex((part) => moduleId.includes(part));
  // A worker that changes the project loads all modules again: it does so once.
  const first = project.name === 'whole' ? 0 : 1000;
  return first + (at < 0 ? slowest.length : at);
};

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

// One run for all packages: one type check, one closing line.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: [`${sources}/**/*.{test,test-prop}.ts`],
          exclude: whole,
          typecheck: { enabled: true },
        },
      },
      { extends: true, test: { name: 'whole', include: whole } },
    ],
    setupFiles: ['./scripts/property-seed.ts'],
    // Properties take their time on a busy machine; what hangs is still found.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 60_000 } },
    // Sources run as native modules: Vite's own runner takes longer to load them, and every call of an imported
    // function goes through a getter there.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: [
      `--import=data:text/javascript,${encodeURIComponent(register)}`,
      // Most values die young; with more room for them the collector copies fewer.
      '--max-semi-space-size=64',
    ],
    // The code under test keeps no state between calls, so files may share a worker: twice as fast.
    isolate: false,
    // Three workers for two cores: some tests wait for a browser, a disk or a socket, and leave their core idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', new SummaryReporter()],
    typecheck: {
      include: [`${sources}/**/*.test-d.ts`],
      tsconfig: fileURLToPath(new URL('tsconfig.type-tests.json', import.meta.url)),
      // Errors outside of type tests are the business of `npm run types`.
      ignoreSourceErrors: true,
    },
  },
});
