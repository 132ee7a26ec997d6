import type { Report, ReportedRule } from '../model/report.js';
import { changeLabels } from './baseline.js';
import { commandLine, commandMax, evidenceShown, plainLines } from './evidence-lines.js';
import { type Finding, findingStyles, findings, rulesFound } from './findings.js';
import { ending, headline, modeWords, moreWords, requestWords, verdictWord } from './headline.js';
import { block, code, prose, table } from './markdown-text.js';
import { escaped } from './markup.js';
import { reasonSentence } from './reasons.js';
import { visible } from './visible-text.js';

/** A step summary on GitHub holds one MiB; the JSON report holds everything. */
const toldInFullMax = 25;
const listedMax = 100;

type Lines = readonly string[];

const section = (title: string, lines: Lines): Lines =>
  lines.length === 0 ? [] : ['', `### ${title}`, '', ...lines];

const more = (count: number): Lines => (count > 0 ? ['', `and ${count} more`] : []);

const counts = (report: Report): Lines => {
  const labels = findings.map((finding) => findingStyles[finding]);
  const numbers = findings.map((finding) => String(rulesFound(report, finding).length));
  return table(
    labels.map(({ mark, label }) => `${mark} ${label}`),
    [numbers],
  );
};

const inFull = (rule: ReportedRule, finding: Finding): Lines => {
  const [first] = evidenceShown(rule).shown;
  return [
    `<details${finding === 'fail' ? ' open' : ''}><summary><b>${escaped(visible(rule.id))}</b> ${escaped(visible(rule.clause))}</summary>`,
    '',
    block(plainLines(rule, false)),
    ...(first === undefined ? [] : ['', block([commandLine(first)], 'sh')]),
    ...(first?.wide === undefined
      ? []
      : [
          '',
          `<details><summary>The request that failed first (#${first.wide.seq}), cut down to this one</summary>`,
          '',
          block([visible(first.wide.curl, commandMax)], 'sh'),
          '',
          '</details>',
        ]),
    '',
    '</details>',
    '',
  ];
};

const told = (report: Report, finding: Finding): Lines => {
  const rules = rulesFound(report, finding);
  return [
    ...rules.slice(0, toldInFullMax).flatMap((rule) => inFull(rule, finding)),
    ...more(rules.length - toldInFullMax),
  ];
};

const undecided = (report: Report): Lines => {
  const rules = rulesFound(report, 'undecided');
  if (rules.length === 0) return [];
  const rows = rules
    .slice(0, listedMax)
    .map((rule) => [prose(rule.id), prose(rule.clause), prose(reasonSentence(rule.reason))]);
  return [...table(['Rule', 'Clause', 'Why'], rows), ...more(rules.length - listedMax)];
};

const changes = (report: Report): Lines => {
  if (report.changes === undefined) return [];
  if (report.changes.length === 0) return ['Nothing.'];
  const rows = report.changes
    .slice(0, listedMax)
    .map(({ rule, kind, before, now }) => [
      `**${changeLabels[kind]}**`,
      prose(rule),
      before ?? 'no such rule',
      now ?? 'no such rule',
    ]);
  return [
    ...table(['', 'Rule', 'Before', 'Now'], rows),
    ...more(report.changes.length - listedMax),
  ];
};

const profile = (report: Report): Lines => {
  const rows = Object.entries(report.profile).map(([point, { question, answer, pinned }]) => [
    code(point),
    prose(question),
    code(answer),
    pinned === null ? '' : `${code(pinned)}${pinned === answer ? '' : ' **differs**'}`,
  ]);
  if (rows.length === 0) return [];
  return [
    '',
    '<details><summary>Open points: what this deployment does</summary>',
    '',
    ...table(['Point', 'Question', 'Seen', 'Pinned'], rows),
    '',
    '</details>',
  ];
};

/** The report as Markdown: the summary of a step in CI, or a comment. */
export const markdown = (report: Report): string => {
  const end = ending(report);
  const decidable = moreWords(report);
  const lines: Lines = [
    `## ${verdictWord(report)}: ${prose(headline(report))}`,
    '',
    `${code(report.baseUrl)}, organization ${code(report.organization)}, ${modeWords(report).join(', ')}, seed ${report.seed}. Requests: ${requestWords(report).join(', ')}.`,
    ...(end === null ? [] : ['', prose(end)]),
    '',
    ...counts(report),
    '',
    ...(decidable === null ? [] : ['', prose(decidable)]),
    ...section('Changed since the baseline', changes(report)),
    ...section('Failures', told(report, 'fail')),
    ...section('Suspects', told(report, 'suspect')),
    ...section('Undecided', undecided(report)),
    ...section(
      'Warnings',
      report.warnings.map((warning) => `- ${prose(warning)}`),
    ),
    ...section(
      'Skipped by the operator',
      report.skipped.map((rule) => `- ${code(rule)}`),
    ),
    ...profile(report),
  ];
  return `${lines.join('\n')}\n`;
};
