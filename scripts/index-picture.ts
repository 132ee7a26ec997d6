/** The picture of an index in docs/architecture.md: a time line, its periods, and the tables over them. */

import { dayOf, firstDayOf, formatDay, monthOf, plusMonths } from '@tallyboard/core/vocabulary';

const width = 760;
const left = 20;
const [first, last] = [dayOf(2025, 11, 1), dayOf(2026, 4, 1)];
const xOf = (day: number): number =>
  Math.round(left + ((day - first) * (width - 2 * left)) / (last - first));

const months = [0, 1, 2, 3, 4, 5].map((ahead) => firstDayOf(plusMonths(monthOf(2025, 11), ahead)));
const term = { day: dayOf(2026, 1, 18), name: 'a term begins' };
const edges = [...months, term.day].sort((a, b) => a - b);

const text = (x: number, y: number, words: string, kind = ''): string =>
  `<text x="${x}" y="${y}"${kind === '' ? '' : ` class="${kind}"`}>${words}</text>`;

const cell = (at: number, y: number, words: string): string => {
  const [from, to] = [xOf(edges[at]!), xOf(edges[at + 1]!)];
  return `<rect x="${from + 1}" y="${y}" width="${to - from - 2}" height="26"/>${text((from + to) / 2, y + 17, words, 'middle')}`;
};

const row = (y: number, title: string, cells: readonly string[]): string =>
  [text(left, y - 8, title), ...cells.map((words, at) => cell(at, y, words))].join('\n');

/** The picture. */
export const indexPicture =
  (): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 330" width="${width}" role="img">
<title>An index: periods and the tables over them</title>
<style>
text { font: 13px system-ui, sans-serif; fill: #1c2024 }
.middle { text-anchor: middle }
.small { font-size: 11px; fill: #5b616b; text-anchor: middle }
rect { fill: #e8eef7; stroke: #8a8f98 }
line { stroke: #8a8f98 }
</style>
<rect x="0" y="0" width="${width}" height="330" style="fill: #fff; stroke: none"/>
<line x1="${left}" y1="44" x2="${width - left}" y2="44"/>
${edges.map((day) => `<line x1="${xOf(day)}" y1="36" x2="${xOf(day)}" y2="52"/>${text(xOf(day), 66, formatDay(day).slice(2), 'small')}`).join('\n')}
${text(left, 20, 'The time line, cut where ranges can begin or end')}
${text(xOf(term.day), 34, term.name, 'small')}
${row(100, 'Sums before each period: posts of teachers. January to March: 31 - 12 = 19', ['0', '7', '12', '15', '22', '26'].slice(0, edges.length - 1))}
${row(164, 'People by period and the period before: of 3 visitors in March, 2 had come in February', ['2 new', '1 new', '1 again', '2 again', '1 new', '1 new, 2 again'].slice(0, edges.length - 1))}
${row(228, 'Things by total. A board of many posts: the count before each period', ['0', '104', '260', '301', '377', '402'].slice(0, edges.length - 1))}
${row(292, 'A board of two posts: their periods', ['', 'post', '', '', 'post', ''].slice(0, edges.length - 1))}
</svg>
`;
