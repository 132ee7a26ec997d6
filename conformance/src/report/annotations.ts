import type { Report, ReportedRule } from '../model/report.js';
import { plainLines } from './evidence-lines.js';
import { headline } from './headline.js';
import { visible } from './visible-text.js';

/** GitHub shows ten annotations of a step; the report has all failures. */
const shownMax = 10;

const escaped = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Within a property of a command two more characters part things. */
const property = (text: string): string =>
  escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const command = (level: 'error' | 'warning' | 'notice', title: string, message: string): string =>
  `::${level} title=${property(title)}::${escaped(message)}`;

/** The failures as commands of GitHub Actions: errors, or warnings where the baseline has them too. */
export const annotations = (report: Report): string => {
  const known = new Set(
    report.changes === undefined
      ? []
      : report.rules
          .map(({ id }) => id)
          .filter(
            (id) => !report.changes?.some(({ rule, kind }) => rule === id && kind === 'newFailure'),
          ),
  );
  const failed = report.rules.filter(({ verdict }) => verdict === 'fail');
  const line = (rule: ReportedRule): string =>
    command(
      known.has(rule.id) ? 'warning' : 'error',
      `${rule.id} ${visible(rule.clause)}`,
      plainLines(rule).join('\n'),
    );
  const newFirst = failed.toSorted((a, b) => Number(known.has(a.id)) - Number(known.has(b.id)));
  return [
    ...newFirst.slice(0, shownMax).map(line),
    command('notice', 'Conformance', headline(report)),
    '',
  ].join('\n');
};
