import type { Report, ReportedRule } from '../model/report.js';
import { type Cause, causeWords } from './causes.js';
import { detailsOf, findingStyles, foundWords } from './findings.js';
import { outlineOf } from './outline.js';
import { harmless, visible } from './visible-text.js';

/** A step summary on GitHub holds one MiB; the JSON report holds everything. */
const causesMax = 25;
const listedMax = 100;
/** The longest text of ours or of a service that one cell or line should hold. */
const cellMax = 300;

const longestRun = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

/** A text of ours as running text. Numbers and words stay readable; what Markdown reads is escaped. */
export const prose = (text: string): string =>
  visible(text, cellMax).replace(/[\\`*_{}[\]<>#|~$@&!]/g, (character) =>
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

const section = (title: string, lines: Lines): Lines =>
  lines.length === 0 ? [] : ['', `### ${title}`, '', ...lines];

const folded = (summary: string, lines: Lines): Lines => [
  ...['', `<details><summary>${summary}</summary>`, ''],
  ...lines,
  ...['', '</details>', ''],
];

const ruleLines = (rule: ReportedRule): Lines => [
  `**${prose(rule.id)}** ${prose(rule.clause)}`,
  '',
  block(detailsOf(rule).map(([label, text]) => `${label.padEnd(9)}${text}`)),
  '',
];

const causeLines = (cause: Cause): Lines => {
  const words = causeWords(cause);
  const also = cause.others.map(
    (rule) => `- ${prose(rule.id)} ${prose(rule.clause)} ${code(foundWords(rule))}`,
  );
  return [...ruleLines(cause.first), ...(words === null ? [] : folded(words, also))];
};

const profile = (report: Report): Lines => {
  const rows = Object.entries(report.profile).map(([point, { question, answer, pinned }]) => {
    const kept = pinned === null ? '' : `${code(pinned)}${pinned === answer ? '' : ' **differs**'}`;
    return `| ${[code(point), prose(question), code(answer), kept].join(' | ')} |`;
  });
  const head = ['| Point | Question | Seen | Pinned |', '|---|---|---|---|'];
  return rows.length === 0
    ? []
    : folded('Open points: what this deployment does', [...head, ...rows]);
};

/** The report as Markdown: the summary of a step in CI, a comment, or printed where a runner reads it. */
export const markdown = (report: Report): string => {
  const { word, headline, ending, causes, contradictions, undecided, lists, counts, numbers } =
    outlineOf(report);
  const more = causes.length - causesMax;
  const rules = counts.map(([finding, count]) => `${count} ${findingStyles[finding].label}`);
  const lines: Lines = [
    `## ${word}: ${prose(headline)}`,
    ...(ending === null ? [] : ['', prose(ending)]),
    ...section('To mend', [
      ...causes.slice(0, causesMax).flatMap(causeLines),
      ...(more > 0 ? [`and ${more} more`] : []),
    ]),
    ...section('Contradictions', contradictions.flatMap(ruleLines)),
    ...section(
      'Undecided',
      undecided.map(([reason, some]) => {
        const ids = some.slice(0, listedMax).map(({ id }) => prose(id));
        return `- ${prose(reason)} ${ids.join(' ')}`;
      }),
    ),
    ...lists.flatMap(([title, some]) =>
      section(
        title,
        some.slice(0, listedMax).map((line) => `- ${prose(line)}`),
      ),
    ),
    ...section('The run', [
      `- Rules: ${rules.join(', ')}`,
      ...numbers.map(([name, text]) => `- ${name}: ${code(text)}`),
    ]),
    ...profile(report),
  ];
  return harmless(`${lines.join('\n')}\n`);
};
