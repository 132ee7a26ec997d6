import type { Report, ReportedEvidence, ReportedRule } from '../model/report.js';
import { type Cause, causeWords } from './causes.js';
import { detailsOf, type Finding, findingStyles, foundWords, verdictTone } from './findings.js';
import { outlineOf } from './outline.js';
import { visible } from './visible-text.js';

/** What the console can show. */
export interface ConsoleStyle {
  readonly color: boolean;
  readonly columns: number;
  /** Every verdict in full with its command lines, and every rule by name. */
  readonly verbose?: boolean;
}

type Lines = readonly string[];

/** Select Graphic Rendition of each tone; the sixteen colours that every theme adapts. */
const tones: Readonly<Record<Finding | 'strong' | 'faint', number>> = {
  fail: 31,
  contradiction: 33,
  undecided: 33,
  pass: 32,
  observed: 36,
  notApplicable: 2,
  strong: 1,
  faint: 2,
};

/** A text in a colour, or as it is where there are none. */
const paint = ({ color }: ConsoleStyle, tone: keyof typeof tones, text: string): string =>
  color ? `\u001b[${tones[tone]}m${text}\u001b[0m` : text;

const shown = (text: string, max = 400): string => visible(text, max);

const labelWidth = 10;

/** A text in lines no longer than the console, under a label. */
const labelled = (style: ConsoleStyle, label: string, text: string): Lines => {
  const width = Math.max(40, style.columns) - labelWidth - 4;
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  const indent = ' '.repeat(labelWidth + 4);
  return lines.map((line, index) =>
    index === 0 ? `    ${paint(style, 'faint', label.padEnd(labelWidth))}${line}` : indent + line,
  );
};

const titled = (style: ConsoleStyle, title: string, lines: Lines): Lines =>
  lines.length === 0 ? [] : ['', paint(style, 'strong', title), ...lines];

const evidenceLines = (style: ConsoleStyle, one: ReportedEvidence): Lines => [
  ...labelled(style, `#${one.seq}`, `${shown(one.asks)}: ${one.status ?? 'no answer'}`),
  // In one line whatever its length: a command that is broken up cannot be copied.
  `    ${paint(style, 'faint', 'curl'.padEnd(labelWidth))}${shown(one.curl, 20_000)}`,
];

const ruleLines = (style: ConsoleStyle, rule: ReportedRule, finding: Finding): Lines => [
  '',
  `${paint(style, finding, findingStyles[finding].sign)} ${paint(style, 'strong', shown(rule.id))}  ${shown(rule.clause)}`,
  ...detailsOf(rule).flatMap(([label, text]) => labelled(style, label, shown(text))),
  ...(style.verbose === true ? rule.evidence.flatMap((one) => evidenceLines(style, one)) : []),
];

/** So many failures of one cause are shown with what was found, others by their ids. */
const alsoMost = 3;

const causeLines = (style: ConsoleStyle, cause: Cause): Lines => {
  const { first, others } = cause;
  const words = causeWords(cause);
  const also = others
    .slice(0, alsoMost)
    .map((rule) => `${shown(rule.id)} ${shown(foundWords(rule), 200)}`);
  const ids = others.slice(alsoMost).map(({ id }) => shown(id));
  return [
    ...ruleLines(style, first, 'fail'),
    ...(words === null ? [] : labelled(style, 'also', `${words}:`)),
    ...(style.verbose === true
      ? others.flatMap((rule) => ruleLines(style, rule, 'fail'))
      : [...also, ids.join(' ')].flatMap((text) => (text === '' ? [] : labelled(style, '', text)))),
  ];
};

/** A screen has an end, the other reports have none. */
const shownMax = 12;

const failures = (style: ConsoleStyle, causes: readonly Cause[]): Lines => {
  if (causes.length === 0) return [];
  const most = style.verbose === true ? causes.length : shownMax;
  const rest = causes.slice(most).flatMap(({ first, others }) => [first, ...others]);
  const ids = rest.map(({ id }) => shown(id)).join(' ');
  const [{ first } = {}] = causes;
  const id = shown(first?.id ?? '');
  return [
    ...causes.slice(0, most).flatMap((cause) => causeLines(style, cause)),
    ...(ids === '' ? [] : ['', ...labelled(style, 'also', ids)]),
    '',
    paint(
      style,
      'faint',
      `replay ${id} asks again, explain ${id} says more, --verbose prints commands`,
    ),
  ];
};

const undecided = (style: ConsoleStyle, reason: string, rules: readonly ReportedRule[]): Lines => {
  const isMany = rules.length > shownMax && style.verbose !== true;
  const ids = rules.slice(0, isMany ? shownMax : rules.length).map(({ id }) => shown(id));
  const more = isMany ? ` and ${rules.length - shownMax} more (--verbose)` : '';
  return labelled(style, '-', `${reason} ${ids.join(' ')}${more}`);
};

/** The end of a run as people read it in a console: the verdict once more where the eye is in the end. */
export const consoleSummary = (report: Report, style: ConsoleStyle): string => {
  const outline = outlineOf(report);
  const { counts, ending, lists, numbers } = outline;
  const verdict = `${paint(style, verdictTone(report), outline.word)}  ${outline.headline}`;
  const rules = counts.map(([one, count]) =>
    paint(style, one, `${count} ${findingStyles[one].label}`),
  );
  const lines = [
    '',
    verdict,
    ...failures(style, outline.causes),
    ...outline.contradictions.flatMap((rule) => ruleLines(style, rule, 'contradiction')),
    ...titled(
      style,
      'Undecided',
      outline.undecided.flatMap(([reason, some]) => undecided(style, reason, some)),
    ),
    ...lists.flatMap(([title, some]) =>
      titled(
        style,
        title,
        some.flatMap((line) => labelled(style, '-', shown(line))),
      ),
    ),
    ...titled(style, 'The run', [
      ...labelled(style, 'Rules', rules.join(', ')),
      ...numbers.flatMap(([name, text]) => labelled(style, name, shown(text))),
    ]),
    ...(ending === null ? [] : ['', ending]),
    '',
    verdict,
  ];
  return `${lines.join('\n')}\n`;
};
