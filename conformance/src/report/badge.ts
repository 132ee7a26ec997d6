import type { Report } from '../model/report.js';
import type { Verdict } from '../model/verdict.js';
import { inScopeCount } from './headline.js';
import { printable } from './json.js';

const colors: Readonly<Record<Verdict, string>> = {
  pass: 'brightgreen',
  fail: 'red',
  undecided: 'yellow',
  notApplicable: 'lightgrey',
};

const message = (report: Report): string => {
  const { pass, fail, undecided } = report.counts.inScope;
  if (report.exitCode > 2) return 'no verdict';
  if (report.verdict === 'fail') return `${fail} failing`;
  if (report.verdict === 'pass') return `${pass}/${inScopeCount(report)} rules`;
  return pass === 0 ? 'nothing decided' : `${undecided} undecided`;
};

/** The verdict as a document from which shields.io draws a badge. */
export const badge = (report: Report): string =>
  printable({
    schemaVersion: 1,
    label: 'conformance',
    message: message(report),
    color: report.exitCode > 2 ? 'lightgrey' : colors[report.verdict],
    // No query of the badge's address may paint a failure green.
    isError: report.exitCode !== 0,
  });
