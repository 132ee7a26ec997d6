import { SparkLine } from '../chart/spark-line.js';
import { answersOf } from '../model/answers.js';
import { changeOf, datesText, numberText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import { datesOf } from '../model/period.js';
import type { CardPicture, Picture } from '../model/picture.js';
import { cardsTable } from '../model/tables.js';
import type { View } from '../model/view.js';
import { About, type Actions, Lead, TakeButtons } from './actions.js';
import { missing, StateText } from './state-text.js';

interface PartProps {
  readonly picture: Picture;
  readonly actions: Actions | null;
}

const arrows = { up: '▲ ', down: '▼ ', same: '' } as const;
const directions = { up: 'more: ', down: 'less: ', same: '' } as const;

const Change = ({ card: { compared, chart } }: { readonly card: CardPicture }) => {
  if (compared === null) return <span class="change">no figures by month</span>;
  if (compared.kind !== 'known') {
    if (compared.kind === 'none') return <span class="change" />;
    return (
      <span class="change">{compared.kind === 'asking' ? '' : <StateText state={compared} />}</span>
    );
  }
  const { now, before } = compared.value;
  const { direction, text } = changeOf(now, before);
  const each = chart?.over === 'mean' ? ' a month' : '';
  return (
    <span class={`change ${direction}`}>
      <span aria-hidden="true">{arrows[direction]}</span>
      <span class="unseen">{directions[direction]}</span>
      {text}{' '}
      <span class="was">
        {numberText(Math.round(now))}
        {each}, before {numberText(Math.round(before))}
      </span>
    </span>
  );
};

const Card = ({ card, actions }: { readonly card: CardPicture } & Pick<PartProps, 'actions'>) => {
  const { meaning, chart } = card;
  const state = missing(card.value);
  const months = card.months === null ? null : valueOr(card.months);
  return (
    <li class="card" data-card={meaning.label}>
      <h3>
        {chart === null ? (
          meaning.label
        ) : (
          <Lead
            actions={actions}
            change={{ chart: chart.id }}
            section="by-month"
            label={`${meaning.label} by month`}
          >
            {meaning.label}
          </Lead>
        )}
        <About of={meaning} />
      </h3>
      <p class="figure">
        {state === null ? numberText(valueOr(card.value) ?? 0) : <StateText state={state} />}
        <span class="of">{state === null ? card.of : ''}</span>
      </p>
      <Change card={card} />
      {months === null || months.length < 2 ? <div class="spark" /> : <SparkLine values={months} />}
    </li>
  );
};

/** What the percentages compare. */
const comparedText = ({ calls: { period }, chart }: Picture): string => {
  const comparison = period?.comparison;
  if (comparison === undefined) return '';
  if (comparison.kind === 'none')
    return comparison.reason === '' ? '' : `Not compared: ${comparison.reason}`;
  const [now, before] = [comparison.now, comparison.before].map((span) => datesText(datesOf(span)));
  const open = chart.isOpen ? ' The month that is not over is left out.' : '';
  return `Changes compare ${now ?? ''} with ${before ?? ''}.${open}`;
};

/** The cards on top: what there was in the range, and how its finished months have changed. */
export const Cards = ({ picture, actions }: PartProps) => (
  <section aria-labelledby="overview">
    <header>
      <h2 id="overview">Overview</h2>
      <p class="note">{comparedText(picture)}</p>
      <TakeButtons
        actions={actions}
        what={() => ({
          title: 'Overview',
          call: { ...picture.calls.now, entries: picture.cards.map(({ entry }) => entry) },
          table: cardsTable(picture.cards),
          drawing: null,
        })}
      />
    </header>
    <ul class="cards">
      {picture.cards.map((card) => (
        <Card key={card.meaning.label} card={card} actions={actions} />
      ))}
    </ul>
  </section>
);

const sections: Readonly<Record<string, string>> = { chart: 'by-month', inactive: 'roster' };

/** The questions of an administrator, answered in words. */
export const Answers = ({
  picture,
  actions,
  roster,
}: PartProps & { readonly roster: View['roster'] }) => (
  <section aria-labelledby="answers">
    <h2 id="answers" class="unseen">
      In words
    </h2>
    <ul class="answers">
      {answersOf(picture).map(({ question, text, leadsTo, action }) => (
        <li key={question} data-answer={leadsTo}>
          <h3>{question}</h3>
          <p>
            {text ?? '…'}{' '}
            {text === null || actions === null ? null : (
              <Lead
                actions={actions}
                change={
                  leadsTo === 'inactive'
                    ? { roster: { ...roster, q: '', role: null, status: 'inactive', page: 1 } }
                    : {}
                }
                section={sections[leadsTo] ?? leadsTo}
                label={`${action}: ${question}`}
              >
                {action}
              </Lead>
            )}
          </p>
        </li>
      ))}
    </ul>
  </section>
);
