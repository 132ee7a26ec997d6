import { defineConfig } from 'vitest/config';
import tests from './vitest.config.js';

// `npm run leaks`: whether time tells what answers do not. Apart from the tests, for it needs a machine
// that has little else to do, and some minutes.
export default defineConfig({
  ...tests,
  test: { include: ['packages/cli/leaks/**/*.leaks.ts'], testTimeout: 1_200_000 },
});
