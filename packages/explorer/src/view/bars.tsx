import { BarsChart } from '../chart/bars-chart.js';
import type { Call } from '../model/calls.js';
import { nameText, numberText, wordText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import type { Bar, BarsPicture } from '../model/picture.js';
import { barsTable } from '../model/tables.js';
import type { View } from '../model/view.js';
import { About, type Actions, Lead, TakeButtons } from './actions.js';
import { missing, StateText } from './state-text.js';

const changeTo = ({ id, label }: Bar, leadsTo: BarsPicture['leadsTo']): Partial<View> =>
  leadsTo === 'board' ? { board: id } : { person: { id, name: label } };

/** Named bars with their figures, the longest first. */
export const Bars = ({
  picture,
  call,
  actions,
}: {
  readonly picture: BarsPicture;
  readonly call: Call;
  readonly actions: Actions | null;
}) => {
  const { leadsTo } = picture;
  const isRanking = picture.entry.name.startsWith('top');
  const state = missing(picture.bars);
  const bars = valueOr(picture.bars) ?? [];
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <section class="panel" data-bars={picture.id} aria-labelledby={`bars-${picture.id}`}>
      <header>
        <h3 id={`bars-${picture.id}`}>{picture.title}</h3>
        <About of={picture.meaning} />
        <TakeButtons
          actions={actions}
          what={() => ({
            title: picture.title,
            call: { ...call, entries: [picture.entry] },
            table: barsTable(picture),
            drawing: (width) => <BarsChart bars={bars} width={width} />,
          })}
        />
      </header>
      {state === null ? null : (
        <p>
          <StateText state={state} />
        </p>
      )}
      <ol class="bars">
        {bars.map((bar) => {
          const name = (
            <bdi>{nameText(isRanking ? bar.label : wordText(bar.label), '(no title)')}</bdi>
          );
          return (
            <li key={bar.id}>
              <span class="name">
                {leadsTo === null ? (
                  name
                ) : (
                  <Lead
                    actions={actions}
                    change={changeTo(bar, leadsTo)}
                    {...(leadsTo === 'person' ? { section: 'person' } : {})}
                  >
                    {name}
                  </Lead>
                )}
              </span>
              <span class="value">{numberText(bar.value)}</span>
              <svg
                class="bar-line"
                viewBox="0 0 100 2"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect class="bar" width={(100 * bar.value) / most} height={2} />
              </svg>
            </li>
          );
        })}
      </ol>
    </section>
  );
};

/** Panels of bars. Those with nothing to show share one line. */
export const BarsColumns = ({
  list,
  call,
  actions,
}: {
  readonly list: readonly BarsPicture[];
  readonly call: Call;
  readonly actions: Actions | null;
}) => {
  const isEmpty = ({ bars }: BarsPicture): boolean => valueOr(bars)?.length === 0;
  const empty = list.filter(isEmpty).map(({ title }) => title[0]!.toLowerCase() + title.slice(1));
  return (
    <>
      <div class="columns">
        {list
          .filter((bars) => !isEmpty(bars))
          .map((bars) => (
            <Bars key={bars.id} picture={bars} call={call} actions={actions} />
          ))}
      </div>
      {empty.length === 0 ? null : (
        <p class="empty" data-empty>
          Nothing in this range for: {empty.join(', ')}.
        </p>
      )}
    </>
  );
};
