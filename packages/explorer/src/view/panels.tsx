import { metricMeanings } from '@tallyboard/core/vocabulary';
import { subscriptionEntry } from '../model/catalog.js';
import { numberText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import type { FigurePicture } from '../model/picture.js';
import { cellText, figuresTable, subscriptionTable } from '../model/tables.js';
import { BarsColumns } from './bars.js';
import { usePage } from './page.js';
import { Missing, missing, Section, Single, StateText } from './parts.js';

const Value = ({ figure: { value: of, unit } }: { readonly figure: FigurePicture }) => {
  const state = missing(of);
  if (state !== null) return <StateText state={state} />;
  const value = valueOr(of);
  if (value === null) return <span class="of">nothing to measure</span>;
  return <>{`${numberText(value)}${unit}`}</>;
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
        rows={safety.map((one) => [one.meaning.label, <Value figure={one} />, one.meaning])}
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
      about={metricMeanings.subscription}
      take={{ title, entries: [subscriptionEntry], table }}
    >
      <Missing of={picture.subscription} />
      {table.rows.length === 0 ? null : (
        <Single rows={table.rows.map(([name, value = '']) => [String(name), cellText(value)])} />
      )}
    </Section>
  );
};
