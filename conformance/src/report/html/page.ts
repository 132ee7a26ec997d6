import type { Report } from '../../model/report.js';
import { findingStyles, rulesFound } from '../findings.js';
import { verdictWord } from '../headline.js';
import { type Markup, markup, raw } from '../markup.js';
import { visible } from '../visible-text.js';
import { cards, changes, outOfScope, undecided, warnings } from './lists.js';
import { matrix } from './matrix.js';
import { overview } from './overview.js';
import { profile } from './profile.js';
import { ruleList } from './rule-list.js';
import { script, scriptHash } from './script.js';
import { style } from './style.js';
import { timeline } from './timeline.js';

/** Nothing is fetched and no other script runs, whatever a service put into its answers. */
const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src '${scriptHash}'`;

const links = (report: Report): Markup => {
  const failures = rulesFound(report, 'fail').length;
  const suspects = rulesFound(report, 'suspect').length;
  const open = rulesFound(report, 'undecided').length;
  const advice = report.warnings.length + report.skipped.length;
  const rows: readonly (readonly [string, string, boolean])[] = [
    ['fail', `Failures ${failures}`, failures > 0],
    ['suspect', `Suspects ${suspects}`, suspects > 0],
    ['undecided', `Undecided ${open}`, open > 0],
    ['warnings', `Warnings ${advice}`, advice > 0],
    ['matrix', 'By section', true],
    ['timeline', 'Allowances', report.timeline.length > 0],
    ['profile', 'Profile', Object.keys(report.profile).length > 0],
    ['rules', 'All rules', true],
  ];
  return markup`<nav aria-label="In this report">${rows.map(
    ([id, title, isThere]) => isThere && markup`<a href="#${id}">${title}</a>`,
  )}</nav>`;
};

/** The report as one page that needs nothing else: no script to be read, no network, either theme. */
export const htmlReport = (report: Report): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${findingStyles[report.verdict].mark} ${verdictWord(report)}: conformance of ${visible(report.baseUrl, 120)}</title>
<style>
${raw(style)}
</style>
</head>
<body>
<main>
${overview(report)}
${links(report)}
${cards(report, 'fail', 'Failures')}
${cards(report, 'suspect', 'Suspects')}
${changes(report)}
${undecided(report)}
${warnings(report)}
${matrix(report)}
${timeline(report)}
${profile(report)}
${outOfScope(report)}
${ruleList(report)}
</main>
<script>${raw(script)}</script>
</body>
</html>
`.markup;
