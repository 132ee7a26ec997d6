import { BarsChart } from '../chart/bars-chart.js';
import type { Call } from '../model/calls.js';
import { nameText, numberText, wordText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import type { Bar, BarsPicture } from '../model/picture.js';
import { barsTable } from '../model/tables.js';
import { CopyButton } from './copy-button.js';
import type { Actions } from './copying.js';
import { missing, StateText } from './state-text.js';

const Name = ({
  bar,
  href,
  isWord,
}: {
  readonly bar: Bar;
  readonly href: string | null;
  readonly isWord: boolean;
}) => {
  const text = isWord ? wordText(bar.label) : bar.label;
  const name = <bdi>{nameText(text, '(no title)')}</bdi>;
  return href === null ? (
    <span class="name">{name}</span>
  ) : (
    <a class="name" href={href}>
      {name}
    </a>
  );
};

/** Named bars with their figures, the longest first. */
export const Bars = ({
  picture,
  call,
  actions,
  isWords = false,
}: {
  readonly picture: BarsPicture;
  readonly call: Call;
  readonly actions: Actions | null;
  /** The names are words of the API, not of people. */
  readonly isWords?: boolean;
}) => {
  const state = missing(picture.bars);
  const bars = valueOr(picture.bars) ?? [];
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const hrefOf = (id: string): string | null =>
    picture.linksToBoards && actions !== null ? actions.boardAddress(id) : null;
  return (
    <section class="panel" data-bars={picture.id} aria-labelledby={`bars-${picture.id}`}>
      <header>
        <h3 id={`bars-${picture.id}`}>{picture.title}</h3>
        <CopyButton
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
      {state === null && bars.length === 0 ? <p class="empty">None in this range.</p> : null}
      <ol class="bars">
        {bars.map((bar) => (
          <li key={bar.id}>
            <Name bar={bar} href={hrefOf(bar.id)} isWord={isWords} />
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
