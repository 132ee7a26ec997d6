import { type Client, ClientError } from '@tallyboard/client';
import { figureKey } from '../model/calls.js';
import type { ChartId } from '../model/catalog.js';
import { asking, type Known, mapKnown } from '../model/known.js';
import type { MonthSpan } from '../model/months.js';
import { type Picture, pictureOf } from '../model/picture.js';
import { firstRoster, firstView, type PresetId, type View } from '../model/view.js';
import { rosterKey } from '../session/roster-request.js';
import { Session } from '../session/session.js';
import { recordOf, type SessionState } from '../session/state.js';
import { reportPage } from './report-page.js';

/** What a report is to be about, and with what it is made. */
export interface ReportOptions {
  /** Asks the service. */
  readonly client: Client;
  /** The organization's id, `wksp_...`. */
  readonly organization: string;
  /** A preset of the explorer, or months. */
  readonly range: PresetId | MonthSpan;
  /** The metric that is shown by month. */
  readonly chart: ChartId;
  /** Whether its months are split by role. */
  readonly byRole: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back once, later. */
  readonly later: (work: () => void, ms: number) => void;
  /** Gets each new wait once: its end, in milliseconds since 1970, and what it is for. */
  readonly onWaiting?: (until: number, reason: 'figures' | 'allowance') => void;
}

/** A report, and how whole it is. */
export interface Report {
  /** The page. */
  readonly html: string;
  /** How many figures failed; the page has their headings and the reason. */
  readonly failed: number;
}

const statesOf = (
  picture: Picture,
  state: SessionState,
  roster: string,
): readonly Known<unknown>[] => [
  ...[picture.calls.now, picture.calls.months].flatMap(
    (call) =>
      call?.entries.map((entry) => state.figures.get(figureKey(call, entry)) ?? asking) ?? [asking],
  ),
  recordOf(state, 'roster', roster),
];

/**
 * Asks for everything that the explorer shows first and makes one page of it. Waits for what is being
 * computed.
 *
 * @throws ClientError when a request comes to nothing
 */
export const makeReport = (options: ReportOptions): Promise<Report> => {
  const { client, organization, range, chart, byRole, now, later, onWaiting } = options;
  return new Promise((resolve, reject) => {
    const roster = { ...firstRoster, sort: 'posts' } as const;
    let view: View = { ...firstView, organization, range, chart, roster };
    let announced = 0;
    const look = (state: SessionState): void => {
      if (state.problem !== null) {
        session.close();
        reject(new ClientError(state.problem));
        return;
      }
      if (state.identity.kind !== 'known') return;
      const setting = session.settingOf(view);
      const picture = pictureOf(view, setting, state.figures);
      if (byRole && view.roles.length === 0 && picture.chart.chart.roles !== 'no') {
        view = { ...view, roles: picture.roles };
        session.show(view);
        return;
      }
      const key = rosterKey(view, setting.thisMonth);
      const states = statesOf(picture, state, key);
      const waits = states.filter((one) => one.kind === 'computing' || one.kind === 'held');
      const [longest] = waits.toSorted((a, b) => b.until - a.until);
      if (longest !== undefined && longest.until !== announced) {
        announced = longest.until;
        onWaiting?.(longest.until, longest.kind === 'held' ? 'allowance' : 'figures');
      }
      if (waits.length > 0 || states.some(({ kind }) => kind === 'asking')) return;
      session.close();
      const { organizations } = state.identity.value;
      const html = reportPage({
        title: organizations.find(({ id }) => id === organization)?.name ?? organization,
        picture,
        members: mapKnown(recordOf(state, 'roster', key), ({ rows }) => rows),
        madeOn: new Date(now()).toISOString().slice(0, 10),
      });
      resolve({ html, failed: states.filter(({ kind }) => kind === 'failed').length });
    };
    const session = new Session({
      client,
      now,
      later,
      onChange: (state) => queueMicrotask(() => look(state)),
    });
    session.show(view);
  });
};
