import type { BaselineChange, Report, ReportedRule } from '../../model/report.js';
import type { Reason } from '../../model/verdict.js';
import { changeLabels } from '../baseline.js';
import { findingStyles, rulesFound } from '../findings.js';
import { type Markup, markup } from '../markup.js';
import { reasonSentence } from '../reasons.js';
import { visible } from '../visible-text.js';
import { ruleAnchor } from './anchors.js';
import { ruleCard } from './rule-card.js';

/** The rules that need attention, each shown in full. */
export const cards = (
  report: Report,
  finding: 'fail' | 'suspect',
  title: string,
): Markup | null => {
  const rules = rulesFound(report, finding);
  if (rules.length === 0) return null;
  return markup`<section id="${finding}">
<h2>${title} <span class="count">${rules.length}</span></h2>
<p class="lead">${findingStyles[finding].explanation}.</p>
${rules.map(ruleCard)}
</section>`;
};

const ruleLine = (rule: ReportedRule): Markup =>
  markup`<li><a class="id" href="#${ruleAnchor(rule.id)}">${rule.id}</a> ${rule.clause}</li>`;

const group = (
  reason: Reason | null,
  rules: readonly ReportedRule[],
): Markup => markup`<div class="reason">
<h3>${reasonSentence(reason) || 'No reason was given.'} <span class="count">${rules.length}</span></h3>
<ul>${rules.map(ruleLine)}</ul>
</div>`;

const byReason = (rules: readonly ReportedRule[]): readonly Markup[] => {
  const reasons = [...new Set(rules.map(({ reason }) => reason))];
  return reasons.map((reason) =>
    group(
      reason,
      rules.filter((rule) => rule.reason === reason),
    ),
  );
};

/** What is in scope and open, by reason. */
export const undecided = (report: Report): Markup | null => {
  const rules = rulesFound(report, 'undecided');
  if (rules.length === 0) return null;
  return markup`<section id="undecided">
<h2>Undecided <span class="count">${rules.length}</span></h2>
${byReason(rules)}
</section>`;
};

/** What this run could not or should not look at, by reason. */
export const outOfScope = (report: Report): Markup | null => {
  const rules = rulesFound(report, 'notApplicable');
  if (rules.length === 0) return null;
  return markup`<section id="out-of-scope">
<h2>Out of scope <span class="count">${rules.length}</span></h2>
<p class="lead">These neither help nor harm the verdict.</p>
<details><summary>Rules and reasons</summary>${byReason(rules)}</details>
</section>`;
};

/** Advice, and what the operator left out. */
export const warnings = (report: Report): Markup | null => {
  const lines = [
    ...report.warnings,
    ...report.skipped.map((rule) => `${rule} was skipped by the operator.`),
  ];
  if (lines.length === 0) return null;
  return markup`<section id="warnings">
<h2>Warnings <span class="count">${lines.length}</span></h2>
<ul class="warnings">${lines.map((line) => markup`<li>${visible(line)}</li>`)}</ul>
</section>`;
};

const tones: Readonly<Record<BaselineChange['kind'], string>> = {
  newFailure: 'fail',
  fixed: 'pass',
  changed: 'undecided',
};

const changeRow = ({ rule, kind, before, now }: BaselineChange): Markup =>
  markup`<tr><td><span class="badge tone-${tones[kind]}">${changeLabels[kind]}</span></td><td><a class="id" href="#${ruleAnchor(rule)}">${rule}</a></td><td>${before ?? 'no such rule'}</td><td>${now ?? 'no such rule'}</td></tr>
`;

/** What the baseline says otherwise. */
export const changes = ({ changes: found }: Report): Markup | null => {
  if (found === undefined) return null;
  const rows = markup`<div class="wide"><table><thead><tr><th></th><th>Rule</th><th>Before</th><th>Now</th></tr></thead>
<tbody>${found.map(changeRow)}</tbody></table></div>`;
  return markup`<section id="changes">
<h2>Changed since the baseline <span class="count">${found.length}</span></h2>
${found.length === 0 ? markup`<p>Every verdict is as it was.</p>` : rows}
</section>`;
};
