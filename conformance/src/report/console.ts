import type { Report, ReportedEvidence, ReportedRule } from '../model/report.js';
import { type Cause, causeWords } from './causes.js';
import {
  detailsOf,
  type Finding,
  findingOf,
  findingStyles,
  foundWords,
  rulesFound,
  verdictTone,
} from './findings.js';
import { canResume, lineWords, outlineOf, type Section } from './outline.js';
import { visible } from './visible-text.js';

/** What the console can show. */
export interface ConsoleStyle {
  readonly color: boolean;
  readonly columns: number;
  /** Every verdict in full with its command lines, and every rule by name. */
  readonly verbose?: boolean;
  /** A command line of the suite that goes on from this run; none are printed without it. */
  readonly command?: (words: string) => string;
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

const labelWidth = 13;

/** A text in lines no longer than the console, under a label. */
const labelled = (style: ConsoleStyle, label: string, text: string): Lines => {
  const width = Math.max(40, style.columns) - labelWidth - 4;
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    // A word that no line holds begins where it is: it is copied as a whole.
    else if (line.length + 1 + word.length <= width || word.length > width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  const indent = ' '.repeat(labelWidth + 4);
  return lines.map((line, index) =>
    index === 0 ? `    ${paint(style, 'faint', label.padEnd(labelWidth))}${line}` : indent + line,
  );
};

const evidenceLines = (style: ConsoleStyle, one: ReportedEvidence): Lines => [
  ...labelled(style, `#${one.seq}`, `${shown(one.asks)}: ${one.status ?? 'no answer'}`),
  // In one line whatever its length: a command that is broken up cannot be copied.
  `    ${paint(style, 'faint', 'curl'.padEnd(labelWidth))}${shown(one.curl, 20_000)}`,
];

const ruleLines = (style: ConsoleStyle, rule: ReportedRule): Lines => [
  '',
  `${paint(style, findingOf(rule), findingStyles[findingOf(rule)].sign)} ${paint(style, 'strong', shown(rule.id))}  ${shown(rule.clause)}`,
  ...detailsOf(rule).flatMap(([label, text]) => labelled(style, label, shown(text))),
  ...(style.verbose === true ? rule.evidence.flatMap((one) => evidenceLines(style, one)) : []),
];

/** So many failures of one cause are shown with what was found, others by their ids. */
const alsoMost = 3;

const cardLines = (style: ConsoleStyle, cause: Cause): Lines => {
  const { first, others } = cause;
  const words = causeWords(cause);
  const also = others
    .slice(0, alsoMost)
    .map((rule) => `${shown(rule.id)} ${shown(foundWords(rule), 200)}`);
  const ids = others.slice(alsoMost).map(({ id }) => shown(id));
  return [
    ...ruleLines(style, first),
    ...(words === null ? [] : labelled(style, 'also', `${words}:`)),
    ...(style.verbose === true
      ? others.flatMap((rule) => ruleLines(style, rule))
      : [...also, ids.join(' ')].flatMap((text) => (text === '' ? [] : labelled(style, '', text)))),
  ];
};

/** A screen has an end, the other reports have none. */
const cardsMax = 12;
const idsMax = 30;

const sectionLines = (style: ConsoleStyle, { title, cards, lines }: Section): Lines => {
  const isWhole = style.verbose === true;
  const most = isWhole ? cards.length : cardsMax;
  const rest = cards.slice(most).flatMap(({ first, others }) => [first, ...others]);
  const ids = rest.map(({ id }) => shown(id)).join(' ');
  return [
    '',
    paint(style, 'strong', title),
    ...cards.slice(0, most).flatMap((cause) => cardLines(style, cause)),
    ...(ids === '' ? [] : ['', ...labelled(style, 'also', ids)]),
    ...lines.flatMap((line) => {
      const more = !isWhole && (line.ids?.length ?? 0) > idsMax ? ' (--verbose)' : '';
      const text = `${lineWords(line, isWhole ? undefined : idsMax)}${more}`;
      return labelled(style, line.label === '' ? '-' : line.label, shown(text, 10_000));
    }),
  ];
};

/** How to go on: with the rest of the run, and from the first failure. */
const nextLines = (style: ConsoleStyle, report: Report): Lines => {
  const { ending } = outlineOf(report);
  const [rule] = rulesFound(report, 'fail');
  const command = (words: string): Lines =>
    style.command === undefined ? [] : [`    ${style.command(words)}`];
  return [
    ...(ending === null ? [] : ['', ending]),
    ...(canResume(report) ? command('resume') : []),
    ...(rule === undefined
      ? []
      : [
          '',
          `explain ${shown(rule.id)} says more, --verbose prints curl lines. After a fix:`,
          ...command(`replay ${shown(rule.id)}`),
        ]),
  ];
};

/** The end of a run as people read it in a console; a verdict that asks for something stands where the eye is in the end, too. */
export const consoleSummary = (report: Report, style: ConsoleStyle): string => {
  const { word, headline, sections } = outlineOf(report);
  const verdict = `${paint(style, verdictTone(report), word)}  ${headline}`;
  const lines = [
    ...['', verdict],
    ...sections.flatMap((section) => sectionLines(style, section)),
    ...nextLines(style, report),
    ...(word === 'PASS' ? [] : ['', verdict]),
  ];
  return `${lines.join('\n')}\n`;
};
