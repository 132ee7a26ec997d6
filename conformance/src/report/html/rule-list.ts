import type { Report, ReportedRule } from '../../model/report.js';
import { type Finding, findingOf, findingStyles, findings, rulesFound } from '../findings.js';
import { type Markup, markup } from '../markup.js';
import { reasonSentence } from '../reasons.js';
import { visible } from '../visible-text.js';
import { ruleAnchor } from './anchors.js';
import { findingBadge, ruleFacts } from './rule-card.js';

/** Findings that have a card of their own further up. */
const hasCard = (rule: ReportedRule): boolean => ['fail', 'suspect'].includes(findingOf(rule));

const seen = ({ evidence }: ReportedRule): Markup => {
  const names = evidence.slice(0, 12).map(({ seq, probe }) => `#${seq} ${probe}`);
  const more = evidence.length - names.length;
  return markup`<p class="seen">Rests on ${visible(names.join(', '))}${more > 0 && ` and ${more} more`}.</p>`;
};

/** A rule that holds needs no command line to repeat it; what was compared is enough. */
const inside = (rule: ReportedRule): Markup => {
  if (hasCard(rule)) {
    return markup`<p><a href="#${ruleAnchor(rule.id)}">Told in full above.</a></p>`;
  }
  if (rule.verdict === 'undecided') return ruleFacts(rule);
  return markup`<p>${visible(rule.message)}</p>
${rule.reason !== null && markup`<p class="seen">${reasonSentence(rule.reason)}</p>`}
${rule.evidence.length > 0 && seen(rule)}`;
};

const row = (rule: ReportedRule): Markup => {
  const id = hasCard(rule) ? null : markup` id="${ruleAnchor(rule.id)}"`;
  return markup`<details class="rule" data-finding="${findingOf(rule)}"${id}><summary>${findingBadge(
    rule,
  )}<span class="id">${rule.id}</span><span class="clause">${rule.clause}</span><span class="level">${rule.level}</span></summary>
<div class="inside">${inside(rule)}</div></details>
`;
};

const option = (report: Report, finding: Finding): Markup | false => {
  const count = rulesFound(report, finding).length;
  return (
    count > 0 &&
    markup`<option value="${finding}">${findingStyles[finding].label} (${count})</option>`
  );
};

/** Hidden until the script shows it: without the script it would do nothing. */
const filter = (
  report: Report,
): Markup => markup`<div class="filter" id="filter" role="search" hidden>
<label>Show <select id="filter-finding"><option value="">all rules (${report.rules.length})</option>${findings.map(
  (finding) => option(report, finding),
)}</select></label>
<label>with the words <input id="filter-words" type="search" placeholder="such as 4.1 or roster" autocomplete="off"></label>
<output id="filter-count" aria-live="polite"></output>
</div>`;

/** Every rule with what was found, to look things up. */
export const ruleList = (report: Report): Markup => markup`<section id="rules">
<h2>All rules</h2>
${filter(report)}
<div class="rules">
${report.rules.map(row)}</div>
</section>`;
