import { createHash } from 'node:crypto';
import type { Report, ReportedEvidence, ReportedRule } from '../model/report.js';
import { changeLabels } from './baseline.js';
import { type Cause, causesOf, causeWords } from './causes.js';
import {
  type Finding,
  findingOf,
  findingStyles,
  findings,
  rulesFound,
  verdictTone,
} from './findings.js';
import { style } from './html-style.js';
import { type Markup, markup, raw } from './markup.js';
import { between, duration, utcMoment } from './times.js';
import { visible } from './visible-text.js';
import {
  byReason,
  ending,
  foundWords,
  headline,
  modeWords,
  moreWords,
  powerWords,
  reasonSentence,
  requestWords,
  verdictWord,
} from './words.js';

const script = `const box = document.querySelector('input[type=search]');
const rules = [...document.querySelectorAll('.rule')];
box.addEventListener('input', () => {
  const words = box.value.toLowerCase().split(/\\s+/);
  for (const rule of rules) rule.hidden = !words.every((word) => rule.textContent.toLowerCase().includes(word));
});`;

const scriptHash = `sha256-${createHash('sha256').update(script).digest('base64')}`;

/** Nothing is fetched and no other script runs, whatever a service put into its answers. */
const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src '${scriptHash}'`;

const commandMax = 20_000;

/** A finding as a sign and a word: either says it without the other, and without colour. */
const badge = (finding: Finding): Markup => {
  const { sign, label } = findingStyles[finding];
  return markup`<span class="badge tone-${finding}"><span aria-hidden="true">${sign}</span> ${label}</span>`;
};

const command = (
  one: ReportedEvidence,
): Markup => markup`<details class="exchange"><summary>Request ${one.seq}: ${visible(one.asks, 200)}, answered ${one.status ?? 'not at all'}</summary>
<p><code>${visible(one.actual)}</code></p>
<pre tabindex="0">${visible(one.curl, commandMax)}</pre>
${one.remark !== '' && markup`<p class="soft">${visible(one.remark)}</p>`}
${one.wide !== undefined && markup`<details><summary>The whole request ${one.wide.seq}, of which this is a part</summary><pre tabindex="0">${visible(one.wide.curl, commandMax)}</pre></details>`}
${one.excerpt !== '' && markup`<details><summary>Beginning of the answer</summary><pre tabindex="0">${visible(one.excerpt, 600)}</pre></details>`}
</details>`;

/** A rule in full: clause, found and expected, the smallest request, how to repeat it. */
const body = (rule: ReportedRule): Markup => {
  const [first] = rule.evidence;
  return markup`<p class="found">${foundWords(rule)}</p>
${rule.because !== undefined && markup`<p>Not confirmed, because ${visible(rule.because)}.</p>`}
${first !== undefined && markup`<pre tabindex="0">${visible(first.request, 2000)}</pre>`}
${rule.evidence.map(command)}`;
};

const heading = (rule: ReportedRule): Markup =>
  markup`<h3>${badge(findingOf(rule))} <span class="id">${rule.id}</span> ${rule.clause}</h3>`;

const card = (rule: ReportedRule, more: Markup | null = null): Markup =>
  markup`<article class="card edge-${findingOf(rule)}" id="rule-${rule.id}">
${heading(rule)}
${body(rule)}
${more}
</article>`;

const also = (cause: Cause): Markup | null => {
  const words = causeWords(cause);
  if (words === null) return null;
  const rows = cause.others.map(
    (
      rule,
    ) => markup`<details id="rule-${rule.id}"><summary><span class="id">${rule.id}</span> ${rule.clause} <span class="soft">${foundWords(rule)}</span></summary>
${body(rule)}</details>`,
  );
  return markup`<div class="also"><h4>${words}</h4>${rows}</div>`;
};

const section = (title: string, content: readonly Markup[]): Markup | null =>
  content.length === 0 ? null : markup`<section><h2>${title}</h2>${content}</section>`;

const undecided = (report: Report): Markup | null =>
  section(
    'Undecided',
    byReason(rulesFound(report, 'undecided')).map(
      ([reason, rules]) => markup`<h3>${reason}</h3>
<ul>${rules.map((rule) => markup`<li><span class="id">${rule.id}</span> ${rule.clause} <span class="soft">${foundWords(rule)}</span></li>`)}</ul>`,
    ),
  );

const list = (title: string, lines: readonly string[]): Markup | null =>
  section(
    title,
    lines.length === 0
      ? []
      : [markup`<ul>${lines.map((line) => markup`<li>${visible(line)}</li>`)}</ul>`],
  );

const changes = ({ changes: some }: Report): Markup | null =>
  some === undefined
    ? null
    : list(
        'Changed since the baseline',
        some.length === 0
          ? ['Nothing.']
          : some.map(
              ({ rule, kind, before, now }) =>
                `${changeLabels[kind]} ${rule}: ${before ?? 'no rule'}, now ${now ?? 'no rule'}`,
            ),
      );

/** The share of each finding as one bar, widths in thousandths. */
const bar = (report: Report): Markup => {
  let x = 0;
  const pieces = findings.map((finding) => {
    const width = (rulesFound(report, finding).length / Math.max(1, report.rules.length)) * 1000;
    const piece = markup`<rect class="fill-${finding}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="10"/>`;
    x += width;
    return width > 0 && piece;
  });
  return markup`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${pieces}</svg>`;
};

