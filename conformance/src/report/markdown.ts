import type { Report, ReportedRule } from '../model/report.js';
import { type Cause, causeWords } from './causes.js';
import { detailsOf, foundWords } from './findings.js';
import { lineWords, outlineOf, type Section, type Table } from './outline.js';
import { harmless, visible } from './visible-text.js';

/** A step summary on GitHub holds one MiB; the JSON report holds everything. */
const cardsMax = 25;
const listedMax = 100;
/** The longest text of ours or of a service that one cell or line should hold. */
const cellMax = 300;
/** A line of a list, with the ids of its rules. */
const lineMax = 2000;

const longestRun = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

/** A text of ours as running text. Numbers and words stay readable; what Markdown reads is escaped. */
export const prose = (text: string, max: number = cellMax): string =>
  visible(text, max).replace(/[\\`*_{}[\]<>#|~$@&!]/g, (character) =>
    // A backslash does not keep @ from naming a person, nor a bar from ending a cell.
    '@&|'.includes(character) ? `&#${character.charCodeAt(0)};` : `\\${character}`,
  );

/** A text from outside as inline code, harmless also in a cell of a table. */
export const code = (text: string): string => {
  // A cell ends at a bar even inside of code, and readers differ on how to escape it.
  const shown = visible(text, cellMax).replaceAll('|', '\\u{7c}');
  const fence = '`'.repeat(longestRun(shown) + 1);
  return `${fence} ${shown} ${fence}`;
};

/** Lines from outside as a block of code that none of them can end. */
export const block = (lines: readonly string[]): string => {
  const fence = '`'.repeat(Math.max(3, ...lines.map((line) => longestRun(line) + 1)));
  return [`${fence}text`, ...lines, fence].join('\n');
};

type Lines = readonly string[];

const folded = (summary: string, lines: Lines): Lines => [
  ...['', `<details><summary>${summary}</summary>`, ''],
  ...lines,
  ...['', '</details>', ''],
];

const ruleLines = (rule: ReportedRule): Lines => [
  `**${prose(rule.id)}** ${prose(rule.clause)}`,
  '',
  block(detailsOf(rule).map(([label, text]) => `${label.padEnd(13)}${text}`)),
  '',
];

const cardLines = (cause: Cause): Lines => {
  const words = causeWords(cause);
  const also = cause.others.map(
    (rule) => `- ${prose(rule.id)} ${prose(rule.clause)} ${code(foundWords(rule))}`,
  );
  return [...ruleLines(cause.first), ...(words === null ? [] : folded(words, also))];
};

const sectionLines = ({ title, cards, lines }: Section): Lines => {
  const more = Math.max(0, cards.length - cardsMax);
  return [
    ...['', `### ${title}`, '', ...cards.slice(0, cardsMax).flatMap(cardLines)],
    ...(more > 0 ? [`and ${more} more`] : []),
    ...lines.slice(0, listedMax).map((line) => {
      const label = line.label === '' ? '' : `${line.label}: `;
      return `- ${label}${prose(lineWords(line, listedMax), lineMax)}`;
    }),
  ];
};

const tableLines = ({ title, head, rows }: Table): Lines =>
  rows.length === 0
    ? []
    : folded(title, [
        `| ${head.join(' | ')} |`,
        `|${'---|'.repeat(head.length)}`,
        ...rows.map(
          (cells) => `| ${cells.map((cell) => (cell === '' ? '' : code(cell))).join(' | ')} |`,
        ),
      ]);

/** The report as Markdown: the summary of a step in CI, a comment, or printed where a runner reads it. */
export const markdown = (report: Report): string => {
  const { word, headline, ending, sections, profile } = outlineOf(report);
  const lines: Lines = [
    `## ${word}: ${prose(headline)}`,
    ...(ending === null ? [] : ['', prose(ending)]),
    ...sections.flatMap(sectionLines),
    ...tableLines(profile),
  ];
  return harmless(`${lines.join('\n')}\n`);
};
