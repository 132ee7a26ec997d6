import type { Report, ReportedRule } from '../model/report.js';
import type { Verdict } from '../model/verdict.js';
import { detailsOf, foundWords } from './findings.js';
import { type Markup, markup } from './markup.js';
import { lineWords, outlineOf, reasonSentence } from './outline.js';
import { between } from './times.js';
import { harmless, visible } from './visible-text.js';

const seconds = (milliseconds: number): string => (Math.max(0, milliseconds) / 1000).toFixed(3);

/** Texts are written twice, since some readers show only the attribute and others only the text. */
const outcome = (rule: ReportedRule): Markup | null => {
  if (rule.verdict === 'pass') return null;
  if (rule.verdict !== 'fail') {
    const why = `${reasonSentence(rule.reason)} ${foundWords(rule)}`;
    return markup`<skipped type="${rule.reason ?? ''}" message="${why}">${why}</skipped>`;
  }
  const lines = [['rule', visible(rule.clause)], ...detailsOf(rule)].map(
    ([label, text]) => `${label}: ${text}`,
  );
  return markup`<failure type="${rule.level}" message="${foundWords(rule)}">${lines.join('\n')}</failure>`;
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
  const { headline, ending, sections } = outlineOf(report);
  const linesOf = (title: string) =>
    sections.filter((one) => one.title === title).flatMap(({ lines }) => lines);
  const lines = [headline, ending ?? '', ...linesOf('Undecided').map((line) => lineWords(line))];
  return markup`
  <testsuite name="The run" tests="1" failures="0" errors="${isOpen ? 1 : 0}" skipped="0" timestamp="${visible(report.startedAt)}">
    <properties>${linesOf('The run').map(({ label, text }) => markup`<property name="${label}" value="${visible(text)}"/>`)}</properties>
    <testcase classname="conformance.The run" name="the run reaches a verdict" time="${seconds(between(report.startedAt, report.endedAt))}">${
      isOpen &&
      markup`<error type="${report.verdict}" message="${headline}">${lines.join('\n')}</error>`
    }</testcase>
  </testsuite>`;
};

/** The report as JUnit XML: failures are failures, undecided rules are skipped with their reason. */
export const junit = (report: Report): string => {
  const { rules, exitCode, verdict } = report;
  const elapsed = new Map(report.timeline.map(({ seq, elapsedMs }) => [seq, elapsedMs]));
  const isOpen = exitCode > 1 || (exitCode === 0 && verdict !== 'pass');
  const suites = [...new Set(rules.map(({ section }) => section))].map((section) => {
    const own = rules.filter((rule) => rule.section === section);
    return suiteOf(section, own, elapsed);
  });
  const { markup: xml } = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Tallyboard conformance" tests="${rules.length + 1}" failures="${countOf(rules, 'fail')}" errors="${isOpen ? 1 : 0}" time="${seconds(between(report.startedAt, report.endedAt))}">${runSuite(report, isOpen)}${suites}
</testsuites>
`;
  return harmless(xml);
};
