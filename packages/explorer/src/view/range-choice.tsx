import { useState } from 'preact/hooks';
import { isMonth, lengthOf, type MonthSpan } from '../model/months.js';
import { monthsOfView, presets } from '../model/period.js';
import { type CompareWith, comparisons } from '../model/view.js';
import { fieldText } from './dom.js';
import { usePage } from './page.js';
import { Select } from './parts.js';

const comparisonLabels: Readonly<Record<CompareWith, string>> = {
  year: 'Same months a year before',
  before: 'Months just before',
  none: 'No comparison',
};

const OtherMonths = ({ shown }: { readonly shown: MonthSpan }) => {
  const { view, go } = usePage();
  const [wrong, setWrong] = useState('');
  const choose = (form: HTMLFormElement): void => {
    const fields = new FormData(form);
    const range = { from: fieldText(fields, 'from'), to: fieldText(fields, 'to') };
    // A browser without a choice of months has a field for text.
    if (!isMonth(range.from) || !isMonth(range.to))
      setWrong('Write months as YYYY-MM, such as 2026-03.');
    else if (lengthOf(range) < 1) setWrong('The first month comes after the last.');
    else {
      setWrong('');
      go({ range, roster: { ...view.roster, page: 1 } });
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
        {(['from', 'to'] as const).map((name) => (
          <label key={`${name} ${shown[name]}`}>
            {name === 'from' ? 'From' : 'To'}{' '}
            <input name={name} type="month" required value={shown[name]} />
          </label>
        ))}
        <button type="submit">Show</button>
        {wrong === '' ? null : <p role="alert">{wrong}</p>}
      </form>
    </details>
  );
};

/** Which months are shown, and with what they are compared. */
export const RangeChoice = () => {
  const { connected, view, go } = usePage();
  const { range, compare, roster } = view;
  const { thisMonth, dates } = connected.session.settingOf(view);
  const span = monthsOfView(view, thisMonth);
  const [from, to] = [dates?.from, dates?.to].map((date) => date?.slice(0, 7) ?? thisMonth);
  return (
    <div class="range no-print">
      <fieldset>
        <legend class="unseen">Range</legend>
        {presets.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            aria-pressed={range === id}
            onClick={() => go({ range: id, roster: { ...roster, page: 1 } })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <Select
        label="Compared with"
        value={compare}
        options={comparisons.map((id) => [id, comparisonLabels[id]])}
        onChoose={(chosen) => go({ compare: chosen })}
      />
      <OtherMonths shown={span ?? { from: from ?? '', to: to ?? '' }} />
    </div>
  );
};
