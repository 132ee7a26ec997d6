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
const left = 52;
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

/** Areas with the same shares are one dot with all of their names. */
const dotOf = (areas: readonly Area[]): string => {
  const [first] = areas;
  if (first === undefined) return '';
  const { predicted, real } = first;
  const faults = areas.reduce((sum, one) => sum + one.faults, 0);
  const radius = (2.5 + Math.sqrt(faults)).toFixed(1);
  const names = areas.map(({ section }) => section).join(', ');
  const isRight = predicted > 60;
  return [
    `<circle class="dot" cx="${x(predicted)}" cy="${y(real)}" r="${radius}"><title>${names}: ${faults} faults</title></circle>`,
    `<text class="label" x="${x(predicted)}" y="${y(real)}" dx="${isRight ? -12 : 12}" dy="4" text-anchor="${isRight ? 'end' : 'start'}">${names}</text>`,
  ].join('');
};

/** Predicted against real shares as an SVG document: right predictions are on the diagonal. */
export const calibrationPlot = (areas: readonly Area[], title: string): string => {
  const places = new Map<string, Area[]>();
  for (const area of areas) {
    const place = `${area.predicted.toFixed(1)} ${area.real.toFixed(1)}`;
    places.set(place, [...(places.get(place) ?? []), area]);
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${title}</title>`,
    `<style>${style}</style><rect class="back" width="100%" height="100%"/>`,
    `<text class="title" x="${left}" y="18">${title}</text>`,
    ...[0, 25, 50, 75, 100].flatMap(gridAt),
    `<path class="right" d="M${x(0)} ${y(0)}L${x(100)} ${y(100)}"/>`,
    ...[...places.values()].map(dotOf),
    `<text x="${left + side / 2}" y="${top + side + 40}" text-anchor="middle">predicted from a recorded run</text>`,
    `<text transform="translate(12 ${top + side / 2}) rotate(-90)" text-anchor="middle">found in a service with the fault</text>`,
    '</svg>\n',
  ].join('\n');
};
