import { engines, ours } from './engines.js';
import { sizeName } from './format.js';
import type { Report } from './report.js';
import { works } from './works.js';

/* Latency against events, both logarithmic, a panel a work, a line an engine. Colours follow the reader. */

const shown = ['dashboard', 'seriesVisitors', 'rosterFirst', 'rankings'] as const;

const panel = { width: 460, height: 300, left: 52, right: 150, top: 34, bottom: 34 } as const;
const inner = {
  width: panel.width - panel.left - panel.right,
  height: panel.height - panel.top - panel.bottom,
};

const style = `
  text { font: 12px system-ui, sans-serif; fill: #444 }
  .title { font-weight: 600; fill: #222 }
  .grid { stroke: #ddd }
  .line { fill: none; stroke-width: 1.5; stroke: var(--c) }
  .dot { fill: var(--c) }
  .label { font-size: 11px; fill: var(--c) }
  .ours .line { stroke-width: 3 } .ours .label { font-weight: 700 }
  .back { fill: #fff }
  @media (prefers-color-scheme: dark) {
    text { fill: #bbb } .title { fill: #eee } .grid { stroke: #3a3a3a } .back { fill: #16181c }
    .label, .dot { fill: var(--d) } .line { stroke: var(--d) }
  }`;

/** A colour for light backgrounds and one for dark ones. */
const colours: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  tallyboard: ['#b3261e', '#ff8a80'],
  columnScan: ['#8a5a00', '#f0b95a'],
  objects: ['#555555', '#a8a8a8'],
  duckdb: ['#1b5e9b', '#7fb8f0'],
  duckdbRollups: ['#00707a', '#5fd0d8'],
  chdb: ['#6a3fa0', '#c3a0f0'],
  polars: ['#2e6b30', '#86cf88'],
  arquero: ['#9c2c77', '#f08fce'],
  sqlite: ['#5d4a3a', '#c7ad96'],
};

interface Line {
  readonly engine: string;
  readonly points: readonly (readonly [events: number, ms: number])[];
}

const linesOf = ({ results }: Report, work: string): readonly Line[] =>
  engines
    .map(({ name }) => ({
      engine: name,
      points: results
        .filter((row) => row.engine === name && row.work === work && row.activity === 'zipf')
        .filter(({ medianMs }) => medianMs !== null)
        .map(({ events, medianMs }) => [events, medianMs!] as const),
    }))
    .filter(({ points }) => points.length > 0);

/** Puts labels apart that would stand on each other, keeping their order. */
const apart = (wanted: readonly number[]): readonly number[] => {
  const places = wanted.map((y, at) => ({ y, at })).sort((a, b) => a.y - b.y);
  const result = [...wanted];
  let least = Number.NEGATIVE_INFINITY;
  for (const { y, at } of places) {
    least = Math.max(y, least);
    result[at] = least;
    least += 12;
  }
  const over = Math.max(0, least - 12 - (panel.height - panel.bottom + 8));
  return result.map((y) => y - over);
};

const duration = (ms: number): string => {
  if (ms >= 1000) return `${ms / 1000} s`;
  return ms >= 1 ? `${ms} ms` : `${Number((ms * 1000).toPrecision(3))} µs`;
};

const panelOf = (report: Report, work: string, place: number): string => {
  const lines = linesOf(report, work);
  const all = lines.flatMap(({ points }) => points);
  const sizes = [...new Set(all.map(([events]) => events))].sort((a, b) => a - b);
  const low = Math.floor(Math.log10(Math.min(...all.map(([, ms]) => ms))));
  const high = Math.ceil(Math.log10(Math.max(...all.map(([, ms]) => ms))));
  const [first, last] = [Math.log10(sizes[0]!), Math.log10(sizes.at(-1)!)];
  const x = (events: number): number =>
    panel.left + (inner.width * (Math.log10(events) - first)) / (last - first || 1);
  const y = (ms: number): number =>
    panel.top + (inner.height * (high - Math.log10(ms))) / (high - low || 1);
  const round = (value: number): string => value.toFixed(1);
  const parts = [`<text class="title" x="${panel.left}" y="18">${titleOf(work)}</text>`];
  for (let power = low; power <= high; power++) {
    const at = round(y(10 ** power));
    parts.push(
      `<path class="grid" d="M${panel.left} ${at}h${inner.width}"/>`,
      `<text x="${panel.left - 6}" y="${at}" dy="4" text-anchor="end">${duration(10 ** power)}</text>`,
    );
  }
  for (const events of sizes) {
    const bottom = panel.height - panel.bottom + 18;
    const at = round(x(events));
    parts.push(`<text x="${at}" y="${bottom}" text-anchor="middle">${sizeName(events)}</text>`);
  }
  const labels = apart(lines.map(({ points }) => y(points.at(-1)![1])));
  for (const [at, { engine, points }] of lines.entries()) {
    const [light, dark] = colours[engine] ?? ['#555', '#aaa'];
    const path = points.map(([events, ms]) => `${round(x(events))} ${round(y(ms))}`).join('L');
    const dots = points.map(
      ([events, ms]) =>
        `<circle class="dot" cx="${round(x(events))}" cy="${round(y(ms))}" r="2.5"/>`,
    );
    const [endX, endY] = [x(points.at(-1)![0]), y(points.at(-1)![1])];
    const labelX = panel.left + inner.width + 14;
    parts.push(
      `<g class="${engine === ours ? 'ours' : 'other'}" style="--c:${light};--d:${dark}">`,
      `<path class="line" d="M${path}"/>${dots.join('')}`,
      `<path class="line" style="stroke-width:.5" d="M${round(endX)} ${round(endY)}L${labelX - 3} ${round(labels[at]!)}"/>`,
      `<text class="label" x="${labelX}" y="${round(labels[at]!)}" dy="4">${shortName(engine)}</text></g>`,
    );
  }
  const [column, row] = [place % 2, Math.floor(place / 2)];
  const shift = `translate(${column * panel.width} ${row * panel.height})`;
  return `<g transform="${shift}">${parts.join('\n')}</g>`;
};

const titleOf = (work: string): string => works.find(({ name }) => name === work)!.title;
const shortName = (engine: string): string =>
  engines
    .find(({ name }) => name === engine)!
    .title.replace(/^typed-array | \(.*$|, covering.*$| by month$/g, '');

/** The plot as an SVG document. */
export const plotOf = (report: Report): string => {
  const works = shown.filter((work) => report.results.some((row) => row.work === work));
  const [width, height] = [2 * panel.width, Math.ceil(works.length / 2) * panel.height];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    '<title>Median latency against the number of events, both logarithmic</title>',
    `<style>${style}</style><rect class="back" width="100%" height="100%"/>`,
    ...works.map((work, place) => panelOf(report, work, place)),
    '</svg>\n',
  ].join('\n');
};
