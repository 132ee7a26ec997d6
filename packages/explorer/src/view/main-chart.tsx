import { TimeChart } from '../chart/time-chart.js';
import { charts, meaningOf } from '../model/catalog.js';
import type { ChartPicture } from '../model/chart-picture.js';
import { wordText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import { cellText, chartTable, type Table } from '../model/tables.js';
import { ChartDrawing } from './chart-drawing.js';
import { usePage } from './page.js';
import { Missing, Section, Select } from './parts.js';

/** The roles, to be shown together or each by itself. */
const RoleChoice = ({
  picture,
  roles,
  onRoles,
}: {
  readonly picture: ChartPicture;
  readonly roles: readonly string[];
  readonly onRoles: (roles: readonly string[]) => void;
}) => {
  const { roles: chosen } = picture;
  if (picture.chart.roles === 'no') return null;
  const presets = [
    ['All together', []],
    ['By role', roles],
  ] as const;
  const toggled = (role: string): readonly string[] =>
    roles.filter((one) => chosen.includes(one) !== (one === role));
  return (
    <fieldset class="legend no-print">
      <legend class="unseen">Roles</legend>
      {presets.map(([label, shown]) => (
        <button
          key={label}
          type="button"
          aria-pressed={chosen.length === shown.length}
          onClick={() => onRoles(shown)}
        >
          {label}
        </button>
      ))}
      {chosen.length === 0
        ? null
        : roles.map((role) => (
            <button
              key={role}
              type="button"
              aria-pressed={chosen.includes(role)}
              onClick={() => onRoles(toggled(role))}
            >
              <span
                class={`swatch ${chosen.includes(role) ? `role-${chosen.indexOf(role)}` : ''}`}
                aria-hidden="true"
              />
              {role}
            </button>
          ))}
      {valueOr(picture.series)?.stacks.at(-1)?.role === 'others' ? (
        <span class="key-of">
          <span class="swatch others" aria-hidden="true" /> others
        </span>
      ) : null}
    </fieldset>
  );
};

/** What the lines and colours of the chart mean. */
const ChartNote = ({
  picture: { series, roles, chart, months, partial, inRange },
}: {
  readonly picture: ChartPicture;
}) => {
  const { compare } = usePage().view;
  const isStacked = roles.length > 0;
  const past = compare === 'year' ? 'A year before' : 'Months before';
  const keys = [
    ['key now', chart.label, !isStacked],
    ['key context', 'Before the range', !isStacked && inRange < months.length],
    [
      'key before',
      `${past}${isStacked ? ', all roles' : ''}`,
      (valueOr(series)?.before ?? null) !== null,
    ],
    [isStacked ? 'swatch open' : 'key open', 'A month that is not whole', partial.length > 0],
  ] as const;
  return (
    <p class="note">
      {keys.map(([style, text, isThere]) =>
        isThere ? (
          <span class="key-of" key={style}>
            <span class={style} aria-hidden="true" /> {text}
          </span>
        ) : null,
      )}
      {isStacked && chart.hasOthers
        ? 'Others are former members, people who were not signed in, and roles that are not shown.'
        : ''}
    </p>
  );
};

const FiguresTable = ({ table, caption }: { readonly table: Table; readonly caption: string }) => (
  <details class="figures no-print">
    <summary>Figures as a table</summary>
    <div class="scroll" tabIndex={0} role="region" aria-label={`${caption}, table`}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {wordText(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={String(row[0])}>
              {row.map((cell, at) => (
                <td key={table.columns[at]} class={typeof cell === 'number' ? 'number' : ''}>
                  <bdi>{cellText(cell)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);

/** The one large chart: a metric by month, with the months it is compared with. */
export const MainChart = () => {
  const { picture, go } = usePage();
  const { chart: shown, roles } = picture;
  const series = valueOr(shown.series);
  const table = chartTable(shown);
  const title = `${shown.chart.label} by month`;
  const drawing =
    series === null
      ? undefined
      : (width: number) => (
          <TimeChart picture={shown} series={series} width={width} active={null} />
        );
  return (
    <Section
      id="by-month"
      title="By month"
      data-chart={shown.chart.id}
      about={meaningOf(shown.chart.entry)}
      take={{ title, entries: shown.entries, table, drawing }}
      beside={
        <Select
          label="Metric"
          value={shown.chart.id}
          options={charts.map(({ id, label }) => [id, label])}
          onChoose={(chart) => go({ chart })}
        />
      }
    >
      <div class="panel chart">
        <RoleChoice picture={shown} roles={roles} onRoles={(chosen) => go({ roles: chosen })} />
        <Missing of={shown.series} />
        {series === null ? null : <ChartDrawing picture={shown} series={series} />}
        <ChartNote picture={shown} />
      </div>
      {series === null ? null : <FiguresTable table={table} caption={title} />}
    </Section>
  );
};
