import { TimeChart } from '../chart/time-chart.js';
import { charts, meaningOf } from '../model/catalog.js';
import { valueOr } from '../model/known.js';
import { chartTable } from '../model/tables.js';
import { ChartDrawing } from './chart-drawing.js';
import { ChartNote, RoleChoice } from './chart-legend.js';
import { FiguresTable } from './figures-table.js';
import { usePage } from './page.js';
import { Missing, Section, Select } from './parts.js';

/** The one large chart: a metric by month, with the months it is compared with. */
export const MainChart = () => {
  const { picture, go } = usePage();
  const { chart: shown, calls, roles } = picture;
  const series = valueOr(shown.series);
  const table = chartTable(shown);
  const title = `${shown.chart.label} by month`;
  const call = { ...(calls.months ?? calls.now), entries: shown.entries };
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
      take={{ title, call, table, drawing }}
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