const numbers = (report: Report): Markup => {
  const { power } = report;
  const facts: readonly (readonly [string, string])[] = [
    ['Service', report.baseUrl],
    ['Organization', report.organization],
    ['Data', modeWords(report).join(', ')],
    ['Requests', requestWords(report).join(', ')],
    [
      'Time',
      `${utcMoment(report.startedAt)}, ${duration(between(report.startedAt, report.endedAt))}`,
    ],
    ['Suite', `${report.suite.name} ${report.suite.version}, seed ${report.seed}`],
    ['Exit code', String(report.exitCode)],
    ...(power === undefined || power.made === 0 ? [] : [['Power', powerWords(power)] as const]),
  ];
  const more = moreWords(report);
  return markup`<section><h2>The run in numbers</h2>
${bar(report)}
<ul class="counts">${findings.map((finding) => markup`<li title="${findingStyles[finding].explanation}">${badge(finding)} ${rulesFound(report, finding).length}</li>`)}</ul>
${more !== null && markup`<p>${more}</p>`}
<dl>${facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${visible(value, 400)}</dd></div>`)}</dl>
</section>`;
};

const table = (
  summary: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): Markup | null =>
  rows.length === 0
    ? null
    : markup`<details><summary>${summary}</summary><div class="wide" tabindex="0"><table><thead><tr>${head.map((name) => markup`<th>${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => markup`<tr>${row.map((cell) => markup`<td>${visible(cell, 400)}</td>`)}</tr>\n`)}</tbody></table></div></details>`;

const requests = ({ timeline, waits }: Report): Markup | null =>
  table(
    `All ${timeline.length} requests and ${waits.length} waits`,
    ['#', 'Time (UTC)', 'Endpoint', 'Request', 'Purpose', 'Status', 'Took'],
    [
      ...timeline.map((one) => [
        String(one.seq),
        utcMoment(one.at).slice(11, 19),
        one.target === 'main' ? one.endpoint : `${one.endpoint}, ${one.target}`,
        one.probe,
        one.purpose,
        String(one.status ?? 'no answer'),
        duration(one.elapsedMs),
      ]),
      ...waits.map(({ at, until, why }) => [
        '',
        utcMoment(at).slice(11, 19),
        '',
        '',
        why,
        '',
        duration(between(at, until)),
      ]),
    ],
  );

const profile = (report: Report): Markup | null =>
  table(
    'Open points: what this deployment does',
    ['Point', 'Question', 'Seen', 'Pinned'],
    Object.entries(report.profile).map(([point, { question, answer, pinned }]) => [
      point,
      question,
      answer,
      pinned ?? '',
    ]),
  );

const ruleRow = (
  rule: ReportedRule,
): Markup => markup`<li class="rule"><details><summary>${badge(findingOf(rule))} <span class="id">${rule.id}</span> ${rule.clause}</summary>
<p>${foundWords(rule)} <span class="soft">${reasonSentence(rule.reason)} ${rule.expected.length > 0 && `Expected: ${rule.expected.join(', or ')}.`}</span></p>
</details></li>
`;

/** The report as one page that needs nothing else: no network, either theme, readable without its script. */
export const htmlReport = (report: Report): string => {
  const tone = verdictTone(report);
  const end = ending(report);
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${verdictWord(report)}: conformance of ${visible(report.baseUrl, 120)}</title>
<style>
${raw(style)}
</style>
</head>
<body>
<main>
<header>
<h1 class="text-${tone}"><span aria-hidden="true">${findingStyles[tone].sign}</span> ${verdictWord(report)}</h1>
<p class="headline">${headline(report)}</p>
${end !== null && markup`<p>${end}</p>`}
<p class="soft">Conformance of ${visible(report.baseUrl)}, organization ${visible(report.organization)}</p>
</header>
${section(
  'To mend',
  causesOf(report).map((cause) => card(cause.first, also(cause))),
)}
${section(
  'Contradictions',
  rulesFound(report, 'contradiction').map((rule) => card(rule)),
)}
${changes(report)}
${undecided(report)}
${list('Warnings', report.warnings)}
${list('Skipped with --skip', report.skipped)}
${numbers(report)}
<section><h2>Everything</h2>
${profile(report)}
${requests(report)}
<details><summary>All ${report.rules.length} rules</summary>
<p><label>Search <input type="search"></label></p>
<ul>${report.rules.map(ruleRow)}</ul>
</details>
</section>
</main>
<script>${raw(script)}</script>
</body>
</html>
`.markup;
};
