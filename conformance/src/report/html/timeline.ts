import type { Report, TimelineWait } from '../../model/report.js';
import { type Markup, markup } from '../markup.js';
import { duration, utcMoment } from '../moments.js';
import { visible } from '../visible-text.js';
import { allowanceChart, markShapes, plotWidth, type TimedEntry } from './allowance-chart.js';
import { type TimeScale, timeScale } from './time-scale.js';

/** Fewer requests of an allowance than these are shown in the table alone. */
const chartedMin = 4;

interface Allowance {
  readonly title: string;
  readonly entries: readonly TimedEntry[];
}

const titleOf = ({ endpoint, target }: TimedEntry): string =>
  target === 'main' ? endpoint : `${endpoint}, ${target}`;

/** Allowances are counted by key and organization, apart for metrics and roster. */
const allowancesOf = (entries: readonly TimedEntry[]): readonly Allowance[] => {
  const counted = entries.filter(({ endpoint }) => endpoint !== 'other');
  return [...new Set(counted.map(titleOf))]
    .map((title) => ({ title, entries: counted.filter((entry) => titleOf(entry) === title) }))
    .filter((allowance) => allowance.entries.length >= chartedMin);
};

const figure = (
  { title, entries }: Allowance,
  report: Report,
  times: readonly number[],
  scale: TimeScale,
): Markup => markup`<figure>
<figcaption><b>${visible(title, 80)}</b> ${entries.length} requests</figcaption>
<div class="wide" tabindex="0">${allowanceChart(entries, times, report.allowance, scale)}</div>
</figure>
`;

const key: Markup = markup`<ul class="key">${Object.entries(markShapes).map(
  ([shape, { label, path }]) =>
    markup`<li><svg class="chart-key" viewBox="-7 -7 14 14" aria-hidden="true"><path class="at-${shape}" d="${path}"/></svg> ${label}</li>`,
)}<li><svg class="chart-key" viewBox="-7 -7 14 14" aria-hidden="true"><rect class="pause" x="-6" y="-7" width="12" height="14"/></svg> pause, drawn shorter than it was</li></ul>`;

const row = (entry: TimedEntry): Markup =>
  markup`<tr><td>${entry.seq}</td><td>${utcMoment(entry.at).slice(11, 19)}</td><td>${visible(titleOf(entry), 80)}</td><td>${visible(entry.probe, 80)}</td><td>${entry.purpose}</td><td>${entry.status ?? 'no answer'}</td><td>${duration(entry.elapsedMs)}</td></tr>
`;

const waitLine = ({ at, until, why }: TimelineWait): Markup =>
  markup`<li>${visible(`${utcMoment(at).slice(11, 19)} to ${utcMoment(until).slice(11, 19)}: ${why}`, 200)}</li>`;

const table = (
  entries: readonly TimedEntry[],
  waits: readonly TimelineWait[],
): Markup => markup`<details>
<summary>All requests (${entries.length})${waits.length > 0 && ` and waits (${waits.length})`}</summary>
<div class="wide"><table class="requests"><thead><tr><th>#</th><th>Time</th><th>Allowance</th><th>Probe</th><th>Purpose</th><th>Status</th><th>Took</th></tr></thead>
<tbody>${entries.map(row)}</tbody></table></div>
${waits.length > 0 && markup`<ul class="waits">${waits.map(waitLine)}</ul>`}
</details>`;

/** When each request was sent, against the allowance that it used. */
export const timeline = (report: Report): Markup | null => {
  const entries = report.timeline
    .map((entry) => ({ ...entry, time: Date.parse(entry.at) }))
    .filter(({ time }) => !Number.isNaN(time))
    .toSorted((a, b) => a.time - b.time);
  if (entries.length === 0) return null;
  const times = entries.map(({ time }) => time);
  const scale = timeScale(times, plotWidth);
  return markup`<section id="timeline">
<h2>Use of the allowances</h2>
<p class="lead">Requests within the last hour, at the moment of each request; the dashed line is the limit. Times are UTC.</p>
${allowancesOf(entries).map((allowance) => figure(allowance, report, times, scale))}
${key}
${table(entries, report.waits)}
</section>`;
};
