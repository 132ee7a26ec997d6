/**
 * The rules of the API as tests of Vitest: a test for each rule, in the test run of your own service.
 *
 * @packageDocumentation
 */
import { beforeAll, describe, type TestContext, test } from 'vitest';
import type { Report, ReportedRule } from './model/report.js';
import { foundWords } from './report/findings.js';
import { headline, reasonSentence } from './report/outline.js';
import { registry, sectionOf } from './rules/registry.js';
import { type ConformanceOptions, runConformance } from './run-conformance.js';

/** What it takes to run the suite, or a function that gives it once your service is there. */
export type RulesOptions =
  | ConformanceOptions
  | (() => ConformanceOptions | Promise<ConformanceOptions>);

const runMs = 30 * 60_000;

/** A rule that fails, as one error without a stack: what was found, and the smallest request. */
const failure = (rule: ReportedRule): Error => {
  const [first] = rule.evidence;
  const request = first === undefined ? '' : `\n${first.request}\n${first.curl}`;
  const error = new Error(`${rule.id}: ${foundWords(rule)}${request}`);
  error.stack = error.message;
  return error;
};

const check = ({ skip }: TestContext, rule: ReportedRule | undefined): void => {
  if (rule === undefined) return skip('The run has no such rule.');
  if (rule.verdict === 'fail') throw failure(rule);
  if (rule.verdict !== 'pass') skip(`${rule.verdict}: ${reasonSentence(rule.reason)}`);
};

/**
 * Registers a test for each rule of the suite. A rule that is out of scope or undecided is skipped with its
 * reason; a last test fails if the run as a whole is undecided.
 *
 * @example
 * ```ts
 * import { testRules } from '@tallyboard/conformance/vitest';
 *
 * testRules({
 *   baseUrl: 'http://127.0.0.1:3000',
 *   targets: { main: { org: 'wksp_riverside01', key: process.env.TALLYBOARD_API_KEY ?? '' } },
 * });
 * ```
 */
export const testRules = (options: RulesOptions): void => {
  let report: Report;
  let found: ReadonlyMap<string, ReportedRule>;
  describe('conformance', () => {
    beforeAll(async () => {
      const ran = await runConformance(typeof options === 'function' ? await options() : options);
      report = ran.report;
      found = new Map(report.rules.map((rule) => [rule.id, rule]));
    }, runMs);
    for (const section of new Set(registry.map(({ id }) => sectionOf(id)))) {
      describe(section, () => {
        for (const { id, clause } of registry.filter((rule) => sectionOf(rule.id) === section)) {
          test(`${id} ${clause}`, (context) => check(context, found.get(id)));
        }
      });
    }
    test('the run reaches a verdict', () => {
      if (report.exitCode > 1) throw new Error(headline(report));
    });
  });
};
