import type { Report, ReportedRule } from '../../model/report.js';
import { changeLabels } from '../baseline.js';
import { commandLine, evidenceShown, exchangeName } from '../evidence-lines.js';
import { type Finding, findingStyles, findings, rulesFound, verdictTone } from '../findings.js';
import {
  ending,
  headline,
  modeWords,
  moreWords,
  powerWords,
  requestWords,
  verdictWord,
} from '../headline.js';
import { between, duration } from '../moments.js';
import { reasonSentence } from '../reasons.js';
import { sectionsOf } from '../sections.js';
import { visible } from '../visible-text.js';
import { type ConsoleStyle, labelled, paint } from './paint.js';

type Lines = readonly string[];
type Part = (report: Report, style: ConsoleStyle) => Lines;

/** So many findings are shown in full; a screen has an end, the other reports have none. */
const toldInFullMax = 20;
const evidenceToldMax = 2;
const textMax = 400;

const shown = (text: string): string => visible(text, textMax);

const verdict: Part = (report, style) => [
  `${paint(style, verdictTone(report), verdictWord(report).toUpperCase())}  ${headline(report)}`,
];

const heading: Part = (report, style) => {
  const length = duration(between(report.startedAt, report.endedAt));
  const facts = [report.organization, ...modeWords(report), `seed ${report.seed}`, length];
  return [
    '',
    `${paint(style, 'strong', `${report.suite.name} ${report.suite.version}`)}  ${shown(report.baseUrl)}`,
    paint(style, 'faint', facts.map(shown).join(', ')),
    '',
  ];
};

/** The findings whose names do not say what they are. */
const explained = ['observed', 'notApplicable'] as const;

const counts: Part = (report, style) => {
  const cells = findings.map((finding) => {
    const count = rulesFound(report, finding).length;
    const text = `${findingStyles[finding].label} ${count}`;
    return count === 0 ? text : paint(style, finding, text);
  });
  const more = moreWords(report);
  const power = powerWords(report);
  return [
    '',
    `  ${cells.join('   ')}`,
    ...explained.map((finding) => {
      const { label, explanation } = findingStyles[finding];
      return paint(style, 'faint', `  ${label}: ${explanation}`);
    }),
    ...(more === null ? [] : [`  ${more}`]),
    `  requests: ${requestWords(report).join(', ')}`,
    ...(power === null ? [] : [`  ${power}`]),
  ];
};

const inFull = (rule: ReportedRule, finding: Finding, style: ConsoleStyle): Lines => {
  const evidence = evidenceShown(rule, evidenceToldMax);
  const label = findingStyles[finding].label.toUpperCase();
  return [
    '',
    `${paint(style, finding, label)} ${paint(style, 'strong', shown(rule.id))}  ${rule.level}`,
    ...labelled(style, 'clause', shown(rule.clause)),
    ...labelled(style, 'expected', rule.expected.map(shown).join(', or ')),
    ...labelled(style, 'found', shown(rule.message)),
    ...evidence.shown.flatMap((one) => [
      ...labelled(style, 'actual', `${shown(exchangeName(one))}: ${shown(one.actual)}`),
      // In one line whatever its length: a command that is broken up cannot be copied.
      `    ${paint(style, 'faint', 'curl      ')}${commandLine(one)}`,
      ...(one.remark === '' ? [] : labelled(style, 'remark', shown(one.remark))),
    ]),
    ...(evidence.more === 0 ? [] : labelled(style, '', `and ${evidence.more} more exchanges`)),
  ];
};

const told =
  (finding: Finding): Part =>
  (report, style) => {
    const rules = rulesFound(report, finding);
    const rest = rules.slice(toldInFullMax).map(({ id }) => shown(id));
    return [
      ...rules.slice(0, toldInFullMax).flatMap((rule) => inFull(rule, finding, style)),
      ...(rest.length === 0 ? [] : ['', ...labelled(style, 'also', rest.join(' '))]),
    ];
  };

const titled = (style: ConsoleStyle, title: string, lines: Lines): Lines =>
  lines.length === 0 ? [] : ['', paint(style, 'strong', title), ...lines];

/** So many ids are read at a glance; of more, each section gets its number. */
const idsMax = 12;

const idsOrCounts = (rules: readonly ReportedRule[], { verbose }: ConsoleStyle): string => {
  if (verbose === true || rules.length <= idsMax) return rules.map(({ id }) => shown(id)).join(' ');
  const counted = sectionsOf({ rules }).map(
    (section) => `${shown(section.section)}: ${section.rules.length}`,
  );
  return `${rules.length} rules (section ${counted.join(', ')}; --verbose names them)`;
};

const undecided: Part = (report, style) => {
  const rules = rulesFound(report, 'undecided');
  const reasons = [...new Set(rules.map(({ reason }) => reason))];
  return titled(
    style,
    'Undecided',
    reasons.flatMap((reason) => {
      const ids = idsOrCounts(
        rules.filter((rule) => rule.reason === reason),
        style,
      );
      return [
        ...labelled(style, reason ?? '', reasonSentence(reason)),
        ...labelled(style, '', paint(style, 'undecided', ids)),
      ];
    }),
  );
};

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

const pinnedOtherwise = ({ profile }: Report): Lines =>
  Object.entries(profile)
    .filter(([, { answer, pinned }]) => pinned !== null && pinned !== answer)
    .map(([point, { answer, pinned }]) => `${point}: ${answer}, pinned ${pinned ?? ''}`);

const close: Part = (report, style) => {
  const end = ending(report);
  return [
    '',
    `exit code ${report.exitCode}${end === null ? '' : `. ${end}`}`,
    ...verdict(report, style),
  ];
};

/** What to see first, then what to do, and the verdict once more where the eye is in the end. */
const parts: readonly Part[] = [
  heading,
  verdict,
  counts,
  told('fail'),
  told('suspect'),
  undecided,
  changes,
  listed('Other answers to open points than pinned', pinnedOtherwise),
  listed('Warnings', ({ warnings }) => warnings),
  listed('Skipped by the operator', ({ skipped }) => skipped),
  close,
];

/** The end of a run as people read it in a console. */
export const consoleSummary = (report: Report, style: ConsoleStyle): string =>
  `${parts.flatMap((part) => part(report, style)).join('\n')}\n`;
