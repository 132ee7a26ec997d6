import type { Call } from '../model/calls.js';
import { nameText, numberText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import type { Bar, BarsPicture } from '../model/picture.js';
import { barsTable, isEmpty, nothingText } from '../model/tables.js';
import type { View } from '../model/view.js';
import { About, type Actions, Lead, TakeButtons } from './actions.js';
import { Missing } from './parts.js';

interface BarsProps {
  readonly picture: BarsPicture;
  readonly call: Call;
  readonly actions: Actions;
}

const changeTo = ({ id, label }: Bar, leadsTo: BarsPicture['leadsTo']): Partial<View> =>
  leadsTo === 'board' ? { board: id } : { person: { id, name: label } };

const Name = ({ bar, picture, actions }: { readonly bar: Bar } & Omit<BarsProps, 'call'>) => {
  const { leadsTo } = picture;
  const name = <bdi>{nameText(bar.label, '(no title)')}</bdi>;
  if (leadsTo === null) return name;
  const section = leadsTo === 'person' ? { section: 'person' } : {};
  return (
    <Lead actions={actions} change={changeTo(bar, leadsTo)} {...section}>
      {name}
    </Lead>
  );
};

/** Named bars with their figures, the longest first. */
const Bars = ({ picture, call, actions }: BarsProps) => {
  const { id, title, meaning, entry } = picture;
  const bars = valueOr(picture.bars) ?? [];
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <section class="panel" data-bars={id} aria-labelledby={`bars-${id}`}>
      <header>
        <h3 id={`bars-${id}`}>{title}</h3>
        <About of={meaning} />
        <TakeButtons
          actions={actions}
          what={{ title, call: { ...call, entries: [entry] }, table: barsTable(picture) }}
        />
      </header>
      <Missing of={picture.bars} />
      <ol class="bars">
        {bars.map((bar) => (
          <li key={bar.id}>
            <span class="name">
              <Name bar={bar} picture={picture} actions={actions} />
            </span>
            <span class="value">{numberText(bar.value)}</span>
            <svg class="bar-line" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
              <rect class="bar" width={(100 * bar.value) / most} height={2} />
            </svg>
          </li>
        ))}
      </ol>
    </section>
  );
};

/** Panels of bars. Those with nothing to show share one line. */
export const BarsColumns = ({
  list,
  ...props
}: { readonly list: readonly BarsPicture[] } & Omit<BarsProps, 'picture'>) => {
  const nothing = nothingText(list);
  return (
    <>
      <div class="columns">
        {list
          .filter((bars) => !isEmpty(bars))
          .map((bars) => (
            <Bars key={bars.id} picture={bars} {...props} />
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
