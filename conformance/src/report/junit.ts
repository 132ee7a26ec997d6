import type { Report, ReportedRule } from '../model/report.js';
import type { Verdict } from '../model/verdict.js';
import { type Markup, markup } from './markup.js';
import { between } from './times.js';
import { visible } from './visible-text.js';
import { ending, foundWords, headline, reasonSentence, requestWords } from './words.js';

const seconds = (milliseconds: number): string => (Math.max(0, milliseconds) / 1000).toFixed(3);

/** A finding as plain lines: what was found, how to repeat it. */
export const plainLines = (rule: ReportedRule): readonly string[] => [
  `rule: ${visible(rule.clause)}`,
  `found: ${foundWords(rule)}`,
  ...rule.evidence.flatMap((one) => [
    `request ${one.seq}: ${visible(one.request, 2000)}`,
    ...(one.remark === '' ? [] : [visible(one.remark)]),
  ]),
];

/** Written twice, since some readers show only the attribute and others only the text. */
const skipped = (rule: ReportedRule): Markup => {
  const why = `${reasonSentence(rule.reason)} ${foundWords(rule)}`;
  return markup`<skipped type="${rule.reason ?? ''}" message="${why}">${why}</skipped>`;
};

const outcome = (rule: ReportedRule): Markup | null => {
  if (rule.verdict === 'pass') return null;
  if (rule.verdict !== 'fail') return skipped(rule);
  return markup`<failure type="${rule.level}" message="${foundWords(rule)}">${plainLines(rule).join('\n')}</failure>`;
};

const countOf = (rules: readonly ReportedRule[], ...verdicts: readonly Verdict[]): number =>
  rules.filter((rule) => verdicts.includes(rule.verdict)).length;

/** Dots part packages in the names of classes, so a section's number is written without. */
const suiteOf = (
  section: string,
  rules: readonly ReportedRule[],
  elapsed: ReadonlyMap<number, number>,
): Markup => markup`
  <testsuite name="${section}" tests="${rules.length}" failures="${countOf(rules, 'fail')}" errors="0" skipped="${countOf(rules, 'undecided', 'notApplicable')}">${rules.map(
    (rule) => markup`
    <testcase classname="conformance.${section.replaceAll('.', '-')}" name="${rule.id} ${visible(rule.clause)}" time="${seconds(
      rule.evidence.reduce((sum, { seq }) => sum + (elapsed.get(seq) ?? 0), 0),
    )}">${outcome(rule)}</testcase>`,
  )}
  </testsuite>`;

/**
 * One case for the run as a whole. Undecided rules are skipped cases, which most readers paint
 * green; a run that does not reach a verdict must not be green, so this case is an error then.
 */
const runSuite = (report: Report, isOpen: boolean): Markup => {
  const undecided = report.rules.filter(({ verdict }) => verdict === 'undecided');
  const lines = [
    headline(report),
    ending(report) ?? '',
    ...undecided.map((rule) => `${visible(rule.id)}: ${foundWords(rule)}`),
  ];
  const properties = Object.entries({
    suite: `${report.suite.name} ${report.suite.version}`,
    baseUrl: report.baseUrl,
    organization: report.organization,
    seed: String(report.seed),
    verdict: report.verdict,
    exitCode: String(report.exitCode),
    requests: requestWords(report).join(', '),
  });
  return markup`
  <testsuite name="The run" tests="1" failures="0" errors="${isOpen ? 1 : 0}" skipped="0" timestamp="${visible(report.startedAt)}">
    <properties>${properties.map(([name, value]) => markup`<property name="${name}" value="${visible(value)}"/>`)}</properties>
    <testcase classname="conformance.The run" name="the run reaches a verdict" time="${seconds(between(report.startedAt, report.endedAt))}">${
      isOpen &&
      markup`<error type="${report.verdict}" message="${headline(report)}">${lines.join('\n')}</error>`
    }</testcase>
  </testsuite>`;
};

/** The report as JUnit XML: failures are failures, undecided rules are skipped with their reason. */
export const junit = (report: Report): string => {
  const { rules, exitCode, verdict } = report;
  const elapsed = new Map(report.timeline.map(({ seq, elapsedMs }) => [seq, elapsedMs]));
  const isOpen = exitCode > 1 || (exitCode === 0 && verdict !== 'pass');
  const sections = [...new Set(rules.map(({ section }) => section))];
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Tallyboard conformance" tests="${rules.length + 1}" failures="${countOf(rules, 'fail')}" errors="${isOpen ? 1 : 0}" time="${seconds(between(report.startedAt, report.endedAt))}">${runSuite(report, isOpen)}${sections.map(
    (section) =>
      suiteOf(
        section,
        rules.filter((rule) => rule.section === section),
        elapsed,
      ),
  )}
</testsuites>
`.markup;
};
