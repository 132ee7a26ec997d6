import { useLayoutEffect, useState } from 'preact/hooks';
import { hashOf } from '../model/address.js';
import { clockText, datesText, dateText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import { type Picture, pictureOf } from '../model/picture.js';
import type { View } from '../model/view.js';
import { type Kinds, nameIn, recordOf, type SessionState } from '../session/state.js';
import { BoardPage } from './board-page.js';
import { Answers, Cards } from './cards.js';
import { MainChart } from './main-chart.js';
import { type Page, PageContext, type Takeable, useTab } from './page.js';
import { Rankings, Safety, SubscriptionPanel } from './panels.js';
import { PersonPanel } from './person-panel.js';
import type { Names } from './post-item.js';
import { RangeChoice } from './range-choice.js';
import { RosterPanel } from './roster-panel.js';
import { TakeDialog } from './take-dialog.js';
import { useLast } from './use-view.js';

/** Goes to a heading once the page has been drawn. */
const goTo = (section: string): void =>
  void setTimeout(() => {
    const heading = document.getElementById(section);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, 50);

/** Why the figures of the view cannot be shown now; empty where they can, or are about to come. */
const whyNot = (picture: Picture, isOnline: boolean): string => {
  const states = picture.cards.map(({ value }) => value);
  const held = states.find((state) => state.kind === 'held');
  if (held !== undefined) return `No requests are left; more at ${clockText(held.until)}.`;
  if (!isOnline && states.some(({ kind }) => kind !== 'known')) return 'You are offline.';
  return states.some(({ kind }) => kind === 'none') ? 'These figures could not be read.' : '';
};

/** Names of people by the id that records have. */
const namesIn = ({ rankings }: Picture, { known }: SessionState): Names => {
  const ranked = rankings
    .filter(({ leadsTo }) => leadsTo === 'person')
    .flatMap(({ bars }) => valueOr(bars) ?? []);
  const rows = [...known].flatMap(([key, record]) =>
    key.startsWith('roster ') ? ((valueOr(record) as Kinds['roster'] | null)?.rows ?? []) : [],
  );
  return new Map([
    ...ranked.map(({ id, label }) => [`user_${id}`, label] as const),
    ...rows.map(({ id, name }) => [`user_${id}`, name] as const),
  ]);
};

/** The picture of a view; the last whole one while that cannot be shown. */
const usePicture = (asked: Picture, { organization }: View, isOnline: boolean) => {
  const isWhole = asked.cards.every(({ value }) => value.kind === 'known');
  const last = useLast(isWhole ? asked : null, organization);
  const why = whyNot(asked, isOnline);
  const isOld = why !== '' && last !== null;
  return { picture: isOld ? last : asked, why, isOld };
};

const Title = ({ name, dates }: { readonly name: string; readonly dates: string }) => (
  <header class="title">
    <h1>
      <bdi>{name}</bdi>
    </h1>
    <p class="dates">{dates}</p>
  </header>
);

export const OrganizationPage = () => {
  const tab = useTab();
  const { connected, state, view, change: showView, isOnline } = tab;
  const { today, session, service } = connected;
  const [taken, setTaken] = useState<{ what: Takeable; how: 'download' | 'api' } | null>(null);
  // Not after the next frame: the first request would leave that much later.
  useLayoutEffect(() => session.show(view), [connected, hashOf(view)]);
  const asked = pictureOf(view, session.settingOf(view), state.known);
  const { picture, why, isOld } = usePicture(asked, view, isOnline);
  const { dates } = picture.calls;
  const shown = dates === null ? '' : datesText(dates);
  const asOf = today === null ? '' : `, as of ${dateText(today)}`;
  const name = nameIn(state, view.organization);
  const page: Page = {
    ...tab,
    ...{ picture, calls: asked.calls },
    about: { organization: name, from: dates?.from ?? '', to: dates?.to ?? '' },
    take: (how, what) => setTaken({ how, what }),
    address: (change) =>
      today !== null && change.board !== undefined ? null : hashOf({ ...view, ...change }),
    go: (change, section) => {
      showView(change);
      if (section !== undefined) goTo(section);
    },
  };
  if (view.board !== '') {
    const back = { name, href: hashOf({ ...view, board: '' }) || '#' };
    const board = recordOf(state, 'board', view.board);
    return <BoardPage {...{ board, dates }} organization={back} names={namesIn(picture, state)} />;
  }
  // The note on top says what happened, and what to do.
  if (state.problem?.kind === 'notFound' && !isOld && why !== '')
    return <Title name={name} dates="" />;
  return (
    <PageContext.Provider value={page}>
      <Title name={name} dates={`${shown}${asOf}`} />
      <RangeChoice />
      {why === '' || (state.problem !== null && !isOld) ? null : (
        <p class="problem" role="status" data-waiting>
          {why} {isOld && dates !== null ? `These are the figures of ${shown}.` : ''}
        </p>
      )}
      <div class={isOld ? 'old' : ''}>
        <Answers />
        <Cards />
        <MainChart />
        <Rankings />
        <Safety />
        <SubscriptionPanel />
      </div>
      {view.person.id === '' ? null : <PersonPanel />}
      <RosterPanel />
      {taken === null ? null : (
        <TakeDialog {...taken} service={service} onClose={() => setTaken(null)} />
      )}
    </PageContext.Provider>
  );
};
