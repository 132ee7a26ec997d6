import { charts, meaningOf } from '../model/catalog.js';
import { allKnown } from '../model/known.js';
import { chartTable } from '../model/tables.js';
import type { CompareWith, View } from '../model/view.js';
import { ChartDrawing, chartOfPicture } from './chart-drawing.js';
import { ChartNote, entriesOf, RoleChoice } from './chart-legend.js';
import { FiguresTable } from './figures-table.js';
import { Missing, type PartProps, Section, Select } from './parts.js';

/** The one large chart: a metric by month, with the months it is compared with. */
export const MainChart = ({
  picture,
  actions,
  onView,
  compare,
}: PartProps & {
  readonly onView: (change: Partial<View>) => void;
  readonly compare: CompareWith;
}) => {
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
      take={{ actions, what: { title, call, table, drawing } }}
      beside={
        <>
          <Select
            label="Metric"
            value={shown.chart.id}
            options={charts.map(({ id, label }) => [id, label])}
            onChoose={(chart) => onView({ chart })}
          />
          <RoleChoice
            picture={shown}
            roles={roles}
            onRoles={(chosen) => onView({ roles: chosen })}
          />
        </>
      }
    >
      <div class="panel chart">
        <Missing of={series} />
        {isThere ? <ChartDrawing picture={shown} dates={calls.dates} actions={actions} /> : null}
        <ChartNote picture={shown} compare={compare} />
      </div>
      {isThere ? <FiguresTable table={table} caption={title} /> : null}
    </Section>
  );
};
