import { createHash } from 'node:crypto';
import type { Report, ReportedEvidence, ReportedRule } from '../model/report.js';
import { type Cause, causeWords } from './causes.js';
import {
  detailsOf,
  type Finding,
  findingOf,
  findingStyles,
  findings,
  foundWords,
  verdictTone,
} from './findings.js';
import { style } from './html-style.js';
import { type Markup, markup, raw } from './markup.js';
import { outlineOf, reasonSentence } from './outline.js';
import { between, duration, utcMoment } from './times.js';
import { visible } from './visible-text.js';

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

const folded = (summary: string, text: string): Markup =>
  markup`<details><summary>${summary}</summary><pre tabindex="0">${text}</pre></details>`;

const command = (
  one: ReportedEvidence,
): Markup => markup`<details class="exchange"><summary>Request ${one.seq}: ${visible(one.asks, 200)}, answered ${one.status ?? 'not at all'}</summary>
<p><code>${visible(one.actual)}</code></p>
<pre tabindex="0">${visible(one.curl, commandMax)}</pre>
${one.wide !== undefined && folded(`The whole request ${one.wide.seq}, of which this is a part`, visible(one.wide.curl, commandMax))}
${one.excerpt !== '' && folded('Beginning of the answer', visible(one.excerpt, 600))}
</details>`;

/** A rule in full, with how to repeat it. */
const body = (rule: ReportedRule): Markup => {
  const [[, found] = ['', ''], ...details] = detailsOf(rule);
  const rows = details.map(([label, text]) => markup`<div><dt>${label}</dt><dd>${text}</dd></div>`);
  return markup`<p class="found">${found}</p>
<dl class="details">${rows}</dl>
${[...new Map(rule.evidence.map((one) => [one.seq, one])).values()].map(command)}`;
};

const named = ({ id, clause }: ReportedRule): Markup =>
  markup`<span class="id">${id}</span> ${clause}`;

const card = (rule: ReportedRule, more: Markup | null = null): Markup =>
  markup`<article class="card edge-${findingOf(rule)}" id="rule-${rule.id}">
<h3>${badge(findingOf(rule))} ${named(rule)}</h3>
${body(rule)}
${more}
</article>`;

const also = (cause: Cause): Markup | null => {
  const words = causeWords(cause);
  if (words === null) return null;
  const rows = cause.others.map(
    (
      rule,
    ) => markup`<details id="rule-${rule.id}"><summary>${named(rule)} <span class="soft">${foundWords(rule)}</span></summary>
${body(rule)}</details>`,
  );
  return markup`<div class="also"><h4>${words}</h4>${rows}</div>`;
};

const section = (title: string, content: readonly Markup[]): Markup | null =>
  content.length === 0 ? null : markup`<section><h2>${title}</h2>${content}</section>`;

const list = (lines: readonly Markup[]): Markup =>
  markup`<ul>${lines.map((line) => markup`<li>${line}</li>`)}</ul>`;

const table = (
  summary: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): Markup | null =>
  rows.length === 0
    ? null
    : markup`<details><summary>${summary}</summary><div class="wide" tabindex="0"><table><thead><tr>${head.map((name) => markup`<th>${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => markup`<tr>${row.map((cell) => markup`<td>${visible(cell, 400)}</td>`)}</tr>\n`)}</tbody></table></div></details>`;

const timeOf = (moment: string): string => utcMoment(moment).slice(11, 19);

const requests = ({ timeline, waits }: Report): Markup | null =>
  table(
    `All ${timeline.length} requests and ${waits.length} waits`,
    ['#', 'Time (UTC)', 'Endpoint', 'Request', 'Purpose', 'Status', 'Took'],
    [
      ...timeline.map(({ seq, at, target, endpoint, probe, purpose, status, elapsedMs }) => [
        ...[String(seq), timeOf(at), target === 'main' ? endpoint : `${endpoint}, ${target}`],
        ...[probe, purpose, String(status ?? 'no answer'), duration(elapsedMs)],
      ]),
      ...waits.map(({ at, until, why }) => [
        ...['', timeOf(at), '', '', why, '', duration(between(at, until))],
      ]),
    ],
  );

const profile = (report: Report): Markup | null =>
  table(
    'Open points: what this deployment does',
    ['Point', 'Question', 'Seen', 'Pinned'],
    Object.entries(report.profile).map(([point, { question, answer, pinned }]) => [
      ...[point, question, answer, pinned ?? ''],
    ]),
  );

const ruleRow = (
  rule: ReportedRule,
): Markup => markup`<li class="rule"><details><summary>${badge(findingOf(rule))} ${named(rule)}</summary>
<p>${foundWords(rule)} <span class="soft">${reasonSentence(rule.reason)} ${rule.expected.length > 0 && `Expected: ${rule.expected.join(', or ')}.`}</span></p>
</details></li>
`;

/** The report as one page that needs nothing else: no network, either theme, readable without its script. */
export const htmlReport = (report: Report): string => {
  const { word, headline, ending, causes, contradictions, undecided, lists, counts, numbers } =
    outlineOf(report);
  const tone = verdictTone(report);
  const count = new Map(counts);
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${word}: conformance of ${visible(report.baseUrl, 120)}</title>
<style>
${raw(style)}
</style>
</head>
<body>
<main>
<header>
<h1 class="text-${tone}"><span aria-hidden="true">${findingStyles[tone].sign}</span> ${word}</h1>
<p class="headline">${headline}</p>
${ending !== null && markup`<p>${ending}</p>`}
<p class="soft">Conformance of ${visible(report.baseUrl)}, organization ${visible(report.organization)}</p>
</header>
${section(
  'To mend',
  causes.map((cause) => card(cause.first, also(cause))),
)}
${section(
  'Contradictions',
  contradictions.map((rule) => card(rule)),
)}
${section(
  'Undecided',
  undecided.map(([reason, rules]) => markup`<h3>${reason}</h3>${list(rules.map(named))}`),
)}
${lists.map(([title, lines]) => section(title, [list(lines.map((line) => markup`${visible(line)}`))]))}
<section><h2>The run</h2>
<ul class="counts">${findings.map((one) => markup`<li title="${findingStyles[one].explanation}">${badge(one)} ${count.get(one) ?? 0}</li>`)}</ul>
<dl>${numbers.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${visible(value, 400)}</dd></div>`)}</dl>
</section>
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
