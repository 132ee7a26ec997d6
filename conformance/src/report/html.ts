import type { Report, ReportedEvidence, ReportedRule } from '../model/report.js';
import { type Cause, causeWords } from './causes.js';
import {
  detailsOf,
  type Finding,
  findingOf,
  findingStyles,
  foundWords,
  verdictTone,
} from './findings.js';
import { style } from './html-style.js';
import { type Markup, markup, raw } from './markup.js';
import { lineWords, outlineOf, reasonSentence, type Section, type Table } from './outline.js';
import { visible, visibleLines } from './visible-text.js';

/** Nothing is fetched and no script runs, whatever a service put into its answers. */
const policy = `default-src 'none'; style-src 'unsafe-inline'`;

const commandMax = 20_000;

/** A finding as a sign and a word: either says it without the other, and without colour. */
const badge = (finding: Finding): Markup => {
  const { sign, label } = findingStyles[finding];
  return markup`<span class="badge ${finding}"><span aria-hidden="true">${sign}</span> ${label}</span>`;
};

const folded = (summary: string, text: string): Markup =>
  markup`<details><summary>${summary}</summary><pre tabindex="0">${text}</pre></details>`;

const command = (
  one: ReportedEvidence,
): Markup => markup`<details class="exchange"><summary>Request ${one.seq}: ${visible(one.asks, 200)}, answered ${one.status ?? 'not at all'}</summary>
<p><code>${visible(one.actual)}</code></p>
<pre tabindex="0">${visible(one.curl, commandMax)}</pre>
${one.wide !== undefined && folded(`The whole request ${one.wide.seq}, of which this is a part`, visible(one.wide.curl, commandMax))}
${one.excerpt !== '' && folded('The part of its answer', visibleLines(one.excerpt, 600))}
</details>`;

const pair = ([label, text]: readonly [string, string]): Markup =>
  markup`<div><dt>${label}</dt><dd>${text}</dd></div>`;

/** A rule in full, with how to repeat it. */
const body = (rule: ReportedRule): Markup => {
  const [[, found] = ['', ''], ...details] = detailsOf(rule);
  return markup`<p class="found">${found}</p>
<dl>${details.map(pair)}</dl>
${[...new Map(rule.evidence.map((one) => [one.seq, one])).values()].map(command)}`;
};

const named = ({ id, clause }: ReportedRule): Markup =>
  markup`<span class="id">${id}</span> ${clause}`;

const also = (cause: Cause): Markup | null => {
  const words = causeWords(cause);
  if (words === null) return null;
  const rows = cause.others.map(
    (
      rule,
    ) => markup`<details><summary>${named(rule)} <span class="soft">${foundWords(rule)}</span></summary>
${body(rule)}</details>`,
  );
  return markup`<div class="also"><h4>${words}</h4>${rows}</div>`;
};

const card = (cause: Cause): Markup =>
  markup`<article class="card ${findingOf(cause.first)}">
<h3>${badge(findingOf(cause.first))} ${named(cause.first)}</h3>
${body(cause.first)}
${also(cause)}
</article>`;

const section = ({ title, cards, lines }: Section): Markup =>
  markup`<section><h2>${title}</h2>${cards.map(card)}
<dl>${lines.map((line) => pair([line.label, visible(lineWords(line), 5000)]))}</dl></section>
`;

const table = ({ title, head, rows }: Table): Markup | false =>
  rows.length > 0 &&
  markup`<details><summary>${title}</summary><div class="wide" tabindex="0"><table><thead><tr>${head.map((name) => markup`<th>${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => markup`<tr>${row.map((cell) => markup`<td>${visible(cell, 400)}</td>`)}</tr>\n`)}</tbody></table></div></details>`;

const ruleRow = (
  rule: ReportedRule,
): Markup => markup`<li class="rule"><details><summary>${badge(findingOf(rule))} ${named(rule)}</summary>
<p>${foundWords(rule)} <span class="soft">${reasonSentence(rule.reason)} ${rule.expected.length > 0 && `Expected: ${rule.expected.join(', or ').replace(/\.$/, '')}.`}</span></p>
</details></li>
`;

/** The report as one page that needs nothing else: no network, either theme, no script. */
export const htmlReport = (report: Report): string => {
  const { word, headline, ending, sections, profile, requests } = outlineOf(report);
  const tone = verdictTone(report);
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
<h1 class="${tone}"><span aria-hidden="true">${findingStyles[tone].sign}</span> ${word}</h1>
<p class="headline">${headline}</p>
${ending !== null && markup`<p>${ending}</p>`}
<p class="soft">Conformance of ${visible(report.baseUrl)}, organization ${visible(report.organization)}</p>
</header>
${sections.map(section)}
<section><h2>Everything</h2>
${table(profile)}
${table(requests)}
<details><summary>All ${report.rules.length} rules</summary>
<ul>${report.rules.map(ruleRow)}</ul>
</details>
</section>
</main>
</body>
</html>
`.markup;
};
