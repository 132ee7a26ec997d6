import type { ReportedEvidence, ReportedRule } from '../../model/report.js';
import {
  commandLine,
  commandMax,
  evidenceShown,
  excerptLine,
  exchangeName,
} from '../evidence-lines.js';
import { findingOf, findingStyles } from '../findings.js';
import { powerOfRuleWords } from '../headline.js';
import { type Markup, markup } from '../markup.js';
import { reasonSentence } from '../reasons.js';
import { visible } from '../visible-text.js';
import { ruleAnchor } from './anchors.js';

/** A finding as a mark and a word: either says it without the other, and without colour. */
export const findingBadge = (rule: ReportedRule): Markup => {
  const finding = findingOf(rule);
  const { mark, label } = findingStyles[finding];
  return markup`<span class="badge tone-${finding}"><span aria-hidden="true">${mark}</span> ${label}</span>`;
};

const exchange = (one: ReportedEvidence): Markup => markup`<li>
<p><b>${visible(exchangeName(one))}</b></p>
<p class="actual"><code>${visible(one.actual)}</code></p>
<pre class="command" tabindex="0">${commandLine(one)}</pre>
${one.wide !== undefined && markup`<details><summary>The request that failed first (#${one.wide.seq}), cut down to this one</summary><pre class="command" tabindex="0">${visible(one.wide.curl, commandMax)}</pre></details>`}
${one.remark !== '' && markup`<p class="remark">${visible(one.remark)}</p>`}
${one.excerpt !== '' && markup`<details><summary>Beginning of the answer</summary><pre>${excerptLine(one)}</pre></details>`}
</li>`;

const expectations = ({ expected }: ReportedRule): Markup =>
  expected.length === 1
    ? markup`${expected[0] ?? ''}`
    : markup`any of<ul>${expected.map((one) => markup`<li>${one}</li>`)}</ul>`;

/** Everything that is known of a finding: clause, expectation, what was seen, and how to repeat it. */
export const ruleFacts = (rule: ReportedRule): Markup => {
  const { shown, more } = evidenceShown(rule);
  const power = rule.power === undefined ? null : powerOfRuleWords(rule.power);
  return markup`<dl class="rule-facts">
<div><dt>Found</dt><dd>${visible(rule.message)}</dd></div>
${rule.reason !== null && markup`<div><dt>Reason</dt><dd>${reasonSentence(rule.reason)} <code>${rule.reason}</code></dd></div>`}
${power !== null && markup`<div><dt>Power</dt><dd>${visible(power)}</dd></div>`}
${rule.expected.length > 0 && markup`<div><dt>Expected</dt><dd>${expectations(rule)}</dd></div>`}
${
  shown.length > 0 &&
  markup`<div><dt>Actual</dt><dd><ol class="evidence">${shown.map(exchange)}</ol>${
    more > 0 && markup`<p class="more">and ${more} more exchanges; the JSON report has them all</p>`
  }</dd></div>`
}
</dl>`;
};

/** A rule shown in full, for those that need attention. */
export const ruleCard = (
  rule: ReportedRule,
): Markup => markup`<article class="card edge-${findingOf(rule)}" id="${ruleAnchor(rule.id)}">
<h3>${findingBadge(rule)} <span class="id">${rule.id}</span> <span class="level">${rule.level}</span></h3>
<p class="clause">${rule.clause}</p>
${ruleFacts(rule)}
</article>`;
