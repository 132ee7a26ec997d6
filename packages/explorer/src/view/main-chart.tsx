import { useState } from 'preact/hooks';
import { monthNear, TimeChart } from '../chart/time-chart.js';
import { type ChartId, chartEntry, charts, meaningOf } from '../model/catalog.js';
import { changeOf, monthText, numberText } from '../model/format.js';
import { allKnown, mapKnown, valueOr } from '../model/known.js';
import type { ChartPicture, Picture } from '../model/picture.js';
import { chartTable } from '../model/tables.js';
import type { CompareWith } from '../model/view.js';
import { About, type Actions, TakeButtons } from './actions.js';
import { FiguresTable } from './figures-table.js';
import { useNow } from './now.js';
import { missing, StateText } from './state-text.js';
import { useWidth } from './use-width.js';

/** How the main chart can be changed; a report has nothing of it. */
export interface ChartChoice {
  readonly onChart: (id: ChartId) => void;
  readonly onRoles: (roles: readonly string[]) => void;
}

const chartHeight = 280;

/** How much of a month that is not over has passed; empty where the clock here shows another month. */
const daysText = (month: string, now: number): string => {
  const date = new Date(now);
  if (date.toISOString().slice(0, 7) !== month) return ', not over';
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return `, ${date.getUTCDate()} of ${days} days`;
};

/** What one month has, in words. */
const readoutOf = (picture: ChartPicture, at: number, clock: number): string => {
  const { months, total, before, stacks, chart, isOpen } = picture;
  const month = months[at];
  const value = valueOr(total)?.[at];
  if (month === undefined || value === undefined) return '';
  const isUnfinished = isOpen && at === months.length - 1;
  const was = valueOr(before)?.[at] ?? null;
  const { direction, text } = changeOf(value, was ?? 0);
  const sign = { up: '▲ ', down: '▼ ', same: '' }[direction];
  const change = isUnfinished ? '' : ` (${sign}${text})`;
  const slices = stacks.map(({ role, values }) => {
    const figure = valueOr(values)?.[at];
    return figure === undefined ? '' : `, ${role}: ${numberText(figure)}`;
  });
  const days = isUnfinished ? daysText(month, clock) : '';
  const compared = was === null ? '' : `; before: ${numberText(was)}${change}`;
  return `${monthText(month)}${days}: ${numberText(value)} ${chart.label.toLowerCase()}${slices.join('')}${compared}`;
};

/** The series of a chart as numbers, once they are known. */
const seriesOf = (picture: ChartPicture) => ({
  title: picture.chart.label,
  months: picture.months,
  total: valueOr(picture.total) ?? [],
  before: valueOr(picture.before),
  stacks: picture.stacks.map(({ role, values }) => ({ role, values: valueOr(values) ?? [] })),
  isOpen: picture.isOpen,
  inRange: picture.inRange,
  height: chartHeight,
});

const Drawing = ({
  picture,
  actions,
}: {
  readonly picture: ChartPicture;
  readonly actions: Actions | null;
}) => {
  const clock = useNow();
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
  const show = (month: number): void => {
    const chosen = months[month];
    if (chosen !== undefined) actions?.go({ range: { from: chosen, to: chosen } });
  };
  const drawn = <TimeChart {...seriesOf(picture)} width={width} active={active} />;
  if (actions === null) return <div class="drawing">{drawn}</div>;
  return (
    <>
      <p class="readout" aria-hidden="true">
        {readoutOf(picture, at, clock)}
      </p>
      <div
        ref={ref}
        class="drawing"
        tabIndex={0}
        role="slider"
        aria-label={`${chart.label} by month; Enter shows the month`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={readoutOf(picture, at, clock)}
        onClick={() => show(at)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') show(at);
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
  const chosen = picture.stacks.map(({ role }) => role).filter((role) => role !== 'others');
  if (picture.chart.roles === 'no') return null;
  if (onRoles === null) {
    return (
      <ul class="legend">
        {picture.stacks.map(({ role }, at) => (
          <li key={role}>
            <span
              class={`swatch ${role === 'others' ? 'others' : `role-${at}`}`}
              aria-hidden="true"
            />{' '}
            {role}
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
        All together
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
      {picture.stacks.length > chosen.length ? (
        <span class="key-of">
          <span class="swatch others" aria-hidden="true" /> others
        </span>
      ) : null}
    </fieldset>
  );
};

const otherNote = (picture: ChartPicture): string =>
  picture.stacks.length > 0 && picture.chart.hasOthers
    ? ' Others are former members, people who were not signed in, and roles that are not shown.'
    : '';

/** What the lines of the chart are. */
const ChartNote = ({
  picture,
  compare,
}: {
  readonly picture: ChartPicture;
  readonly compare: CompareWith;
}) => {
  const isStacked = picture.stacks.length > 0;
  return (
    <p class="note">
      {isStacked ? null : (
        <span class="key-of">
          <span class="key now" aria-hidden="true" /> {picture.chart.label}
        </span>
      )}
      {picture.before.kind === 'known' ? (
        <span class="key-of">
          <span class="key before" aria-hidden="true" />{' '}
          {compare === 'year' ? 'A year before' : 'Months before'}
          {isStacked ? ', all roles' : ''}
        </span>
      ) : null}
      {picture.isOpen ? <span class="key-of">The last month is not over.</span> : null}
      {otherNote(picture)}
    </p>
  );
};

/** The one large chart: a metric by month, with the months it is compared with. */
export const MainChart = ({
  picture,
  actions,
  choice,
  compare,
}: {
  readonly picture: Picture;
  readonly actions: Actions | null;
  readonly choice: ChartChoice | null;
  readonly compare: CompareWith;
}) => {
  const { chart: shown, calls } = picture;
  const series = allKnown([shown.total, ...shown.stacks.map(({ values }) => values)]);
  const state = missing(mapKnown(series, () => null));
  const table = chartTable(shown);
  const entries = [null, ...shown.stacks.map(({ role }) => role)]
    .filter((role) => role !== 'others')
    .map((role) => chartEntry(shown.chart, picture.roles, role));
  return (
    <section aria-labelledby="by-month" data-chart={shown.chart.id}>
      <header>
        <h2 id="by-month" tabIndex={-1}>
          {choice === null ? `${shown.chart.label} by month` : 'By month'}
        </h2>
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
        <About of={meaningOf(shown.chart.entry)} />
        <Legend picture={shown} roles={picture.roles} onRoles={choice?.onRoles ?? null} />
        <TakeButtons
          actions={actions}
          what={() => ({
            title: `${shown.chart.label} by month`,
            call: { ...(calls.months ?? calls.now), entries },
            table,
            drawing: (width) => <TimeChart {...seriesOf(shown)} width={width} active={null} />,
          })}
        />
      </header>
      <div class="panel chart">
        {state === null ? (
          <Drawing picture={shown} actions={actions} />
        ) : (
          <p class="blank">
            <StateText state={state} />
          </p>
        )}
        <ChartNote picture={shown} compare={compare} />
      </div>
      {state === null ? (
        <FiguresTable table={table} caption={`${shown.chart.label} by month`} />
      ) : null}
    </section>
  );
};
