import type { Report, ReportedRule } from '../model/report.js';
import { changeLabels } from './baseline.js';
import { causesOf, causeWords } from './causes.js';
import { findingStyles, findings, rulesFound } from './findings.js';
import { block, code, prose, table } from './markdown-text.js';
import { harmless, visible } from './visible-text.js';
import {
  byReason,
  ending,
  foundWords,
  headline,
  modeWords,
  moreWords,
  requestWords,
  verdictWord,
} from './words.js';

/** A step summary on GitHub holds one MiB; the JSON report holds everything. */
const causesMax = 25;
const listedMax = 100;

type Lines = readonly string[];

const section = (title: string, lines: Lines): Lines =>
  lines.length === 0 ? [] : ['', `### ${title}`, '', ...lines];

const ruleLines = (rule: ReportedRule): Lines => {
  const [first] = rule.evidence;
  return [
    `**${prose(rule.id)}** ${prose(rule.clause)}`,
    '',
    block([
      foundWords(rule),
      ...(rule.because === undefined ? [] : [`not confirmed, because ${visible(rule.because)}`]),
    ]),
    ...(first === undefined
      ? []
      : [
          '',
          block(
            [visible(first.request, 2000), visible(first.remark)].filter((line) => line !== ''),
          ),
        ]),
    '',
  ];
};

const failures = (report: Report): Lines => {
  const causes = causesOf(report);
  const more = causes.length - causesMax;
  return [
    ...causes.slice(0, causesMax).flatMap((cause) => {
      const words = causeWords(cause);
      const also = cause.others.map(
        (rule) => `- ${prose(rule.id)} ${prose(rule.clause)} ${code(foundWords(rule))}`,
      );
      return [
        ...ruleLines(cause.first),
        ...(words === null
          ? []
          : [`<details><summary>${words}</summary>`, '', ...also, '', '</details>', '']),
      ];
    }),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
};

const undecided = (report: Report): Lines =>
  byReason(rulesFound(report, 'undecided')).map(([reason, rules]) => {
    const ids = rules.slice(0, listedMax).map(({ id }) => prose(id));
    return `- ${prose(reason)} ${ids.join(' ')}`;
  });

const changes = ({ changes: some }: Report): Lines => {
  if (some === undefined) return [];
  if (some.length === 0) return ['Nothing.'];
  const rows = some
    .slice(0, listedMax)
    .map(({ rule, kind, before, now }) => [
      `**${changeLabels[kind]}**`,
      prose(rule),
      before ?? 'no such rule',
      now ?? 'no such rule',
    ]);
  return table(['', 'Rule', 'Before', 'Now'], rows);
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

const counts = (report: Report): string =>
  findings
    .map((finding) => [rulesFound(report, finding).length, findingStyles[finding].label] as const)
    .filter(([count]) => count > 0)
    .map(([count, label]) => `${count} ${label}`)
    .join(', ');

/** The report as Markdown: the summary of a step in CI, a comment, or printed where a runner reads it. */
export const markdown = (report: Report): string => {
  const more = moreWords(report);
  const end = ending(report);
  const lines: Lines = [
    `## ${verdictWord(report)}: ${prose(headline(report))}`,
    ...(end === null ? [] : ['', prose(end)]),
    ...section('To mend', failures(report)),
    ...section('Contradictions', rulesFound(report, 'contradiction').flatMap(ruleLines)),
    ...section('Changed since the baseline', changes(report)),
    ...section('Undecided', undecided(report)),
    ...section(
      'Warnings',
      report.warnings.map((warning) => `- ${prose(warning)}`),
    ),
    ...section(
      'Skipped with --skip',
      report.skipped.map((rule) => `- ${code(rule)}`),
    ),
    '',
    `${code(report.baseUrl)}, organization ${code(report.organization)}, ${modeWords(report).join(', ')}, seed ${report.seed}. Rules: ${counts(report)}. Requests: ${requestWords(report).join(', ')}.${more === null ? '' : ` ${prose(more)}`}`,
    ...profile(report),
  ];
  return harmless(`${lines.join('\n')}\n`);
};
