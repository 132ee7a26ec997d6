import type { ProfileEntry, Report } from '../../model/report.js';
import { type Markup, markup } from '../markup.js';
import { visible } from '../visible-text.js';

const pinnedCell = ({ answer, pinned }: ProfileEntry): Markup =>
  markup`<td data-label="pinned">${pinned !== null && markup`<code>${visible(pinned)}</code>`}${
    pinned !== null &&
    pinned !== answer &&
    markup` <span class="badge tone-undecided">differs</span>`
  }</td>`;

const row =
  (withPinned: boolean) =>
  ([point, entry]: readonly [string, ProfileEntry]): Markup =>
    markup`<tr>
<td><b class="id">${visible(point)}</b><br>${entry.question}</td>
<td data-label="seen"><code${entry.answer === 'unknown' && markup` class="unknown"`}>${visible(entry.answer)}</code></td>
${withPinned && pinnedCell(entry)}
</tr>
`;

/** What the deployment does where the specification leaves a choice. */
export const profile = (report: Report): Markup | null => {
  const points = Object.entries(report.profile);
  if (points.length === 0) return null;
  const withPinned = points.some(([, { pinned }]) => pinned !== null);
  return markup`<section id="profile">
<h2>Profile <span class="count">${points.length}</span></h2>
<p class="lead">Points that the specification leaves open, and what this deployment does. None of it is a fault.</p>
<div class="wide"><table class="profile"><thead><tr><th>Open point</th><th>Seen</th>${withPinned && markup`<th>Pinned</th>`}</tr></thead>
<tbody>${points.map(row(withPinned))}</tbody></table></div>
</section>`;
};
