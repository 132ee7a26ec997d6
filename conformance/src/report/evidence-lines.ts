import type { ReportedEvidence, ReportedRule } from '../model/report.js';
import { visible } from './visible-text.js';

/** The exchange behind a piece of evidence, such as `#31 MN28, status 200`. */
export const exchangeName = ({ seq, probe, status }: ReportedEvidence): string =>
  `#${seq} ${probe}, ${status === null ? 'no answer' : `status ${status}`}`;

/** The most exchanges that are shown in full for one rule. */
const evidenceMax = 5;

/** The evidence that is shown in full, and how many more there are. */
export const evidenceShown = (
  { evidence }: ReportedRule,
  max: number = evidenceMax,
): { readonly shown: readonly ReportedEvidence[]; readonly more: number } => ({
  shown: evidence.slice(0, max),
  more: Math.max(0, evidence.length - max),
});

/** The most characters of a command: one that is cut short is none, so only what no shell takes is. */
export const commandMax = 20_000;
const excerptMax = 600;

/** A command line in one harmless line. */
export const commandLine = ({ curl }: ReportedEvidence): string => visible(curl, commandMax);

/** The beginning of an answer in one harmless line. */
export const excerptLine = ({ excerpt }: ReportedEvidence): string => visible(excerpt, excerptMax);

/** A finding as plain harmless lines, for places that know no markup; command lines if asked for. */
export const plainLines = (rule: ReportedRule, commands = true): readonly string[] => {
  const { shown, more } = evidenceShown(rule);
  return [
    `clause: ${visible(rule.clause)}`,
    ...rule.expected.map((one) => `expected: ${visible(one)}`),
    `found: ${visible(rule.message)}`,
    ...shown.flatMap((one) => [
      `actual (${visible(exchangeName(one))}): ${visible(one.actual)}`,
      ...(commands ? [`curl: ${commandLine(one)}`] : []),
      ...(one.remark === '' ? [] : [`remark: ${visible(one.remark)}`]),
      ...(one.excerpt === '' ? [] : [`answer: ${excerptLine(one)}`]),
    ]),
    ...(more === 0 ? [] : [`and ${more} more exchanges`]),
  ];
};
