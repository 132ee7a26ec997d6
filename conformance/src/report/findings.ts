import type { Report, ReportedRule } from '../model/report.js';

/** A verdict as readers tell it apart: suspects stand out among the undecided. */
export type Finding = 'fail' | 'suspect' | 'undecided' | 'pass' | 'observed' | 'notApplicable';

/** How a finding is shown; the mark and the label serve those who see no colour. */
export interface FindingStyle {
  readonly label: string;
  readonly mark: string;
  readonly explanation: string;
}

/** Findings, those that need attention first. */
export const findingStyles: Readonly<Record<Finding, FindingStyle>> = {
  fail: { label: 'fail', mark: '✕', explanation: 'the answer breaks the rule' },
  suspect: {
    label: 'suspect',
    mark: '!',
    explanation: 'a relation is broken, but the data may have changed',
  },
  undecided: { label: 'undecided', mark: '?', explanation: 'in scope, but not decided' },
  pass: { label: 'pass', mark: '✓', explanation: 'the rule holds in all that was seen' },
  observed: {
    label: 'noted',
    mark: '○',
    explanation: 'left open by the specification: recorded in the profile, never a failure',
  },
  notApplicable: {
    label: 'n/a',
    mark: '–',
    explanation: 'did not apply in this run, without influence on the verdict',
  },
};

/** All findings in the order of `findingStyles`. */
export const findings = Object.keys(findingStyles) as readonly Finding[];

/** What a rule is found to be. Only rules in scope pass, fail or are undecided. */
export const findingOf = ({ verdict, reason, inScope, level }: ReportedRule): Finding => {
  if (!inScope && verdict !== 'notApplicable') {
    return level === 'observed' ? 'observed' : 'notApplicable';
  }
  if (verdict === 'undecided') return reason === 'suspect' ? 'suspect' : 'undecided';
  if (verdict === 'notApplicable') return reason === 'observed' ? 'observed' : 'notApplicable';
  return verdict;
};

/** The finding in whose colours a verdict is shown; a run without a verdict is in those of a failure. */
export const verdictTone = (report: Report): Finding =>
  report.exitCode > 2 ? 'fail' : report.verdict;

/** The rules of a report with one finding, in the order of the report. */
export const rulesFound = (report: Report, finding: Finding): readonly ReportedRule[] =>
  report.rules.filter((rule) => findingOf(rule) === finding);
