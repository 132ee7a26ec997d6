import type { Report, ReportedRule } from '../model/report.js';
import type { Verdict } from '../model/verdict.js';
import { plainLines } from './evidence-lines.js';
import { ending, headline, requestWords } from './headline.js';
import { type Markup, markup, raw } from './markup.js';
import { between } from './moments.js';
import { reasonSentence } from './reasons.js';
import { type ReportSection, sectionsOf } from './sections.js';
import { visible } from './visible-text.js';

const seconds = (milliseconds: number): string => (Math.max(0, milliseconds) / 1000).toFixed(3);

const linesOf = (rule: ReportedRule): string => plainLines(rule).join('\n');

/** Written twice, since some readers show only the attribute and others only the text. */
const skipped = (rule: ReportedRule, label: string): Markup => {
  const why = visible(`${label} (${rule.reason ?? 'no reason'}): ${rule.message}`);
  const sentence = reasonSentence(rule.reason);
  return markup`<skipped type="${rule.reason ?? ''}" message="${why}">${why}
${sentence}
${rule.verdict === 'undecided' && linesOf(rule)}</skipped>`;
};

const outcomes: Readonly<Record<Verdict, (rule: ReportedRule) => Markup>> = {
  pass: () => raw(''),
  fail: (rule) =>
    markup`<failure type="${rule.level}" message="${visible(rule.message)}">${linesOf(rule)}</failure>`,
  undecided: (rule) => skipped(rule, 'UNDECIDED'),
  notApplicable: (rule) => skipped(rule, 'not applicable'),
};

type Elapsed = ReadonlyMap<number, number>;

const caseOf = (rule: ReportedRule, className: string, elapsed: Elapsed): Markup => {
  const time = rule.evidence.reduce((sum, { seq }) => sum + (elapsed.get(seq) ?? 0), 0);
  return markup`
    <testcase classname="${className}" name="${rule.id} ${visible(rule.clause)}" time="${seconds(time)}">${outcomes[rule.verdict](rule)}</testcase>`;
};

const countOf = (rules: readonly ReportedRule[], ...verdicts: readonly Verdict[]): number =>
  rules.filter((rule) => verdicts.includes(rule.verdict)).length;

/** Dots part packages in the names of classes, so a section's number is written without. */
const suiteOf = ({ section, title, rules }: ReportSection, elapsed: Elapsed): Markup => markup`
  <testsuite name="${section} ${title}" tests="${rules.length}" failures="${countOf(rules, 'fail')}" errors="0" skipped="${countOf(rules, 'undecided', 'notApplicable')}">${rules.map(
    (rule) => caseOf(rule, `conformance.${section.replaceAll('.', '-')} ${title}`, elapsed),
  )}
  </testsuite>`;

const propertiesOf = (report: Report): Markup => {
  const properties: Readonly<Record<string, string>> = {
    suite: `${report.suite.name} ${report.suite.version}`,
    baseUrl: report.baseUrl,
    organization: report.organization,
    seed: String(report.seed),
    verdict: report.verdict,
    exitCode: String(report.exitCode),
    requests: requestWords(report).join(', '),
  };
  return markup`
    <properties>${Object.entries(properties).map(
      ([name, value]) => markup`
      <property name="${name}" value="${visible(value)}"/>`,
    )}
    </properties>`;
};

/** True when the run as a whole is neither a pass nor a failure. */
const isOpen = ({ exitCode, verdict }: Report): boolean =>
  exitCode > 1 || (exitCode === 0 && verdict !== 'pass');

/**
 * One case for the run as a whole. Undecided rules are skipped cases, which most readers paint
 * green; a run that does not reach a verdict must not be green, so this case is an error then.
 */
const runSuite = (report: Report): Markup => {
  const open = isOpen(report);
  const undecided = report.rules.filter(({ verdict }) => verdict === 'undecided');
  const lines = [
    ending(report) ?? '',
    ...undecided.map(({ id, reason, message }) => `${id} (${reason ?? 'no reason'}): ${message}`),
  ].map((line) => visible(line));
  const error = markup`<error type="${report.verdict}" message="${headline(report)}">${headline(report)}
${lines.join('\n')}</error>`;
  return markup`
  <testsuite name="The run" tests="1" failures="0" errors="${open ? 1 : 0}" skipped="0" timestamp="${visible(report.startedAt)}">${propertiesOf(report)}
    <testcase classname="conformance.The run" name="the run reaches a verdict" time="${seconds(between(report.startedAt, report.endedAt))}">${open && error}</testcase>
  </testsuite>`;
};

/** The report as JUnit XML: failures are failures, undecided rules are skipped with their reason. */
export const junit = (report: Report): string => {
  const elapsed: Elapsed = new Map(report.timeline.map(({ seq, elapsedMs }) => [seq, elapsedMs]));
  const { rules } = report;
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Tallyboard conformance" tests="${rules.length + 1}" failures="${countOf(rules, 'fail')}" errors="${isOpen(report) ? 1 : 0}" time="${seconds(between(report.startedAt, report.endedAt))}">${runSuite(report)}${sectionsOf(report).map((section) => suiteOf(section, elapsed))}
</testsuites>
`.markup;
};
