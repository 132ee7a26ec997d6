import { defineConfig } from 'vitest/config';
import tests from '../../../vitest.config.js';

// `npm run leaks`: whether time shows what answers do not. Not one of the tests: it needs some minutes of
// a machine that has little else to do.
export default defineConfig({
  ...tests,
  test: { include: ['packages/cli/leaks/**/*.leaks.ts'], testTimeout: 1_200_000 },
});
