import { type FigureRow, FiguresChart } from '../chart/figures-chart.js';
import { SparkLine } from '../chart/spark-line.js';
import { changeText, datesText, directionOf, numberText } from '../model/format.js';
import type { Known } from '../model/known.js';
import { valueOr } from '../model/known.js';
import { datesOf } from '../model/period.js';
import type { CardPicture, Picture } from '../model/picture.js';
import { cardsTable } from '../model/tables.js';
import { CopyButton } from './copy-button.js';
import type { Actions } from './copying.js';
import { missing, StateText } from './state-text.js';

const arrows = { up: '▲', down: '▼', same: '' } as const;

const Change = ({
  value,
  before,
}: {
  readonly value: Known<number>;
  readonly before: Known<number>;
}) => {
  const [now, was] = [valueOr(value), valueOr(before)];
  if (now === null || was === null) {
    const state = now === null ? null : missing(before);
    if (state === null || state.kind === 'none') return <span class="change" />;
    return (
      <span class="change">
        {state.kind === 'asking' ? 'compared in a moment' : <StateText state={state} />}
      </span>
    );
  }
  const direction = directionOf(now, was);
  const text = changeText(now, was);
  return (
    <span class={`change ${direction}`}>
      <span aria-hidden="true">{arrows[direction]} </span>
      {text ?? 'new'} <span class="was">before: {numberText(was)}</span>
    </span>
  );
};

const Card = ({ card }: { readonly card: CardPicture }) => {
  const state = missing(card.value);
  const value = valueOr(card.value);
  const months = card.months === null ? null : valueOr(card.months);
  return (
    <li class="card" data-card={card.label}>
      <h3>{card.label}</h3>
      <p class="figure">
        {state === null ? numberText(value ?? 0) : <StateText state={state} />}
        <span class="of">{state === null ? card.of : ''}</span>
      </p>
      <Change value={card.value} before={card.before} />
      {months === null || months.length < 2 ? <div class="spark" /> : <SparkLine values={months} />}
    </li>
  );
};

/** A card in a drawing: its figure with its change, and its months. */
const rowOf = ({ label, value, of, before, months }: CardPicture): FigureRow => {
  const [now, was] = [valueOr(value), valueOr(before)];
  const change = now === null || was === null ? null : changeText(now, was);
  const words = now === null ? [] : [numberText(now), of, change === null ? '' : `(${change})`];
  return {
    label,
    text: words.filter((word) => word !== '').join(' '),
    months: months === null ? null : valueOr(months),
  };
};

/** The cards on top: what there was in the range, and how that has changed. */
export const Cards = ({
  picture,
  actions,
}: {
  readonly picture: Picture;
  readonly actions: Actions | null;
}) => {
  const { before, isUnderWay } = picture;
  const compared =
    before === null
      ? ''
      : before.kind === 'none'
        ? `Not compared: ${before.reason}`
        : `Compared with ${datesText(datesOf(before.months))}.${isUnderWay ? ' The last month is not over.' : ''}`;
  return (
    <section aria-labelledby="overview">
      <header>
        <h2 id="overview">Overview</h2>
        <p class="note">{compared}</p>
        <CopyButton
          actions={actions}
          what={() => ({
            title: 'Overview',
            call: { ...picture.calls.now, entries: picture.cards.map(({ entry }) => entry) },
            table: cardsTable(picture.cards),
            drawing: (width) => <FiguresChart rows={picture.cards.map(rowOf)} width={width} />,
          })}
        />
      </header>
      <ul class="cards">
        {picture.cards.map((card) => (
          <Card key={card.label} card={card} />
        ))}
      </ul>
    </section>
  );
};
