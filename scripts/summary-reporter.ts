import type { Reporter, TestModule } from 'vitest/node';

/** Closes a run with one plain line, `N passed, N failed, N skipped`, for people and programs alike. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    let skipped = 0;
    for (const module of modules) {
      // A file that cannot be loaded has no tests to fail, so it counts as one itself.
      if (module.errors().length > 0) failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'skipped') skipped += 1;
        else failed += 1;
        // The process that ran it ended, which no other message says.
        if (state === 'pending') console.error(`not ended: ${module.moduleId}: ${test.fullName}`);
      }
    }
    const line = `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;
    process.stdout.write(`\n${line}\n`);
  }
}
