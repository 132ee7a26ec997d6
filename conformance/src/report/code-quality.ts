import { createHash } from 'node:crypto';
import type { Report, ReportedRule } from '../model/report.js';
import { findingOf } from './findings.js';
import { printable } from './json.js';
import { visible } from './visible-text.js';

/** GitLab asks for a file of the repository: no line of one is at fault. */
const location = { path: 'tallyboard-conformance', lines: { begin: 1 } };

const severityOf = (rule: ReportedRule): string => {
  if (rule.verdict !== 'fail') return 'info';
  return rule.level === 'must' ? 'critical' : 'major';
};

/** Failures and suspects as a Code Quality report of GitLab: a merge request shows which are new. */
export const codeQuality = (report: Report): string =>
  printable(
    report.rules
      .filter((rule) => ['fail', 'suspect'].includes(findingOf(rule)))
      .map((rule) => ({
        type: 'issue',
        check_name: rule.id,
        description: visible(`${rule.id} ${rule.clause} ${rule.message}`),
        severity: severityOf(rule),
        fingerprint: createHash('sha256').update(`${report.organization} ${rule.id}`).digest('hex'),
        location,
      })),
  );
