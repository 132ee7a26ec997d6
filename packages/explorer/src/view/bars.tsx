import { nameText, numberText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import type { Bar, BarsPicture } from '../model/picture.js';
import { barsTable, isEmpty, nothingText } from '../model/tables.js';
import { About, Lead, TakeButtons, usePage } from './page.js';
import { Missing } from './parts.js';

const Name = ({
  bar: { id, label },
  leadsTo,
}: { readonly bar: Bar } & Pick<BarsPicture, 'leadsTo'>) => {
  const name = <bdi>{nameText(label, '(no title)')}</bdi>;
  if (leadsTo === null) return name;
  const change = leadsTo === 'board' ? { board: id } : { person: { id, name: label } };
  return (
    <Lead change={change} section={leadsTo}>
      {name}
    </Lead>
  );
};

/** Named bars with their figures, the longest first. */
const Bars = ({ list }: { readonly list: BarsPicture }) => {
  const { id, title, meaning, entry, leadsTo } = list;
  const bars = valueOr(list.bars) ?? [];
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <section class="panel" data-bars={id} aria-labelledby={`bars-${id}`}>
      <header>
        <h3 id={`bars-${id}`}>{title}</h3>
        <About of={meaning} />
      </header>
      <Missing of={list.bars} />
      <ol class="bars">
        {bars.map((bar) => (
          <li key={bar.id}>
            <span class="name">
              <Name bar={bar} leadsTo={leadsTo} />
            </span>
            <span class="value">{numberText(bar.value)}</span>
            <svg class="bar-line" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
              <rect class="bar" width={(100 * bar.value) / most} height={2} />
            </svg>
          </li>
        ))}
      </ol>
      <TakeButtons what={{ title, entries: [entry], table: barsTable(list) }} />
    </section>
  );
};

/** Panels of bars. Those with nothing to show share one line. */
export const BarsColumns = ({ lists }: { readonly lists: readonly BarsPicture[] }) => {
  const nothing = nothingText(lists);
  return (
    <>
      <div class="columns">
        {lists
          .filter((list) => !isEmpty(list))
          .map((list) => (
            <Bars key={list.id} list={list} />
          ))}
      </div>
      {nothing === '' ? null : (
        <p class="empty" data-empty>
          {nothing}
        </p>
      )}
    </>
  );
};
