import type { Report, ReportedRule } from '../model/report.js';
import { causesOf, causeWords } from './causes.js';
import { plainLines } from './junit.js';
import { harmless, visible } from './visible-text.js';
import { headline } from './words.js';

/** GitHub shows ten annotations of a step; the report has all failures. */
const shownMax = 10;

const escaped = (text: string): string =>
  harmless(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Within a property of a command two more characters part things. */
const property = (text: string): string =>
  escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const command = (level: 'error' | 'warning' | 'notice', title: string, message: string): string =>
  `::${level} title=${property(title)}::${escaped(message)}`;

/** The failures as commands of GitHub Actions: errors, or warnings where the baseline has them too. */
export const annotations = (report: Report): string => {
  const { changes } = report;
  const isKnown = ({ id }: ReportedRule): boolean =>
    changes !== undefined &&
    !changes.some(({ rule, kind }) => rule === id && kind === 'newFailure');
  const lines = causesOf(report).map((cause) => {
    const { first, others } = cause;
    const rules = [first, ...others];
    const words = causeWords(cause);
    const also = words === null ? [] : [`${words}: ${rules.map(({ id }) => id).join(' ')}`];
    const level = rules.every(isKnown) ? 'warning' : 'error';
    const title = `${first.id} ${visible(first.clause)}`;
    return { level, line: command(level, title, [...plainLines(first), ...also].join('\n')) };
  });
  const newFirst = lines.toSorted((a, b) => a.level.localeCompare(b.level));
  return [
    ...newFirst.slice(0, shownMax).map(({ line }) => line),
    command('notice', 'Conformance', headline(report)),
    '',
  ].join('\n');
};
