import type { Report, TimelineEntry, TimelineWait } from '../../model/report.js';
import { type Markup, markup } from '../markup.js';
import { duration, utcMoment } from '../moments.js';
import { visible } from '../visible-text.js';

/** Allowances are counted by key and organization, apart for metrics and roster. */
const titleOf = ({ endpoint, target }: TimelineEntry): string =>
  target === 'main' ? endpoint : `${endpoint}, ${target}`;

const timeOf = (moment: string): string => utcMoment(moment).slice(11, 19);

const row = (entry: TimelineEntry): Markup =>
  markup`<tr><td>${entry.seq}</td><td>${timeOf(entry.at)}</td><td>${visible(titleOf(entry), 80)}</td><td>${visible(entry.probe, 80)}</td><td>${entry.purpose}</td><td>${entry.status ?? 'no answer'}</td><td>${duration(entry.elapsedMs)}</td></tr>
`;

const waitLine = ({ at, until, why }: TimelineWait): Markup =>
  markup`<li>${visible(`${timeOf(at)} to ${timeOf(until)}: ${why}`, 200)}</li>`;

/** When each request was sent, and which allowance it used. */
export const timeline = ({ timeline: sent, waits }: Report): Markup | null => {
  const entries = sent
    .filter(({ at }) => !Number.isNaN(Date.parse(at)))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  if (entries.length === 0) return null;
  return markup`<section id="timeline">
<h2>Use of the allowances</h2>
<p class="lead">Times are UTC.</p>
<details>
<summary>All requests (${entries.length})${waits.length > 0 && ` and waits (${waits.length})`}</summary>
<div class="wide"><table class="requests"><thead><tr><th>#</th><th>Time</th><th>Allowance</th><th>Probe</th><th>Purpose</th><th>Status</th><th>Took</th></tr></thead>
<tbody>${entries.map(row)}</tbody></table></div>
${waits.length > 0 && markup`<ul class="waits">${waits.map(waitLine)}</ul>`}
</details>
</section>`;
};
