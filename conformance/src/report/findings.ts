import type { Report, ReportedEvidence, ReportedRule } from '../model/report.js';
import { visible } from './visible-text.js';

/** A verdict as readers meet it: contradictions stand out among the undecided. */
export type Finding =
  | 'fail'
  | 'contradiction'
  | 'undecided'
  | 'pass'
  | 'observed'
  | 'notApplicable';

/** How a finding is shown, those that need attention first: the sign and the label serve those who see no colour. */
export const findingStyles: Readonly<
  Record<Finding, { readonly label: string; readonly sign: string }>
> = {
  fail: { label: 'fail', sign: '✕' },
  contradiction: { label: 'contradiction', sign: '!' },
  undecided: { label: 'undecided', sign: '?' },
  pass: { label: 'pass', sign: '✓' },
  observed: { label: 'open point', sign: '○' },
  notApplicable: { label: 'out of scope', sign: '–' },
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

/** A sentence of a judge with the ids of its requests as the numbers that the report shows. */
const readable = (text: string, evidence: readonly ReportedEvidence[]): string => {
  const numbers = new Map(evidence.map(({ probe, seq }) => [probe, `request ${seq}`]));
  return text
    .replace(/^([A-Z]{1,3}\d*): /, (start, id: string) => (numbers.has(id) ? '' : start))
    .replaceAll(/\b[A-Z]{1,3}\d+\b/g, (id) => numbers.get(id) ?? id);
};

/** What is expected where rules are laws: a sentence of the specification, which begins with its number. */
const isSentence = (expected: string): boolean => /^\d[\d., ]*: /.test(expected);

/** Whether a rule is about what several answers say together. */
export const isLaw = ({ expected }: ReportedRule): boolean => expected.some(isSentence);

/** What was found, and what was expected where the sentence does not say so: one line. */
export const foundWords = ({ message, evidence, expected, verdict }: ReportedRule): string => {
  const said = readable(message, evidence).replace(/\. Not confirmed, because .*$|\.$/, '');
  const isSaid =
    verdict !== 'fail' || /expected|the facts give/.test(said) || expected.every(isSentence);
  return visible(isSaid ? said : `${said}; expected ${expected.join(', or ')}`, 400);
};

/** A law is about several requests together; of other rules the first one shows it, in its smallest form. */
const requestsIn = (rule: ReportedRule): Details => {
  const { evidence } = rule;
  const [first] = evidence;
  const requests = new Map(evidence.map(({ seq, asks }) => [seq, `#${seq} ${asks}`]));
  if (first === undefined) return [];
  if (isLaw(rule))
    return [
      [
        requests.size === 1 ? 'request' : 'requests',
        visible([...requests.values()].join('; '), 400),
      ],
    ];
  const more = requests.size - 1;
  const others = more === 0 ? '' : ` (and ${more} more request${more === 1 ? '' : 's'})`;
  return [['request', `${visible(first.request, 2000)}${others}`]];
};

/** Lines of a report: a label and a text. */
type Details = readonly (readonly [label: string, text: string])[];

/** A rule in full, a label and a text a line: what was found, why it is so or open, what shows it. */
export const detailsOf = (rule: ReportedRule): Details => {
  const { because, evidence, expected } = rule;
  const [first] = evidence;
  const sentence = expected.find(isSentence);
  return [
    ['found', foundWords(rule)] as const,
    ...(sentence === undefined ? [] : [['rule says', visible(sentence)] as const]),
    ...(because === undefined
      ? []
      : [['open', `not confirmed, because ${visible(because)}`] as const]),
    ...requestsIn(rule),
    ...(first === undefined || first.remark === '' ? [] : [['', visible(first.remark)] as const]),
  ];
};
