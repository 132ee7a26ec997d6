import { meaningOf, subscriptionEntry } from '../model/catalog.js';
import { nameText, numberText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import type { Bar, BarsPicture } from '../model/picture.js';
import {
  barsTable,
  cellText,
  figuresTable,
  isEmpty,
  nothingText,
  subscriptionTable,
} from '../model/tables.js';
import { About, Lead, TakeButtons, usePage } from './page.js';
import { Figure, Missing, Section, Single } from './parts.js';

const Name = ({
  bar: { id, label },
  leadsTo,
}: { readonly bar: Bar } & Pick<BarsPicture, 'leadsTo'>) => {
  const name = <bdi>{nameText(label, '(no title)')}</bdi>;
  if (leadsTo === null) return name;
  const change = leadsTo === 'board' ? { board: id } : { person: { id, name: label } };
  return (
    <Lead change={change} section={leadsTo}>
      {name}
    </Lead>
  );
};

/** Named bars with their figures, the longest first. */
const Bars = ({ list }: { readonly list: BarsPicture }) => {
  const { id, title, entry, leadsTo } = list;
  const bars = valueOr(list.bars) ?? [];
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <section class="panel" data-bars={id} aria-labelledby={`bars-${id}`}>
      <header>
        <h3 id={`bars-${id}`}>{title}</h3>
        <About of={meaningOf(entry)} />
      </header>
      <Missing of={list.bars} />
      <ol class="bars">
        {bars.map((bar) => (
          <li key={bar.id}>
            <span class="name">
              <Name bar={bar} leadsTo={leadsTo} />
            </span>
            <span class="value">{numberText(bar.value)}</span>
            <svg class="bar-line" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
              <rect class="bar" width={(100 * bar.value) / most} height={2} />
            </svg>
          </li>
        ))}
      </ol>
      <TakeButtons what={{ title, entries: [entry], table: barsTable(list) }} />
    </section>
  );
};

/** Panels of bars. Those with nothing to show share one line. */
const BarsColumns = ({ lists }: { readonly lists: readonly BarsPicture[] }) => {
  const nothing = nothingText(lists);
  return (
    <>
      <div class="columns">
        {lists
          .filter((list) => !isEmpty(list))
          .map((list) => (
            <Bars key={list.id} list={list} />
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

export const Rankings = () => {
  const { rankings, attachments } = usePage().picture;
  return (
    <Section id="rankings" title="Rankings">
      <BarsColumns lists={[...rankings, attachments]} />
    </Section>
  );
};

export const Safety = () => {
  const { noSafety, safety, safetyLists } = usePage().picture;
  const title = 'Content safety';
  if (noSafety !== null) {
    return (
      <Section id="safety" title={title}>
        <p class="note">{noSafety}</p>
      </Section>
    );
  }
  const entries = safety.map(({ entry }) => entry);
  return (
    <Section id="safety" title={title} take={{ title, entries, table: figuresTable(safety) }}>
      <Single
        rows={safety.map(({ entry, value, unit }) => [
          meaningOf(entry).label,
          <Figure of={value}>
            {(figure) =>
              figure === null ? (
                <span class="of">nothing to measure</span>
              ) : (
                `${numberText(figure)}${unit}`
              )
            }
          </Figure>,
          meaningOf(entry),
        ])}
      />
      <BarsColumns lists={safetyLists} />
    </Section>
  );
};

export const SubscriptionPanel = () => {
  const { picture } = usePage();
  const title = 'Subscription';
  const table = subscriptionTable(picture);
  return (
    <Section
      id="subscription"
      title={title}
      about={meaningOf(subscriptionEntry)}
      take={{ title, entries: [subscriptionEntry], table }}
    >
      <Missing of={picture.subscription} />
      {table.rows.length === 0 ? null : (
        <Single rows={table.rows.map(([name, value = '']) => [String(name), cellText(value)])} />
      )}
    </Section>
  );
};
