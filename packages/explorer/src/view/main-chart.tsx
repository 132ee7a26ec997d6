import { useState } from 'preact/hooks';
import { monthNear, TimeChart } from '../chart/time-chart.js';
import { type ChartId, chartEntry, charts } from '../model/charts.js';
import { changeText, monthText, numberText } from '../model/format.js';
import { allKnown, mapKnown, valueOr } from '../model/known.js';
import type { ChartPicture, Picture } from '../model/picture.js';
import { chartTable } from '../model/tables.js';
import { CopyButton } from './copy-button.js';
import type { Actions } from './copying.js';
import { FiguresTable } from './figures-table.js';
import { missing, StateText } from './state-text.js';
import { useWidth } from './use-width.js';

/** How the main chart can be changed; a report has nothing of it. */
export interface ChartChoice {
  readonly onChart: (id: ChartId) => void;
  readonly onRoles: (roles: readonly string[]) => void;
}

const chartHeight = 280;

/** What one month has, in words. */
const readoutOf = ({ months, total, before, stacks, chart }: ChartPicture, at: number): string => {
  const month = months[at];
  const value = valueOr(total)?.[at];
  if (month === undefined || value === undefined) return '';
  const was = valueOr(before)?.[at];
  const change = was === undefined ? null : changeText(value, was);
  const compared =
    was === undefined ? '' : `, before: ${numberText(was)}${change === null ? '' : ` (${change})`}`;
  const slices = stacks.map(({ role, values }) => {
    const figure = valueOr(values)?.[at];
    return figure === undefined ? '' : `, ${role}: ${numberText(figure)}`;
  });
  return `${monthText(month)}: ${numberText(value)} ${chart.label.toLowerCase()}${slices.join('')}${compared}`;
};

/** The series of a chart as numbers, once they are known. */
const seriesOf = (picture: ChartPicture) => ({
  title: picture.chart.label,
  months: picture.months,
  total: valueOr(picture.total) ?? [],
  before: valueOr(picture.before),
  stacks: picture.stacks.map(({ role, values }) => ({ role, values: valueOr(values) ?? [] })),
  height: chartHeight,
});

const Drawing = ({
  picture,
  isStatic,
}: {
  readonly picture: ChartPicture;
  readonly isStatic: boolean;
}) => {
  const [width, ref] = useWidth();
  const [active, setActive] = useState<number | null>(null);
  const { months, chart } = picture;
  const last = months.length - 1;
  const at = Math.min(active ?? last, last);
  const keys: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    Home: 0,
    End: last,
  };
  const drawn = <TimeChart {...seriesOf(picture)} width={width} active={active} />;
  if (isStatic) return <div class="drawing">{drawn}</div>;
  return (
    <>
      <p class="readout" aria-hidden="true">
        {readoutOf(picture, at)}
      </p>
      <div
        ref={ref}
        class="drawing"
        tabIndex={0}
        role="slider"
        aria-label={`${chart.label} by month`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={readoutOf(picture, at)}
        onKeyDown={(event) => {
          const next = keys[event.key];
          if (next === undefined) return;
          event.preventDefault();
          setActive(Math.max(0, Math.min(last, next)));
        }}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setActive(monthNear(event.clientX - box.left, box.width, months.length));
        }}
        onPointerLeave={() => setActive(null)}
      >
        {drawn}
      </div>
    </>
  );
};

const Legend = ({
  picture,
  roles,
  onRoles,
}: {
  readonly picture: ChartPicture;
  readonly roles: readonly string[];
  readonly onRoles: ChartChoice['onRoles'] | null;
}) => {
  const chosen = picture.stacks.map(({ role }) => role);
  if (picture.chart.roles === 'no') return null;
  if (onRoles === null) {
    return (
      <ul class="legend">
        {chosen.map((role, at) => (
          <li key={role}>
            <span class={`swatch role-${at}`} aria-hidden="true" /> {role}
          </li>
        ))}
      </ul>
    );
  }
  const toggled = (role: string): readonly string[] =>
    roles.filter((one) => chosen.includes(one) !== (one === role));
  return (
    <fieldset class="legend no-print">
      <legend class="unseen">Roles</legend>
      <button type="button" aria-pressed={chosen.length === 0} onClick={() => onRoles([])}>
        Everyone
      </button>
      <button
        type="button"
        aria-pressed={chosen.length === roles.length}
        onClick={() => onRoles(roles)}
      >
        By role
      </button>
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
    </fieldset>
  );
};

const otherNote = (picture: ChartPicture): string =>
  picture.stacks.length > 0 && picture.chart.hasOthers
    ? ' Roles count current members only; the figure for everyone also has people who have left or were not signed in.'
    : '';

/** What the lines of the chart are. */
const ChartNote = ({ picture }: { readonly picture: ChartPicture }) => {
  const isStacked = picture.stacks.length > 0;
  return (
    <p class="note">
      {isStacked ? null : (
        <span class="key-of">
          <span class="key now" aria-hidden="true" /> This period
        </span>
      )}
      {picture.before.kind === 'known' ? (
        <span class="key-of">
          <span class="key before" aria-hidden="true" /> Period before
          {isStacked ? ', everyone' : ''}
        </span>
      ) : null}
      {otherNote(picture)}
    </p>
  );
};

/** The one large chart: a metric by month, beside the period before. */
export const MainChart = ({
  picture,
  actions,
  choice,
}: {
  readonly picture: Picture;
  readonly actions: Actions | null;
  readonly choice: ChartChoice | null;
}) => {
  const { chart: shown, calls } = picture;
  const series = allKnown([shown.total, ...shown.stacks.map(({ values }) => values)]);
  const state = missing(mapKnown(series, () => null));
  const table = chartTable(shown);
  const entries = [null, ...shown.stacks.map(({ role }) => role)].map((role) =>
    chartEntry(shown.chart, picture.roles as never, role),
  );
  return (
    <section aria-labelledby="by-month" data-chart={shown.chart.id}>
      <header>
        <h2 id="by-month">{choice === null ? `${shown.chart.label} by month` : 'By month'}</h2>
        {choice === null ? null : (
          <label>
            <span class="unseen">Metric</span>
            <select
              value={shown.chart.id}
              onChange={({ currentTarget }) => choice.onChart(currentTarget.value as ChartId)}
            >
              {charts.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        <Legend picture={shown} roles={picture.roles} onRoles={choice?.onRoles ?? null} />
        <CopyButton
          actions={actions}
          what={() => ({
            title: `${shown.chart.label} by month`,
            call: { ...calls.months, entries },
            table,
            drawing: (width) => <TimeChart {...seriesOf(shown)} width={width} active={null} />,
          })}
        />
      </header>
      <div class="panel chart">
        {state === null ? (
          <Drawing picture={shown} isStatic={choice === null} />
        ) : (
          <p class="blank">
            <StateText state={state} />
          </p>
        )}
        <ChartNote picture={shown} />
      </div>
      {state === null ? (
        <FiguresTable table={table} caption={`${shown.chart.label} by month`} />
      ) : null}
    </section>
  );
};
