import { sectionOf } from '../src/rules/registry.js';

/** One fault: whether it was predicted to be noticed, and whether a service with it was. */
export interface Tried {
  readonly rule: string;
  readonly predicted: boolean;
  readonly real: boolean;
}

/** The faults of one section of the specification, as shares in percent. */
export interface Area {
  readonly section: string;
  readonly faults: number;
  readonly predicted: number;
  readonly real: number;
}

const share = (tried: readonly Tried[], by: 'predicted' | 'real'): number =>
  (100 * tried.filter((one) => one[by]).length) / Math.max(1, tried.length);

/** Predicted and real shares, section by section. */
export const areasOf = (tried: readonly Tried[]): readonly Area[] =>
  [...new Set(tried.map(({ rule }) => sectionOf(rule)))]
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((section) => {
      const here = tried.filter(({ rule }) => sectionOf(rule) === section);
      return {
        section,
        faults: here.length,
        predicted: share(here, 'predicted'),
        real: share(here, 'real'),
      };
    });

/** Differences between prediction and service, in points: on average over the areas, and the largest. */
export const errorsOf = (
  areas: readonly Area[],
): { readonly mean: number; readonly most: number } => {
  const errors = areas.map(({ predicted, real }) => Math.abs(predicted - real));
  return {
    mean: errors.reduce((sum, one) => sum + one, 0) / Math.max(1, errors.length),
    most: Math.max(0, ...errors),
  };
};

const side = 300;
const left = 66;
const top = 34;
const width = left + side + 30;
const height = top + side + 56;

// The looks of docs/performance/latency.svg: colours follow the reader.
const style = `
  text { font: 12px system-ui, sans-serif; fill: #444 }
  .title { font-weight: 600; fill: #222 }
  .grid { stroke: #ddd } .right { stroke: #999; stroke-dasharray: 4 3 }
  .dot { fill: #1b5e9b; fill-opacity: .5; stroke: #1b5e9b }
  .label { font-size: 11px }
  .back { fill: #fff }
  @media (prefers-color-scheme: dark) {
    text { fill: #bbb } .title { fill: #eee } .grid { stroke: #3a3a3a } .back { fill: #16181c }
    .dot { fill: #7fb8f0; stroke: #7fb8f0 }
  }`;

const x = (percent: number): string => (left + (side * percent) / 100).toFixed(1);
const y = (percent: number): string => (top + (side * (100 - percent)) / 100).toFixed(1);

const gridAt = (percent: number): readonly string[] => [
  `<path class="grid" d="M${left} ${y(percent)}h${side}M${x(percent)} ${top}v${side}"/>`,
  `<text x="${left - 6}" y="${y(percent)}" dy="4" text-anchor="end">${percent} %</text>`,
  `<text x="${x(percent)}" y="${top + side + 18}" text-anchor="middle">${percent} %</text>`,
];

const radiusOf = ({ faults }: Area): number => 2.5 + Math.sqrt(faults);

const dotOf = (area: Area): string =>
  `<circle class="dot" cx="${x(area.predicted)}" cy="${y(area.real)}" r="${radiusOf(area).toFixed(1)}"><title>${area.section}: ${area.faults} faults</title></circle>`;

const isNear = (one: Area, other: Area): boolean =>
  Math.abs(one.predicted - other.predicted) < 3 && Math.abs(one.real - other.real) < 3;

/** Areas whose dots lie so close that they share one label. */
const clustersOf = (areas: readonly Area[]): readonly (readonly Area[])[] => {
  const clusters: Area[][] = [];
  for (const area of areas.toSorted((a, b) => a.predicted - b.predicted || a.real - b.real)) {
    const last = clusters.at(-1);
    if (last?.some((one) => isNear(one, area)) === true) last.push(area);
    else clusters.push([area]);
  }
  return clusters;
};

const labelOf = (cluster: readonly Area[]): string => {
  const mean = (of: (area: Area) => number): number =>
    cluster.reduce((sum, area) => sum + of(area), 0) / cluster.length;
  const [predicted, real] = [mean((area) => area.predicted), mean((area) => area.real)];
  const distance = Math.max(...cluster.map(radiusOf)) + 5;
  const [dx, anchor] = predicted > 60 ? [-distance, 'end'] : [distance, 'start'];
  const names = cluster.map(({ section }) => section).join(', ');
  return `<text class="label" x="${x(predicted)}" y="${y(real)}" dx="${dx.toFixed(1)}" dy="4" text-anchor="${anchor}">${names}</text>`;
};

/** Predicted against real shares as an SVG document: right predictions are on the diagonal. */
export const calibrationPlot = (areas: readonly Area[], title: string): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${title}</title>`,
    `<style>${style}</style><rect class="back" width="100%" height="100%"/>`,
    `<text class="title" x="${left}" y="18">${title}</text>`,
    ...[0, 25, 50, 75, 100].flatMap(gridAt),
    `<path class="right" d="M${x(0)} ${y(0)}L${x(100)} ${y(100)}"/>`,
    ...areas.map(dotOf),
    ...clustersOf(areas).map(labelOf),
    `<text x="${left + side / 2}" y="${top + side + 40}" text-anchor="middle">predicted from a recorded run</text>`,
    `<text transform="translate(14 ${top + side / 2}) rotate(-90)" text-anchor="middle">found in a service with the fault</text>`,
    '</svg>\n',
  ].join('\n');
