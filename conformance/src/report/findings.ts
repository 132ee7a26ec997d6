import type { Report, ReportedEvidence, ReportedRule } from '../model/report.js';
import { visible } from './visible-text.js';

/** How a finding is shown, those that need attention first: the sign and the label serve those who see no colour. */
export const findingStyles = {
  fail: { label: 'fail', sign: '✕' },
  contradiction: { label: 'contradiction', sign: '!' },
  undecided: { label: 'undecided', sign: '?' },
  pass: { label: 'pass', sign: '✓' },
  observed: { label: 'open point', sign: '○' },
  notApplicable: { label: 'out of scope', sign: '–' },
} as const;

/** A verdict as readers meet it: contradictions stand out among the undecided. */
export type Finding = keyof typeof findingStyles;

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

/** What is expected where rules are laws: a sentence of the specification, which begins with its number. */
const isSentence = (expected: string): boolean => /^\d[\d., ]*: /.test(expected);

/** Whether a rule is about what several answers say together. */
export const isLaw = ({ expected }: ReportedRule): boolean => expected.some(isSentence);

/** What was found, and what was expected where the sentence does not say so: one line. */
export const foundWords = ({ message, expected, verdict }: ReportedRule): string => {
  const said = message.replace(/\. Not confirmed, because .*$|\.$/, '');
  const isSaid =
    verdict !== 'fail' || /expected|the facts give/.test(said) || expected.every(isSentence);
  return visible(isSaid ? said : `${said}; expected ${expected.join(', or ')}`, 400);
};

/** Lines of a report: a label and a text. */
type Details = readonly (readonly [label: string, text: string])[];

/** What shows a failure: a law the requests that break it together, any other rule the first of its requests. */
const shownBy = (rule: ReportedRule): readonly ReportedEvidence[] => {
  const [first, ...others] = rule.evidence;
  if (first === undefined) return [];
  const more = others.filter(({ actual }) => isLaw(rule) && actual === first.actual);
  return [...new Map([first, ...more].map((one) => [one.seq, one])).values()];
};

/** A rule in full, a label and a text a line: what was found, why it is so or open, what shows it. */
export const detailsOf = (rule: ReportedRule): Details => {
  const { because, evidence, expected } = rule;
  const shown = shownBy(rule);
  const more = isLaw(rule) ? 0 : evidence.length - shown.length;
  const sentence = expected.find(isSentence);
  const lines: readonly (readonly [label: string, text: string | undefined])[] = [
    ['found', foundWords(rule)],
    ['rule says', sentence],
    ['open', because && `not confirmed, because ${because}`],
    ...shown.flatMap(({ seq, request, remark, status, excerpt }) => [
      [`request ${seq}`, request] as const,
      ['', remark] as const,
      ['answered', `${status ?? 'nothing'} ${excerpt.replaceAll('\n', ', ')}`.trim()] as const,
    ]),
    ['', more > 0 ? `and ${more} more request${more === 1 ? '' : 's'}` : undefined],
  ];
  return lines.flatMap(([label, text]) => (text ? [[label, visible(text, 2000)] as const] : []));
};
