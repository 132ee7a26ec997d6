import { type Client, ClientError } from '@tallyboard/client';
import { roles } from '@tallyboard/core/vocabulary';
import type { ChartId } from '../model/catalog.js';
import { isWaiting, mapKnown } from '../model/known.js';
import type { MonthSpan } from '../model/months.js';
import { pictureOf } from '../model/picture.js';
import { firstRoster, firstView, type PresetId, type View } from '../model/view.js';
import { Session } from '../session/session.js';
import { nameIn, rosterOf } from '../session/state.js';
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

/**
 * Asks for everything that the explorer shows first and makes one page of it. Waits for what is being
 * computed.
 *
 * @throws ClientError when a request comes to nothing
 */
export const makeReport = (options: ReportOptions): Promise<Report> => {
  const { client, organization, range, chart, byRole, now, later, onWaiting } = options;
  const view: View = {
    ...{ ...firstView, organization, range, chart },
    roles: byRole ? roles : [],
    roster: { ...firstRoster, sort: 'posts' },
  };
  return new Promise((resolve, reject) => {
    let announced = 0;
    const look = (): void => {
      const { state } = session;
      if (state.problem !== null) {
        session.close();
        reject(new ClientError(state.problem));
        return;
      }
      // All of them are about the one view.
      const states = [...state.known.values()];
      const [longest] = states.filter(isWaiting).toSorted((a, b) => b.until - a.until);
      if (longest !== undefined && longest.until !== announced) {
        announced = longest.until;
        onWaiting?.(longest.until, longest.kind === 'held' ? 'allowance' : 'figures');
      }
      if (longest !== undefined || states.some(({ kind }) => kind === 'asking')) return;
      session.close();
      const picture = pictureOf(view, session.settingOf(view), state.known);
      const html = reportPage({
        title: nameIn(state, organization),
        picture,
        members: mapKnown(rosterOf(state, picture.calls), ({ rows }) => rows),
        madeOn: new Date(now()).toISOString().slice(0, 10),
      });
      resolve({ html, failed: states.filter(({ kind }) => kind === 'failed').length });
    };
    const session = new Session({
      client,
      now,
      later,
      onChange: () => queueMicrotask(look),
    });
    session.show(view);
  });
};
