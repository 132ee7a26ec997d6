import { useState } from 'preact/hooks';
import { isMonth, lengthOf, type MonthSpan } from '../model/months.js';
import { type Dates, presets } from '../model/period.js';
import { type CompareWith, comparisons, type View } from '../model/view.js';
import { fieldText } from './dom.js';
import { Select } from './parts.js';

const comparisonLabels: Readonly<Record<CompareWith, string>> = {
  year: 'Same months a year before',
  before: 'Months just before',
  none: 'No comparison',
};

const OtherMonths = ({
  shown,
  onRange,
}: {
  readonly shown: MonthSpan;
  readonly onRange: (range: MonthSpan) => void;
}) => {
  const [wrong, setWrong] = useState('');
  const choose = (form: HTMLFormElement): void => {
    const fields = new FormData(form);
    const [from, to] = ['from', 'to'].map((name) => fieldText(fields, name));
    const span = { from: from ?? '', to: to ?? '' };
    if (!isMonth(span.from) || !isMonth(span.to))
      setWrong('Write months as YYYY-MM, such as 2026-03.');
    else if (lengthOf(span) < 1) setWrong('The first month comes after the last.');
    else {
      setWrong('');
      onRange(span);
    }
  };
  return (
    <details>
      <summary>Other months</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          choose(event.currentTarget);
        }}
      >
        <label>
          From{' '}
          <input name="from" type="month" required value={shown.from} key={`from ${shown.from}`} />
        </label>
        <label>
          To <input name="to" type="month" required value={shown.to} key={`to ${shown.to}`} />
        </label>
        <button type="submit">Show</button>
        {wrong === '' ? null : <p role="alert">{wrong}</p>}
      </form>
    </details>
  );
};

/** Which months are shown: presets, and any others within the rules. */
export const RangeChoice = ({
  view: { range, compare, roster },
  dates,
  thisMonth,
  onView,
}: {
  readonly view: View;
  readonly dates: Dates | null;
  readonly thisMonth: string;
  readonly onView: (change: Partial<View>) => void;
}) => {
  const onRange = (chosen: View['range']): void =>
    onView({ range: chosen, roster: { ...roster, page: 1 } });
  const [from, to] = [dates?.from, dates?.to].map((date) => date?.slice(0, 7) ?? thisMonth);
  const shown = typeof range === 'object' ? range : { from: from ?? '', to: to ?? '' };
  return (
    <div class="range no-print">
      <fieldset>
        <legend class="unseen">Range</legend>
        {presets.map(({ id, label }) => (
          <button key={id} type="button" aria-pressed={range === id} onClick={() => onRange(id)}>
            {label}
          </button>
        ))}
      </fieldset>
      <Select
        label="Compared with"
        value={compare}
        options={comparisons.map((id) => [id, comparisonLabels[id]])}
        onChoose={(chosen) => onView({ compare: chosen })}
      />
      <OtherMonths shown={shown} onRange={onRange} />
    </div>
  );
};
