import { answersOf, comparedText } from '../model/answers.js';
import { meaningOf } from '../model/catalog.js';
import { numberText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import type { CardPicture } from '../model/picture.js';
import { cardsTable } from '../model/tables.js';
import { About, Lead, usePage } from './page.js';
import { Change, Figure, Section } from './parts.js';

/** The months of a card as a small line, without axes; room for one where there are none. */
const SparkLine = ({ values }: { readonly values: readonly number[] }) => {
  if (values.length < 2) return <div class="spark" />;
  const most = Math.max(1, ...values);
  const points = values.map((value, at) => [
    3 + (114 * at) / (values.length - 1),
    29 - (26 * value) / most,
  ]);
  const [x, y] = points.at(-1)!;
  return (
    <svg class="spark" viewBox="0 0 120 32" preserveAspectRatio="xMinYMid" aria-hidden="true">
      <polyline class="line now" points={points.join(' ')} />
      <circle class="dot" cx={x} cy={y} r={2.5} />
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
  const { entry, value, chart } = card;
  const { label } = meaningOf(entry);
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
        <About of={meaningOf(entry)} />
      </h3>
      <p class="figure">
        <Figure of={value}>{numberText}</Figure>
        <span class="of">{value.kind === 'known' ? card.of : ''}</span>
      </p>
      <CardChange chart={chart} />
      <SparkLine values={months} />
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
          <Card key={meaningOf(card.entry).label} card={card} />
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
