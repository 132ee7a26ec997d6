import type { Subscription } from '@tallyboard/core';
import { dateText, numberText, wordText } from '../model/format.js';
import type { Known } from '../model/known.js';
import { missing, StateText } from './state-text.js';

const rowsOf = ({ status, termStart, termEnd, seatCount }: Subscription) => [
  ['Status', wordText(status)],
  ['Term', termStart === null ? 'none' : `${dateText(termStart)} to ${dateText(termEnd)}`],
  ['Seats', seatCount === null ? 'not known for this range' : numberText(seatCount)],
];

/** The subscription, with its seats. */
export const SubscriptionPanel = ({
  subscription,
}: {
  readonly subscription: Known<Subscription>;
}) => {
  const state = missing(subscription);
  return (
    <section class="panel" aria-labelledby="subscription" data-subscription>
      <header>
        <h3 id="subscription">Subscription</h3>
      </header>
      {state === null ? null : <StateText state={state} />}
      {subscription.kind === 'known' ? (
        <dl class="rows">
          {rowsOf(subscription.value).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
};
