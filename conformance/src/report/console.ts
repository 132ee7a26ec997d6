import type { Report, ReportedEvidence, ReportedRule } from '../model/report.js';
import { changeLabels } from './baseline.js';
import { type Cause, causesOf, causeWords } from './causes.js';
import { type Finding, findingStyles, findings, rulesFound, verdictTone } from './findings.js';
import { between, duration } from './times.js';
import { visible } from './visible-text.js';
import {
  byReason,
  ending,
  foundWords,
  headline,
  modeWords,
  moreWords,
  pinnedOtherwise,
  powerWords,
  requestWords,
  verdictWord,
} from './words.js';

/** What the console can show. */
export interface ConsoleStyle {
  readonly color: boolean;
  readonly columns: number;
  /** Every verdict in full with its command lines, and every rule by name. */
  readonly verbose?: boolean;
}

type Lines = readonly string[];
type Part = (report: Report, style: ConsoleStyle) => Lines;

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

const shown = (text: string): string => visible(text, 400);

const labelWidth = 9;

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

const verdict: Part = (report, style) => [
  '',
  `${paint(style, verdictTone(report), verdictWord(report))}  ${headline(report)}`,
];

const remark = (style: ConsoleStyle, one: ReportedEvidence): Lines =>
  one.remark === '' ? [] : labelled(style, '', shown(one.remark));

const evidenceLines = (style: ConsoleStyle, one: ReportedEvidence): Lines => [
  ...labelled(style, 'request', `#${one.seq}, ${shown(one.asks)}: ${one.status ?? 'no answer'}`),
  // In one line whatever its length: a command that is broken up cannot be copied.
  `    ${paint(style, 'faint', 'curl'.padEnd(labelWidth))}${visible(one.curl, 20_000)}`,
  ...remark(style, one),
];

const ruleLines = (style: ConsoleStyle, rule: ReportedRule, finding: Finding): Lines => {
  const [first] = rule.evidence;
  const requests =
    style.verbose === true
      ? rule.evidence.flatMap((one) => evidenceLines(style, one))
      : first === undefined
        ? []
        : [...labelled(style, 'request', visible(first.request, 240)), ...remark(style, first)];
  return [
    '',
    `${paint(style, finding, findingStyles[finding].sign)} ${paint(style, 'strong', shown(rule.id))}  ${shown(rule.clause)}`,
    ...labelled(style, 'found', foundWords(rule)),
    ...requests,
  ];
};

const causeLines = (style: ConsoleStyle, cause: Cause): Lines => {
  const { first, others } = cause;
  const words = causeWords(cause);
  const lines = ruleLines(style, first, 'fail');
  if (words === null) return lines;
  const also = labelled(style, 'also', `${others.map(({ id }) => shown(id)).join(' ')} (${words})`);
  const inFull = others.flatMap((rule) => ruleLines(style, rule, 'fail'));
  return style.verbose === true ? [...lines, ...also, ...inFull] : [...lines, ...also];
};

/** A screen has an end, the other reports have none. */
const shownMax = 12;

const failures: Part = (report, style) => {
  const causes = causesOf(report);
  const rest = style.verbose === true ? [] : causes.slice(shownMax);
  const ids = rest.flatMap(({ first, others }) => [first, ...others].map(({ id }) => shown(id)));
  return [
    ...causes.slice(0, causes.length - rest.length).flatMap((cause) => causeLines(style, cause)),
    ...(ids.length === 0 ? [] : ['', ...labelled(style, 'also', ids.join(' '))]),
    ...(causes.length === 0
      ? []
      : [
          '',
          paint(
            style,
            'faint',
            `replay RULE asks again, explain RULE says more, --verbose prints commands`,
          ),
        ]),
  ];
};

const contradictions: Part = (report, style) =>
  rulesFound(report, 'contradiction').flatMap((rule) => [
    ...ruleLines(style, rule, 'contradiction'),
    ...(rule.because === undefined ? [] : labelled(style, 'open', shown(rule.because))),
  ]);

const undecided: Part = (report, style) =>
  titled(
    style,
    'Undecided',
    byReason(rulesFound(report, 'undecided')).flatMap(([reason, rules]) => {
      const isMany = rules.length > shownMax && style.verbose !== true;
      const ids = rules.slice(0, isMany ? shownMax : rules.length).map(({ id }) => shown(id));
      const more = isMany ? ` and ${rules.length - shownMax} more (--verbose)` : '';
      return labelled(style, '-', `${reason} ${ids.join(' ')}${more}`);
    }),
  );

const changes: Part = (report, style) => {
  const lines = (report.changes ?? []).map(
    ({ rule, kind, before, now }) =>
      `    ${changeLabels[kind].padEnd(12)} ${shown(rule)}  ${before ?? 'no rule'} -> ${now ?? 'no rule'}`,
  );
  if (report.changes === undefined) return [];
  return titled(style, 'Changed since the baseline', lines.length === 0 ? ['    nothing'] : lines);
};

const listed =
  (title: string, lines: (report: Report) => Lines): Part =>
  (report, style) =>
    titled(
      style,
      title,
      lines(report).flatMap((line) => labelled(style, '-', shown(line))),
    );

const numbers: Part = (report, style) => {
  const cells = findings
    .map((finding) => [finding, rulesFound(report, finding).length] as const)
    .filter(([, count]) => count > 0)
    .map(([finding, count]) => paint(style, finding, `${count} ${findingStyles[finding].label}`));
  const { power } = report;
  const length = duration(between(report.startedAt, report.endedAt));
  const facts = [report.organization, ...modeWords(report), `seed ${report.seed}`, length];
  const more = moreWords(report);
  return [
    '',
    paint(style, 'faint', `${shown(report.baseUrl)}, ${facts.map(shown).join(', ')}`),
    `rules: ${cells.join(', ')}`,
    `requests: ${requestWords(report).join(', ')}`,
    ...(power === undefined || power.made === 0 ? [] : [powerWords(power)]),
    ...(more === null ? [] : [more]),
  ];
};

const close: Part = (report, style) => {
  const end = ending(report);
  return [
    '',
    `exit code ${report.exitCode}${end === null ? '' : `. ${end}`}`,
    ...verdict(report, style).slice(1),
  ];
};

/** The verdict, what to mend, and then the rest; the verdict once more where the eye is in the end. */
const parts: readonly Part[] = [
  verdict,
  failures,
  contradictions,
  undecided,
  changes,
  listed('Other answers to open points than pinned', pinnedOtherwise),
  listed('Warnings', ({ warnings }) => warnings),
  listed('Skipped with --skip', ({ skipped }) => skipped),
  numbers,
  close,
];

/** The end of a run as people read it in a console. */
export const consoleSummary = (report: Report, style: ConsoleStyle): string =>
  `${parts.flatMap((part) => part(report, style)).join('\n')}\n`;
