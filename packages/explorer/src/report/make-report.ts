import { type Client, ClientError } from '@tallyboard/client';
import { type Call, figureKey } from '../model/calls.js';
import type { ChartId } from '../model/catalog.js';
import { asking, type Known, mapKnown } from '../model/known.js';
import type { MonthSpan } from '../model/months.js';
import { type Picture, pictureOf } from '../model/picture.js';
import { firstRoster, noPerson, type PresetId, type View } from '../model/view.js';
import { rosterKey } from '../session/roster-request.js';
import { monthAt, Session } from '../session/session.js';
import type { SessionState } from '../session/state.js';
import { reportPage } from './report-page.js';

/** What a report is to be about, and with what it is made. */
export interface ReportOptions {
  /** Asks the service. */
  readonly client: Client;
  /** The organization's id, `wksp_...`. */
  readonly organization: string;
  /** A preset of the explorer, or months. */
  readonly range: PresetId | MonthSpan;
  /** The metric of the main chart. */
  readonly chart: ChartId;
  /** Whether the main chart shows roles; everybody together otherwise. */
  readonly byRole: boolean;
  /** The style sheet of the explorer, `@tallyboard/explorer/page/explorer.css`. */
  readonly css: string;
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

const callsIn = ({ calls }: Picture): readonly Call[] =>
  [calls.now, calls.months].filter((call) => call !== null);

const isOpen = (of: Known<unknown> | undefined): boolean =>
  of === undefined || of.kind === 'asking' || of.kind === 'computing' || of.kind === 'held';

/** The figures of a picture, as a program would read them. */
const dataOf = (picture: Picture, { figures, dates }: SessionState): object => ({
  dates: [...dates.values()],
  requests: callsIn(picture).map(({ entries, ...call }) => ({
    ...call,
    metrics: entries.map((entry) => ({ ...entry, ...figures.get(figureKey(call, entry)) })),
  })),
});

/**
 * Asks for everything that the explorer shows first and makes one page of it. Waits for what is being
 * computed.
 *
 * @throws ClientError when a request comes to nothing
 */
export const makeReport = (options: ReportOptions): Promise<Report> => {
  const { client, organization, range, chart, byRole, css, now, later, onWaiting } = options;
  return new Promise((resolve, reject) => {
    let view: View = {
      service: '',
      organization,
      range,
      compare: 'year',
      chart,
      roles: [],
      roster: { ...firstRoster, sort: 'posts', order: 'desc' },
      person: noPerson,
      board: '',
    };
    let announced = 0;
    const finish = async (state: SessionState, picture: Picture): Promise<void> => {
      const { identity, rosters } = state;
      const mine = identity.kind === 'known' ? identity.value.organizations : [];
      const roster = rosters.get(rosterKey(view, monthAt(now())));
      const failed = callsIn(picture).flatMap((call) =>
        call.entries.filter(
          (entry) => state.figures.get(figureKey(call, entry))?.kind === 'failed',
        ),
      );
      const html = await reportPage({
        title: mine.find(({ id }) => id === organization)?.name ?? organization,
        picture,
        view,
        members: mapKnown(roster ?? asking, ({ rows }) => rows),
        madeOn: new Date(now()).toISOString().slice(0, 10),
        css,
        data: dataOf(picture, state),
      });
      resolve({ html, failed: failed.length + (roster?.kind === 'failed' ? 1 : 0) });
    };
    const look = (state: SessionState): void => {
      if (state.problem !== null) {
        session.close();
        reject(new ClientError(state.problem.failure));
        return;
      }
      if (state.identity.kind !== 'known') return;
      const picture = pictureOf(view, session.settingOf(view), state.figures);
      if (byRole && view.roles.length === 0 && picture.chart.chart.roles !== 'no') {
        view = { ...view, roles: picture.roles };
        session.show(view);
        return;
      }
      const states = callsIn(picture).flatMap((call) =>
        call.entries.map((entry) => state.figures.get(figureKey(call, entry))),
      );
      const all = [...states, state.rosters.get(rosterKey(view, monthAt(now())))];
      const waits = all.flatMap((one) =>
        one?.kind === 'computing' || one?.kind === 'held' ? [one] : [],
      );
      const [longest] = waits.toSorted((a, b) => b.until - a.until);
      if (longest !== undefined && longest.until !== announced) {
        announced = longest.until;
        onWaiting?.(longest.until, longest.kind === 'held' ? 'allowance' : 'figures');
      }
      if (picture.calls.months === null || all.some(isOpen)) return;
      session.close();
      finish(state, picture).catch(reject);
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
