import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Workspace packages resolve to their sources: tests run without a build.
const conditions = ['@tallyboard/source', 'module', 'node', 'development|production'];
const sources = '{packages/*/src,conformance/{src,oracle,selftest},scripts}';

// One project for all packages: one run, one type check, one closing line.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [`${sources}/**/*.{test,test-prop}.ts`],
    setupFiles: ['./scripts/property-seed.ts'],
    // Properties take their time on a busy machine; what hangs is still found.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // The code under test keeps no state between calls, so files may share a worker: twice as fast.
    isolate: false,
    // One worker for each core; the default leaves one core idle.
    maxWorkers: '100%',
    reporters: ['default', './scripts/summary-reporter.ts'],
    typecheck: {
      enabled: true,
      include: [`${sources}/**/*.test-d.ts`],
      // A type test that the config leaves out passes whatever it says; scripts/tidy.ts makes sure that none is.
      tsconfig: fileURLToPath(new URL('tsconfig.check.json', import.meta.url)),
      // Errors outside of type tests are the business of `npm run types`.
      ignoreSourceErrors: true,
    },
  },
});
