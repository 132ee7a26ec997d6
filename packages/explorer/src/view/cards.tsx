import { line } from 'd3-shape';
import { answersOf, comparedText } from '../model/answers.js';
import { numberText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import type { CardPicture } from '../model/picture.js';
import { cardsTable } from '../model/tables.js';
import { About, Lead, usePage } from './page.js';
import { Change, missing, Section, StateText } from './parts.js';

const [width, height, margin] = [120, 32, 3];

/** The months of a card as a small line, without axes. */
const SparkLine = ({ values }: { readonly values: readonly number[] }) => {
  const most = Math.max(1, ...values);
  const x = (at: number): number =>
    margin + (at * (width - 2 * margin)) / Math.max(1, values.length - 1);
  const y = (value: number): number => height - margin - (value * (height - 2 * margin)) / most;
  const path = line<number>(
    (_, at) => x(at),
    (value) => y(value),
  );
  const last = values.at(-1);
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMinYMid"
      aria-hidden="true"
    >
      <path class="line now" d={path([...values]) ?? ''} />
      {last === undefined ? null : (
        <circle class="dot" cx={x(values.length - 1)} cy={y(last)} r={2.5} />
      )}
    </svg>
  );
};

const CardChange = ({ chart }: Pick<CardPicture, 'chart'>) => {
  if (chart === null) return <span class="change same">no figures by month</span>;
  const compared = valueOr(chart.series)?.compared ?? null;
  if (compared === null) return <span class="change" />;
  const [now, before] = [compared.now, compared.before].map((value) =>
    numberText(Math.round(value)),
  );
  const each = chart.chart.over === 'mean' ? ' a month' : '';
  return <Change {...compared} was={`${now ?? ''}${each}, before ${before ?? ''}`} />;
};

const Card = ({ card }: { readonly card: CardPicture }) => {
  const { meaning, chart } = card;
  const { label } = meaning;
  const state = missing(card.value);
  const months = (chart === null ? null : valueOr(chart.series)?.total) ?? [];
  return (
    <li class="card" data-card={label}>
      <h3>
        {chart === null ? (
          label
        ) : (
          <Lead change={{ chart: chart.chart.id }} section="by-month" label={`${label} by month`}>
            {label}
          </Lead>
        )}
        <About of={meaning} />
      </h3>
      <p class="figure">
        {state === null ? numberText(valueOr(card.value) ?? 0) : <StateText state={state} />}
        <span class="of">{state === null ? card.of : ''}</span>
      </p>
      <CardChange chart={chart} />
      {months.length < 2 ? <div class="spark" /> : <SparkLine values={months} />}
    </li>
  );
};

/** The cards on top: what there was in the range, and how its finished months have changed. */
export const Cards = () => {
  const { picture } = usePage();
  const title = 'Overview';
  const entries = picture.cards.map(({ entry }) => entry);
  return (
    <Section
      id="overview"
      title={title}
      beside={<p class="note">{comparedText(picture)}</p>}
      take={{ title, entries, table: cardsTable(picture.cards) }}
    >
      <ul class="cards">
        {picture.cards.map((card) => (
          <Card key={card.meaning.label} card={card} />
        ))}
      </ul>
    </Section>
  );
};

/** The questions of an administrator, answered in words. */
export const Answers = () => {
  const { picture, view } = usePage();
  const inactive = { ...view.roster, q: '', role: null, status: 'inactive', page: 1 } as const;
  return (
    <section aria-labelledby="answers">
      <h2 id="answers" class="unseen">
        In words
      </h2>
      <ul class="answers">
        {answersOf(picture).map(({ id, question, text, section, action }) => (
          <li key={id} data-answer={id}>
            <h3>{question}</h3>
            <p>{text ?? '…'}</p>
            {text === null ? null : (
              <Lead
                change={id === 'inactive' ? { roster: inactive } : {}}
                section={section}
                label={`${action}: ${question}`}
              >
                {action}
              </Lead>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
