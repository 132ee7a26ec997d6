import type { Report, ReportedRule } from '../../model/report.js';
import { findingOf, findingStyles, findings } from '../findings.js';
import { type Markup, markup } from '../markup.js';
import { type ReportSection, sectionsOf } from '../sections.js';
import { visible } from '../visible-text.js';
import { ruleAnchor, shortId } from './anchors.js';

const tile = (rule: ReportedRule): Markup => {
  const finding = findingOf(rule);
  const { mark, label } = findingStyles[finding];
  const says = visible(`${rule.id}, ${label}: ${rule.clause}`, 240);
  return markup`<li><a class="tile tone-${finding}" href="#${ruleAnchor(rule.id)}" title="${says}"><b>${shortId(rule.id, rule.section)}</b><span><span aria-hidden="true">${mark}</span> ${label}</span></a></li>
`;
};

const band = ({ section, title, rules }: ReportSection): Markup => markup`<div class="band">
<h3><span class="number">${section}</span> ${title}</h3>
<ul class="tiles">
${rules.map(tile)}</ul>
</div>
`;

const key: Markup = markup`<ul class="key">${findings.map((finding) => {
  const { mark, label, explanation } = findingStyles[finding];
  return markup`<li><span class="badge tone-${finding}"><span aria-hidden="true">${mark}</span> ${label}</span> ${explanation}</li>`;
})}</ul>`;

/** All rules by section, one tile each: how much is proved, seen at a glance. */
export const matrix = (report: Report): Markup => markup`<section id="matrix">
<h2>Rules by section</h2>
${sectionsOf(report).map(band)}
${key}
</section>`;
