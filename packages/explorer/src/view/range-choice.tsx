import type { MonthSpan } from '../model/months.js';
import { presets } from '../model/period.js';
import { type CompareWith, comparisons } from '../model/view.js';
import { fieldText } from './dom.js';
import { usePage } from './page.js';
import { Select } from './parts.js';

const comparisonLabels: Readonly<Record<CompareWith, string>> = {
  year: 'Same months a year before',
  before: 'Months just before',
  none: 'No comparison',
};

/** Where a browser has no choice of months, its field is one for text. */
const monthPattern = '\\d{4}-(0[1-9]|1[0-2])';

const OtherMonths = ({ shown }: { readonly shown: MonthSpan }) => {
  const { view, go } = usePage();
  return (
    <details>
      <summary>Other months</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          const [from = '', to = ''] = [fieldText(fields, 'from'), fieldText(fields, 'to')].sort();
          go({ range: { from, to }, roster: { ...view.roster, page: 1 } });
        }}
      >
        {(['from', 'to'] as const).map((name) => (
          <label key={`${name} ${shown[name]}`}>
            {name === 'from' ? 'From' : 'To'}{' '}
            <input
              name={name}
              type="month"
              required
              pattern={monthPattern}
              title="A month such as 2026-03"
              value={shown[name]}
            />
          </label>
        ))}
        <button type="submit">Show</button>
      </form>
    </details>
  );
};

/** Which months are shown, and with what they are compared. */
export const RangeChoice = () => {
  const { calls, view, go } = usePage();
  const { range, compare, roster } = view;
  const [from = '', to = ''] = [calls.dates?.from, calls.dates?.to].map((date) =>
    date?.slice(0, 7),
  );
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
      <OtherMonths shown={{ from, to }} />
    </div>
  );
};
