import type { RosterRow } from '@tallyboard/core/vocabulary';
import { renderToString } from 'preact-render-to-string';
import { answersOf, comparedText } from '../model/answers.js';
import { datesText, dateText, nameText, shortMonthText } from '../model/format.js';
import { type Known, valueOr } from '../model/known.js';
import type { BarsPicture, Picture } from '../model/picture.js';
import {
  barsTable,
  cardsTable,
  cellText,
  chartTable,
  figuresTable,
  isEmpty,
  nothingText,
  subscriptionTable,
  type Table,
} from '../model/tables.js';
import { rosterCounts } from '../model/view.js';

export interface ReportContent {
  /** The organization's name, which its owner wrote. */
  readonly title: string;
  readonly picture: Picture;
  /** The most active members, without their addresses: a report is passed on. */
  readonly members: Known<readonly RosterRow[]>;
  /** The day it was made, `YYYY-MM-DD`. */
  readonly madeOn: string;
}

/** A part of the report: a table narrow enough for a phone, perhaps with bars for the figures of one column. */
interface Part extends Table {
  readonly title: string;
  readonly bars?: number;
}

const [ink, soft, edge, main] = ['#1c2430', '#5a6473', '#dfe3e8', '#3f51b5'];
const cell = `padding:4px 5px;border-bottom:1px solid ${edge}`;
const cells = {
  head: `${cell};color:${soft};font-weight:normal;font-size:13px;overflow-wrap:normal;text-align:`,
  body: `${cell};text-align:`,
};

/** Mail programs show neither drawings nor the style of a page, but tables of some width. */
const Bar = ({ share }: { readonly share: number }) => (
  <td style={`${cell};width:40%`}>
    <table role="presentation" style={`width:${Math.round(100 * share)}%;border-spacing:0`}>
      <tr>
        <td style={`background-color:${main};height:10px;font-size:1px;padding:0`}>&nbsp;</td>
      </tr>
    </table>
  </td>
);

/** A number is in one line, and a change such as `+12 %`. */
const bodyWrap = (value: string | number): string =>
  typeof value === 'number' || value.length < 8 ? ';white-space:nowrap' : '';

const PartTable = ({ part: { title, columns, rows, bars } }: { readonly part: Part }) => {
  const figures = bars === undefined ? [] : rows.map((row) => Number(row[bars]) || 0);
  const most = Math.max(1, ...figures);
  const side = (at: number): string => (typeof rows[0]?.[at] === 'number' ? 'right' : 'left');
  return (
    <>
      <h2 style="font-size:17px;margin:28px 0 8px">{title}</h2>
      <table style="width:100%;border-collapse:collapse">
        <tr>
          {columns.map((column, at) => (
            <th key={column} scope="col" style={`${cells.head}${side(at)}`}>
              {column}
            </th>
          ))}
          {bars === undefined ? null : <td style={cell} />}
        </tr>
        {rows.map((row) => (
          <tr key={row[0]}>
            {row.map((value, at) => (
              <td key={columns[at]} style={`${cells.body}${side(at)}${bodyWrap(value)}`}>
                <bdi>{cellText(value)}</bdi>
              </td>
            ))}
            {bars === undefined ? null : <Bar share={Number(row[bars]) / most} />}
          </tr>
        ))}
      </table>
    </>
  );
};

/** Why a figure is not there, in the place of its rows. */
const orWhy = (of: Known<unknown>, table: Table): Table =>
  'why' in of ? { columns: ['not known'], rows: [[of.why]] } : table;

const overview = ({ cards }: Picture): Part => ({
  title: 'Overview',
  columns: ['figure', 'whole range', 'finished months'],
  rows: cardsTable(cards).rows.map(([label = '', value = '', now = '', before = '', by = '']) => [
    label,
    value,
    now === '' ? '' : `${cellText(now)}, before ${cellText(before)}: ${by}`,
  ]),
});

const byMonth = ({ chart }: Picture): Part => {
  const { columns, rows } = chartTable(chart);
  const byRole = chart.roles.length > 0;
  const months = rows.map(([month = '', value = '', before = '', ...slices], at) => {
    const named = slices.map((slice, role) => `${columns[role + 3] ?? ''}\u00a0${cellText(slice)}`);
    return [
      `${shortMonthText(String(month))}${chart.partial.includes(at) ? ' (not whole)' : ''}`,
      ...[value, before],
      ...(byRole ? [named.filter((_, role) => slices[role] !== 0).join(', ')] : []),
    ];
  });
  return {
    title: `${chart.chart.label} by month`,
    // Roles leave no room for bars.
    ...(byRole ? {} : { bars: 1 }),
    ...orWhy(chart.series, {
      columns: [...columns.slice(0, 3), ...(byRole ? ['by role'] : [])],
      rows: months,
    }),
  };
};

const ranked = (bars: BarsPicture): Part => {
  const rows = barsTable(bars).rows.map(([, name = '', value = '']) => [
    nameText(String(name), '(no title)'),
    value,
  ]);
  return { title: bars.title, bars: 1, ...orWhy(bars.bars, { columns: ['name', 'count'], rows }) };
};

const memberRows = (members: Known<readonly RosterRow[]>): Table => ({
  columns: ['name', ...rosterCounts],
  rows: (valueOr(members) ?? []).map((row) => [
    `${nameText(row.name, '(no name)')} (${row.userType})`,
    ...rosterCounts.map((name) => row[name]),
  ]),
});

const partsOf = ({ picture, members }: ReportContent): readonly Part[] => {
  const { rankings, attachments, safety, safetyLists, noSafety, subscription } = picture;
  const lists = [...rankings, attachments, ...(noSafety === null ? safetyLists : [])];
  return [
    overview(picture),
    byMonth(picture),
    ...(noSafety === null ? [{ title: 'Content safety', ...figuresTable(safety) }] : []),
    { title: 'Subscription', ...orWhy(subscription, subscriptionTable(picture)) },
    ...lists.filter((bars) => !isEmpty(bars)).map(ranked),
    { title: 'Members with most posts', ...orWhy(members, memberRows(members)) },
  ];
};

/** A report as one page that mail programs show: tables, styles in the elements, no script and no picture. */
export const reportPage = (content: ReportContent): string => {
  const { title, picture, madeOn } = content;
  const { dates } = picture.calls;
  const nothing = nothingText([...picture.rankings, picture.attachments]);
  const note = `color:${soft};margin:4px 0`;
  const page = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
      </head>
      <body style={`margin:0;background-color:#ffffff;color:${ink};font:15px/1.45 sans-serif`}>
        <main style="max-width:680px;margin:0 auto;padding:16px;overflow-wrap:anywhere">
          <h1 style="font-size:24px;margin:0">
            <bdi>{title}</bdi>
          </h1>
          <p style={note}>
            {dates === null ? '' : datesText(dates)}, made on {dateText(madeOn)}
          </p>
          {answersOf(picture).map(({ question, text }) => (
            <p key={question} style="margin:10px 0">
              <strong>{question}</strong> {text ?? 'Not known.'}
            </p>
          ))}
          <p style={note}>{comparedText(picture)}</p>
          {partsOf(content).map((part) => (
            <PartTable key={part.title} part={part} />
          ))}
          <p style={note}>{nothing} The API reports owners as admin.</p>
        </main>
      </body>
    </html>,
  );
  return `<!doctype html>\n${page}\n`;
};
