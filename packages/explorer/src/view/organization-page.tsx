import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hashOf } from '../model/address.js';
import { clockText, datesText, dateText } from '../model/format.js';
import { asking } from '../model/known.js';
import { type Picture, pictureOf } from '../model/picture.js';
import type { View } from '../model/view.js';
import { personKey, rosterKey } from '../session/roster-request.js';
import type { KnownOrganization, SessionState } from '../session/state.js';
import type { Actions, Takeable } from './actions.js';
import { BoardPage } from './board-page.js';
import { useNow } from './now.js';
import { OrganizationPicture } from './organization-picture.js';
import { PersonPanel } from './person-panel.js';
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

/** One organization, or one of its boards. */
export const OrganizationPage = ({
  connected,
  state,
  view,
  onView,
  organization,
  isOnline,
}: {
  readonly connected: Connected;
  readonly state: SessionState;
  readonly view: View;
  readonly onView: (change: Partial<View>) => void;
  /** `null` when the key does not list it. */
  readonly organization: KnownOrganization | null;
  readonly isOnline: boolean;
}) => {
  const [taken, setTaken] = useState<{ what: Takeable; how: 'download' | 'api' } | null>(null);
  const lastWhole = useRef<{ readonly picture: Picture; readonly organization: string } | null>(
    null,
  );
  const exporting = useExport(connected, view, state.allowances);
  useNow();
  const address = hashOf(view);
  // Not after the next frame: the first request would leave that much later.
  useLayoutEffect(() => connected.session.show(view), [connected, address]);
  const { today, session } = connected;
  const setting = session.settingOf(view);
  const asked = pictureOf(view, setting, state.figures);
  if (asked.cards.every(({ value }) => value.kind === 'known'))
    lastWhole.current = { picture: asked, organization: view.organization };
  const why = whyNot(asked, isOnline);
  const before = lastWhole.current;
  const isOld = why !== '' && before?.organization === view.organization;
  const picture = isOld ? before.picture : asked;
  const { dates, period } = picture.calls;
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
    return (
      <BoardPage
        board={state.boards.get(view.board) ?? asking}
        organization={{ name, href: hashOf({ ...view, board: '' }) || '#' }}
        dates={dates}
        names={namesIn(picture, state)}
      />
    );
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
      <RangeChoice
        range={view.range}
        compare={view.compare}
        dates={dates}
        thisMonth={setting.thisMonth}
        onRange={(range) => onView({ range, roster: { ...view.roster, page: 1 } })}
        onCompare={(compare) => onView({ compare })}
      />
      {why === '' ? null : (
        <p class="problem" role="status" data-waiting>
          {why} {isOld && dates !== null ? `These are the figures of ${datesText(dates)}.` : ''}
        </p>
      )}
      <div class={isOld ? 'old' : ''}>
        <OrganizationPicture
          picture={picture}
          view={view}
          actions={actions}
          choice={{ onChart: (chart) => onView({ chart }), onRoles: (roles) => onView({ roles }) }}
        />
      </div>
      {view.person.id === '' ? null : (
        <PersonPanel
          view={view}
          person={state.people.get(personKey(view, period)) ?? asking}
          period={period}
          picture={picture}
          builders={state.builders}
          actions={actions}
          onFind={(boards) => void session.findBuilders(boards)}
        />
      )}
      <RosterPanel
        view={view.roster}
        page={state.rosters.get(rosterKey(view, setting.thisMonth)) ?? asking}
        roles={picture.roles}
        onView={(change) => onView({ roster: { ...view.roster, page: 1, ...change } })}
        actions={actions}
        exporting={exporting}
      />
      {taken === null ? null : (
        <TakeDialog
          {...taken}
          service={connected.service}
          about={{ organization: name, from: dates?.from ?? '', to: dates?.to ?? '' }}
          onClose={() => setTaken(null)}
        />
      )}
    </>
  );
};

/** Names of people by the id that records have. */
const namesIn = ({ rankings }: Picture, { rosters }: SessionState): ReadonlyMap<string, string> => {
  const ranked = rankings
    .filter(({ leadsTo }) => leadsTo === 'person')
    .flatMap(({ bars }) => (bars.kind === 'known' ? bars.value : []))
    .map(({ id, label }) => [`user_${id}`, label] as const);
  const rows = [...rosters.values()]
    .flatMap((page) => (page.kind === 'known' ? page.value.rows : []))
    .map(({ id, name }) => [`user_${id}`, name] as const);
  return new Map([...ranked, ...rows]);
};
