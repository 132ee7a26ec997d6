import type { Subscription } from '@tallyboard/core/vocabulary';
import { type FigureRow, FiguresChart } from '../chart/figures-chart.js';
import type { Call } from '../model/calls.js';
import { dateText, numberText, wordText } from '../model/format.js';
import { type Known, mapKnown, valueOr } from '../model/known.js';
import { subscriptionEntry } from '../model/lists.js';
import { subscriptionTable } from '../model/tables.js';
import { CopyButton } from './copy-button.js';
import type { Actions } from './copying.js';
import { missing, StateText } from './state-text.js';

const rowsOf = ({ status, termStart, termEnd, seatCount }: Subscription): readonly FigureRow[] => [
  { label: 'Status', text: wordText(status) },
  {
    label: 'Term',
    text: termStart === null ? 'none' : `${dateText(termStart)} to ${dateText(termEnd)}`,
  },
  { label: 'Seats', text: seatCount === null ? 'not known for this range' : numberText(seatCount) },
];

/** The subscription, with its seats. */
export const SubscriptionPanel = ({
  subscription,
  call,
  actions,
}: {
  readonly subscription: Known<Subscription>;
  readonly call: Call;
  readonly actions: Actions | null;
}) => {
  const state = missing(subscription);
  const rows = valueOr(mapKnown(subscription, rowsOf)) ?? [];
  return (
    <section class="panel" aria-labelledby="subscription" data-subscription>
      <header>
        <h3 id="subscription">Subscription</h3>
        <CopyButton
          actions={actions}
          what={() => ({
            title: 'Subscription',
            call: { ...call, entries: [subscriptionEntry] },
            table: subscriptionTable(valueOr(subscription)),
            drawing: (width) => <FiguresChart rows={rows} width={width} />,
          })}
        />
      </header>
      {state === null ? null : <StateText state={state} />}
      {state === null ? (
        <dl class="rows">
          {rows.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
};
