import type { Report } from '../../model/report.js';
import type { Endpoint } from '../../model/request.js';
import { findingStyles, findings, rulesFound, verdictTone } from '../findings.js';
import {
  allowanceWords,
  ending,
  headline,
  modeWords,
  moreWords,
  powerWords,
  verdictWord,
} from '../headline.js';
import { type Markup, markup } from '../markup.js';
import { between, duration, utcMoment } from '../moments.js';

const facts = (report: Report): Markup => {
  const rows: readonly (readonly [string, string])[] = [
    ['Service', report.baseUrl],
    ['Organization', report.organization],
    ['Data', modeWords(report).join(', ')],
    [
      'Time',
      `${utcMoment(report.startedAt)}, for ${duration(between(report.startedAt, report.endedAt))}`,
    ],
    ['Seed', String(report.seed)],
    ['Suite', `${report.suite.name} ${report.suite.version}`],
    ['Exit code', String(report.exitCode)],
  ];
  return markup`<dl class="facts">${rows.map(
    ([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
};

/** The share of each finding as one bar, widths in thousandths. */
const bar = (report: Report): Markup => {
  const total = Math.max(1, report.rules.length);
  let x = 0;
  const pieces = findings.map((finding) => {
    const width = (rulesFound(report, finding).length / total) * 1000;
    const piece = markup`<rect class="fill-${finding}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="10"/>`;
    x += width;
    return width > 0 && piece;
  });
  return markup`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${pieces}</svg>`;
};

const counts = (report: Report): Markup =>
  markup`<ul class="counts">${findings.map((finding) => {
    const { label, mark, explanation } = findingStyles[finding];
    const count = rulesFound(report, finding).length;
    return markup`<li class="${count === 0 && 'none'}" title="${explanation}"><span class="mark tone-${finding}">${mark}</span><b>${count}</b> ${label}</li>`;
  })}</ul>`;

const meter = (report: Report, endpoint: Endpoint): Markup => {
  const used = report.requests[endpoint];
  const share =
    Math.min(1, used / Math.max(1, report.allowance === 0 ? used : report.allowance)) * 100;
  return markup`<li><span>${endpoint}</span><svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="meter-all" width="100" height="6"/><rect class="meter-used" width="${share.toFixed(1)}" height="6"/></svg><b>${used}</b>${allowanceWords(report)}${report.unanswered[endpoint] > 0 && markup`, ${report.unanswered[endpoint]} unanswered`}</li>`;
};

const requests = (report: Report): Markup => markup`<ul class="meters">
${meter(report, 'metrics')}
${meter(report, 'roster')}
<li><span>other</span><b>${report.requests.other}</b> outside of these allowances</li>
</ul>`;

/** Verdict, counts and what was asked of what. */
export const overview = (report: Report): Markup => {
  const tone = verdictTone(report);
  const end = ending(report);
  const more = moreWords(report);
  const power = powerWords(report);
  const noted = [findingStyles.observed, findingStyles.notApplicable];
  return markup`<header class="page-head">
<p class="brand">Tallyboard conformance report</p>
<div class="verdict tone-${tone}">
<h1><span class="mark" aria-hidden="true">${findingStyles[tone].mark}</span>${verdictWord(report)}</h1>
<p class="headline">${headline(report)}</p>
${end !== null && markup`<p>${end}</p>`}
</div>
${bar(report)}
${counts(report)}
<p class="notes">${noted.map(({ label, explanation }) => markup`<b>${label}</b> ${explanation}. `)}${more !== null && markup`<br>${more}`}${power !== null && markup`<br>${power}`}</p>
${requests(report)}
${facts(report)}
</header>`;
};
