import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hashOf } from '../model/address.js';
import { clockText, datesText, dateText } from '../model/format.js';
import { asking, valueOr } from '../model/known.js';
import { type Picture, pictureOf } from '../model/picture.js';
import type { View } from '../model/view.js';
import { personKey, rosterKey } from '../session/roster-request.js';
import type { KnownOrganization, SessionState } from '../session/state.js';
import type { Actions, Takeable } from './actions.js';
import { BarsColumns } from './bars.js';
import { BoardPage } from './board-page.js';
import { Answers, Cards } from './cards.js';
import type { Exporting } from './export-button.js';
import { MainChart } from './main-chart.js';
import { Safety, SubscriptionPanel } from './panels.js';
import { type PartProps, Section } from './parts.js';
import { PersonPanel } from './person-panel.js';
import type { Names } from './post-item.js';
import { RangeChoice } from './range-choice.js';
import { RosterPanel } from './roster-panel.js';
import { TakeDialog } from './take-dialog.js';
import { useExport } from './use-export.js';
import type { Connected } from './use-session.js';

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
  if (states.every(({ kind }) => kind !== 'none')) return '';
  return isOnline ? 'The service did not answer.' : 'You are offline.';
};

/** Names of people by the id that records have. */
const namesIn = ({ rankings }: Picture, { rosters }: SessionState): Names => {
  const ranked = rankings
    .filter(({ leadsTo }) => leadsTo === 'person')
    .flatMap(({ bars }) => valueOr(bars) ?? []);
  const rows = [...rosters.values()].flatMap((page) => valueOr(page)?.rows ?? []);
  return new Map([
    ...ranked.map(({ id, label }) => [`user_${id}`, label] as const),
    ...rows.map(({ id, name }) => [`user_${id}`, name] as const),
  ]);
};

/** The picture of a view; the last whole one while that cannot be shown. */
const usePicture = (asked: Picture, { organization }: View, isOnline: boolean) => {
  const last = useRef<{ readonly picture: Picture; readonly organization: string } | null>(null);
  if (asked.cards.every(({ value }) => value.kind === 'known'))
    last.current = { picture: asked, organization };
  const why = whyNot(asked, isOnline);
  const before = last.current;
  const isOld = why !== '' && before?.organization === organization;
  return { picture: isOld ? before.picture : asked, why, isOld };
};

interface PageProps {
  readonly connected: Connected;
  readonly state: SessionState;
  readonly view: View;
  readonly onView: (change: Partial<View>) => void;
  /** `null` when the key does not list it. */
  readonly organization: KnownOrganization | null;
  readonly isOnline: boolean;
}

/** What the page shows of an organization at a glance. */
const AtAGlance = ({
  picture,
  actions,
  view,
  onView,
}: PartProps & Pick<PageProps, 'view' | 'onView'>) => (
  <>
    <Answers picture={picture} actions={actions} roster={view.roster} />
    <Cards picture={picture} actions={actions} />
    <MainChart picture={picture} actions={actions} onView={onView} compare={view.compare} />
    <Section id="rankings" title="Rankings">
      <BarsColumns
        list={[...picture.rankings, picture.attachments]}
        call={picture.calls.now}
        actions={actions}
      />
    </Section>
    <Safety picture={picture} actions={actions} />
    <SubscriptionPanel picture={picture} actions={actions} />
  </>
);

/** The roster, and the person of it that was chosen. */
const People = ({
  connected,
  state,
  view,
  onView,
  picture,
  actions,
  exporting,
}: { readonly exporting: Exporting } & PartProps &
  Omit<PageProps, 'organization' | 'isOnline'>) => {
  const { period } = picture.calls;
  const { session } = connected;
  const key = rosterKey(view, session.settingOf(view).thisMonth);
  return (
    <>
      {view.person.id === '' ? null : (
        <PersonPanel
          {...{ view, picture, actions }}
          person={state.people.get(personKey(view, period)) ?? asking}
          builders={state.builders}
          onFind={(boards) => void session.findBuilders(boards)}
        />
      )}
      <RosterPanel
        view={view.roster}
        page={state.rosters.get(key) ?? asking}
        roles={picture.roles}
        onView={(change) => onView({ roster: { ...view.roster, page: 1, ...change } })}
        actions={actions}
        exporting={exporting}
      />
    </>
  );
};

export const OrganizationPage = (props: PageProps) => {
  const { connected, state, view, onView, organization, isOnline } = props;
  const { today, session, service } = connected;
  const [taken, setTaken] = useState<{ what: Takeable; how: 'download' | 'api' } | null>(null);
  const exporting = useExport(connected, view, state.allowances);
  // Not after the next frame: the first request would leave that much later.
  useLayoutEffect(() => session.show(view), [connected, hashOf(view)]);
  const setting = session.settingOf(view);
  const asked = pictureOf(view, setting, state.figures);
  const { picture, why, isOld } = usePicture(asked, view, isOnline);
  const { dates } = picture.calls;
  const name = organization?.name || view.organization;
  const actions: Actions = {
    download: (what) => setTaken({ what, how: 'download' }),
    api: (what) => setTaken({ what, how: 'api' }),
    address: (change) =>
      today !== null && change.board !== undefined ? null : hashOf({ ...view, ...change }),
    go: (change, section) => {
      onView(change);
      if (section !== undefined) goTo(section);
    },
  };
  if (view.board !== '') {
    const back = { name, href: hashOf({ ...view, board: '' }) || '#' };
    const board = state.boards.get(view.board) ?? asking;
    return <BoardPage {...{ board, dates }} organization={back} names={namesIn(picture, state)} />;
  }
  return (
    <>
      <header class="title">
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <p class="dates">
          {dates === null ? '' : datesText(dates)}
          {today === null ? '' : `, as of ${dateText(today)}`}
        </p>
      </header>
      <RangeChoice {...{ view, dates, onView }} thisMonth={setting.thisMonth} />
      {why === '' ? null : (
        <p class="problem" role="status" data-waiting>
          {why} {isOld && dates !== null ? `These are the figures of ${datesText(dates)}.` : ''}
        </p>
      )}
      <div class={isOld ? 'old' : ''}>
        <AtAGlance {...{ picture, actions, view, onView }} />
      </div>
      <People {...{ connected, state, view, onView, picture, actions, exporting }} />
      {taken === null ? null : (
        <TakeDialog
          {...taken}
          service={service}
          about={{ organization: name, from: dates?.from ?? '', to: dates?.to ?? '' }}
          onClose={() => setTaken(null)}
        />
      )}
    </>
  );
};
