import { charts, meaningOf } from '../model/catalog.js';
import { allKnown } from '../model/known.js';
import { chartTable } from '../model/tables.js';
import { ChartDrawing, chartOfPicture } from './chart-drawing.js';
import { ChartNote, entriesOf, RoleChoice } from './chart-legend.js';
import { FiguresTable } from './figures-table.js';
import { usePage } from './page.js';
import { Missing, Section, Select } from './parts.js';

/** The one large chart: a metric by month, with the months it is compared with. */
export const MainChart = () => {
  const { picture, go } = usePage();
  const { chart: shown, calls, roles } = picture;
  const series = allKnown([shown.total, ...shown.stacks.map(({ values }) => values)]);
  const isThere = series.kind === 'known';
  const table = chartTable(shown);
  const title = `${shown.chart.label} by month`;
  const call = { ...(calls.months ?? calls.now), entries: entriesOf(shown, roles) };
  const drawing = (width: number) => chartOfPicture(shown, width);
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
        <Missing of={series} />
        {isThere ? <ChartDrawing picture={shown} /> : null}
        <ChartNote picture={shown} />
      </div>
      {isThere ? <FiguresTable table={table} caption={title} /> : null}
    </Section>
  );
};
