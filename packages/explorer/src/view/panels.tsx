import type { Subscription } from '@tallyboard/core/vocabulary';
import { metricMeanings } from '@tallyboard/core/vocabulary';
import { subscriptionEntry } from '../model/catalog.js';
import { countText, dateText, numberText, percentText, wordText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import type { FigurePicture, Picture } from '../model/picture.js';
import { figuresTable, subscriptionTable } from '../model/tables.js';
import { About, type Actions, TakeButtons } from './actions.js';
import { BarsColumns } from './bars.js';
import { missing, StateText } from './state-text.js';

interface PanelProps {
  readonly picture: Picture;
  readonly actions: Actions | null;
}

const Value = ({ figure }: { readonly figure: FigurePicture }) => {
  const state = missing(figure.value);
  if (state !== null) return <StateText state={state} />;
  const value = valueOr(figure.value);
  if (value === null) return <span class="of">nothing to measure</span>;
  return <>{`${numberText(value)}${figure.unit}`}</>;
};

/** Content safety, or why there is none. */
export const Safety = ({ picture, actions }: PanelProps) => (
  <section aria-labelledby="safety">
    <header>
      <h2 id="safety" tabIndex={-1}>
        Content safety
      </h2>
      {picture.noSafety === null ? (
        <TakeButtons
          actions={actions}
          what={() => ({
            title: 'Content safety',
            call: { ...picture.calls.now, entries: picture.safety.map(({ entry }) => entry) },
            table: figuresTable(picture.safety),
            drawing: null,
          })}
        />
      ) : null}
    </header>
    {picture.noSafety === null ? (
      <>
        <dl class="single">
          {picture.safety.map((figure) => (
            <div key={figure.meaning.label} data-figure={figure.meaning.label}>
              <dt>
                {figure.meaning.label}
                <About of={figure.meaning} />
              </dt>
              <dd>
                <Value figure={figure} />
              </dd>
            </div>
          ))}
        </dl>
        <BarsColumns list={picture.safetyLists} call={picture.calls.now} actions={actions} />
      </>
    ) : (
      <p class="note">{picture.noSafety}</p>
    )}
  </section>
);

const rowsOf = (
  { status, termStart, termEnd, seatCount }: Subscription,
  members: number | null,
): readonly (readonly [string, string])[] => [
  ['Status', wordText(status)],
  ['Term', termStart === null ? 'none' : `${dateText(termStart)} to ${dateText(termEnd)}`],
  ['Seats', seatCount === null ? (termStart === null ? 'none' : 'unknown') : numberText(seatCount)],
  ...(seatCount === null || members === null
    ? []
    : [
        [
          'In use',
          `${countText(members, 'member')}, ${percentText(members / Math.max(1, seatCount))}`,
        ] as const,
      ]),
];

/** The subscription, with its seats. */
export const SubscriptionPanel = ({ picture, actions }: PanelProps) => {
  const { subscription, calls, members } = picture;
  const state = missing(subscription);
  const term = valueOr(subscription);
  return (
    <section aria-labelledby="subscription" data-subscription>
      <header>
        <h2 id="subscription" tabIndex={-1}>
          Subscription
        </h2>
        <About of={metricMeanings.subscription} />
        <TakeButtons
          actions={actions}
          what={() => ({
            title: 'Subscription',
            call: { ...calls.now, entries: [subscriptionEntry] },
            table: subscriptionTable(term),
            drawing: null,
          })}
        />
      </header>
      {state === null ? null : <StateText state={state} />}
      {term === null ? null : (
        <dl class="single">
          {rowsOf(term, valueOr(members)).map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
};
