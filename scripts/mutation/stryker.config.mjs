// `npm run test:mutation [-- --mutate FILES]`: Stryker's report is reports/mutation/mutation.html.

export default {
  mutate: ['packages/core/src/**/*.ts', '!**/*.test*.ts', '!**/index.ts', '!**/vocabulary.ts'],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // On a busy machine a slow run must not look like one that does not end.
  timeoutMS: 60_000,
  timeoutFactor: 5,
  reporters: ['html', 'clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, allowColor: false },
  htmlReporter: { fileName: 'reports/mutation/mutation.html' },
  tempDirName: 'node_modules/.stryker',
  ignorePatterns: ['/docs', '/bench', '**/dist'],
};
