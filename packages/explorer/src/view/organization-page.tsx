import { useLayoutEffect, useState } from 'preact/hooks';
import { hashOf } from '../model/address.js';
import { datesText, dateText } from '../model/format.js';
import { asking } from '../model/known.js';
import { pictureOf } from '../model/picture.js';
import type { View } from '../model/view.js';
import { rosterKey } from '../session/roster-request.js';
import type { KnownOrganization, SessionState } from '../session/state.js';
import { BoardPage } from './board-page.js';
import { CopyDialog } from './copy-dialog.js';
import type { Actions, Copyable } from './copying.js';
import { OrganizationPicture } from './organization-picture.js';
import { RangeChoice } from './range-choice.js';
import { RosterPanel } from './roster-panel.js';
import { useExport } from './use-export.js';
import type { Connected } from './use-session.js';

/** One organization, or one of its boards. */
export const OrganizationPage = ({
  connected,
  state,
  view,
  onView,
  organization,
}: {
  readonly connected: Connected;
  readonly state: SessionState;
  readonly view: View;
  readonly onView: (change: Partial<View>) => void;
  /** `null` when the key does not list it. */
  readonly organization: KnownOrganization | null;
}) => {
  const [copied, setCopied] = useState<Copyable | null>(null);
  const exporting = useExport(connected, view, state.allowances);
  const address = hashOf(view);
  // Not after the next frame: the first request would leave that much later.
  useLayoutEffect(() => connected.session.show(view), [connected, address]);
  const { today } = connected;
  const setting = connected.session.settingOf(view);
  const picture = pictureOf(view, setting, state.figures);
  const actions: Actions = {
    copy: setCopied,
    boardAddress: (board) => (today === null ? hashOf({ ...view, board }) : null),
  };
  if (view.board !== '') {
    const board = state.boards.get(view.board) ?? asking;
    return <BoardPage board={board} back={hashOf({ ...view, board: '' }) || '#'} />;
  }
  return (
    <>
      <header class="title">
        <h1>
          <bdi>{organization?.name || view.organization}</bdi>
        </h1>
        <p class="dates">
          {picture.dates === null ? '' : datesText(picture.dates)}
          {today === null ? '' : `, as of ${dateText(today)}`}
        </p>
      </header>
      <RangeChoice
        range={view.range}
        dates={picture.dates}
        thisMonth={setting.thisMonth}
        onRange={(range) => onView({ range, roster: { ...view.roster, page: 1 } })}
      />
      <OrganizationPicture
        picture={picture}
        actions={actions}
        choice={{ onChart: (chart) => onView({ chart }), onRoles: (roles) => onView({ roles }) }}
      />
      <RosterPanel
        view={view.roster}
        page={state.rosters.get(rosterKey(view, setting.thisMonth)) ?? asking}
        roles={picture.roles}
        onView={(change) => onView({ roster: { ...view.roster, page: 1, ...change } })}
        exporting={exporting}
      />
      {copied === null ? null : (
        <CopyDialog what={copied} service={connected.service} onClose={() => setCopied(null)} />
      )}
    </>
  );
};
