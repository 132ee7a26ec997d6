import type { RosterPageRequest as AnyPageRequest } from '@tallyboard/core';
import { queryPairs } from '@tallyboard/core/engine';
import { limits, type RosterRow } from '@tallyboard/core/vocabulary';
import { Call } from '../call/call.js';
import type { CallOptions, Connection } from '../connection.js';
import { failWith, type Outcome, valueOf } from '../failure.js';
import { analyticsPath, secondsToWait } from '../wire/analytics.js';
import { fieldOf, readingOf } from '../wire/read.js';
import { type RosterPage, readRosterAnswer } from './read-roster-answer.js';

/** One page of a roster: which members, in which order, with what they made in which range (4.2). */
export interface RosterPageRequest extends AnyPageRequest {
  /** The organization's id, `wksp_...`. */
  readonly organization: string;
}

/** A whole roster. */
export type RosterRequest = Omit<RosterPageRequest, 'page'>;

/** A walk through a roster: what a call may cost, and where it begins. */
export interface RosterWalkOptions extends CallOptions {
  /** The first page to read, to go on where an earlier walk ended; 1 when left out. */
  readonly fromPage?: number;
}

/** Reads pages of one roster. Its parameters are fixed now: later changes to the object change no page. */
const pageReader = (
  call: Call,
  { organization, page: _page, ...asked }: RosterPageRequest,
  perPageOtherwise: number,
) => {
  const perPage = asked.perPage ?? perPageOtherwise;
  const fixed = new URLSearchParams(
    queryPairs({ ...asked, perPage }).map(([name, value]) => [name, value]),
  );
  const path = `${analyticsPath(organization)}/users?${fixed.toString()}`;
  return async (page: number): Promise<Outcome<RosterPage>> => {
    for (;;) {
      const answer = await call.ask({ method: 'GET', path: `${path}&page=${page}` });
      if (!answer.ok) return answer;
      const { status, json } = answer.value;
      const state = fieldOf(json, 'meta', 'status');
      // An empty page of a 202 is no page.
      if (status === 202 || state === 'pending') {
        const dueAt = call.now() + secondsToWait(answer.value) * 1000;
        const stopped = await call.waitUntil(dueAt, 'figures');
        if (stopped !== null) return failWith(stopped);
        continue;
      }
      if (state === 'failed') return failWith({ kind: 'rosterFailed' });
      const read = readingOf(answer.value, () => readRosterAnswer(json, page, perPage));
      if (read.ok) {
        const { totalPages, totalCount } = read.value;
        call.report({ kind: 'page', page, totalPages, totalCount });
      }
      return read;
    }
  };
};

/** Reads one page of a roster, waiting until it is computed. */
export const readRosterPage = (
  connection: Connection,
  request: RosterPageRequest,
  options: CallOptions = {},
): Promise<Outcome<RosterPage>> =>
  pageReader(new Call(connection, options), request, limits.perPageDefault)(request.page ?? 1);

/**
 * Walks a whole roster, page by page, until the pages end (4.2.5). A page is asked for when the one
 * before it has been used, and none is kept. Pages have 100 rows unless the request says otherwise.
 *
 * A member who joins or leaves during the walk moves all that come after: `totalCount` then changes
 * from page to page.
 *
 * @throws ClientError out of the iteration, for whatever a call can fail with
 */
export async function* walkRosterPages(
  connection: Connection,
  request: RosterRequest,
  options: RosterWalkOptions = {},
): AsyncGenerator<RosterPage, void, void> {
  const readPage = pageReader(new Call(connection, options), request, limits.perPageMax);
  let totalPages: number;
  let page = options.fromPage ?? 1;
  do {
    const read = valueOf(await readPage(page));
    ({ totalPages } = read);
    // The service answers a page past the end without rows.
    if (read.rows.length > 0) yield read;
    page += 1;
  } while (page <= totalPages);
}

/**
 * Walks a whole roster, member by member.
 *
 * @throws ClientError out of the iteration, for whatever a call can fail with
 */
export async function* walkRoster(
  connection: Connection,
  request: RosterRequest,
  options: RosterWalkOptions = {},
): AsyncGenerator<RosterRow, void, void> {
  for await (const { rows } of walkRosterPages(connection, request, options)) yield* rows;
}
