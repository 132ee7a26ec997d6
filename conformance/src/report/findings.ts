import type { Report, ReportedRule } from '../model/report.js';

/** A verdict as readers meet it: contradictions stand out among the undecided. */
export type Finding =
  | 'fail'
  | 'contradiction'
  | 'undecided'
  | 'pass'
  | 'observed'
  | 'notApplicable';

/** How a finding is shown; the sign and the label serve those who see no colour. */
export interface FindingStyle {
  readonly label: string;
  readonly sign: string;
  readonly explanation: string;
}

/** Findings, those that need attention first. */
export const findingStyles: Readonly<Record<Finding, FindingStyle>> = {
  fail: { label: 'fail', sign: '✕', explanation: 'an answer breaks the rule' },
  contradiction: {
    label: 'contradiction',
    sign: '!',
    explanation: 'answers contradict each other, and asking again did not confirm it',
  },
  undecided: { label: 'undecided', sign: '?', explanation: 'in scope, but not decided' },
  pass: { label: 'pass', sign: '✓', explanation: 'the rule holds in every answer' },
  observed: {
    label: 'open point',
    sign: '○',
    explanation: 'the specification leaves it open: the profile has the answer',
  },
  notApplicable: {
    label: 'out of scope',
    sign: '–',
    explanation: 'the run lacked what the rule needs, or its condition never occurred',
  },
};

/** All findings in the order of `findingStyles`. */
export const findings = Object.keys(findingStyles) as readonly Finding[];

/** What a rule is found to be. Only rules in scope pass, fail or are undecided. */
export const findingOf = ({ verdict, reason, inScope, level }: ReportedRule): Finding => {
  if (!inScope && verdict !== 'notApplicable') {
    return level === 'observed' ? 'observed' : 'notApplicable';
  }
  if (verdict === 'undecided') {
    return reason === 'contradiction' ? 'contradiction' : 'undecided';
  }
  if (verdict === 'notApplicable') return reason === 'observed' ? 'observed' : 'notApplicable';
  return verdict;
};

/** The finding in whose colours a verdict is shown; a run without a verdict is in those of a failure. */
export const verdictTone = (report: Report): Finding =>
  report.exitCode > 2 ? 'fail' : report.verdict;

/** The rules of a report with one finding, in the order of the report. */
export const rulesFound = (report: Report, finding: Finding): readonly ReportedRule[] =>
  report.rules.filter((rule) => findingOf(rule) === finding);
