import { isAccepted, type Refusal } from '@tallyboard/core';
import { planWithoutFacts } from '@tallyboard/core/engine';
import type {
  BoardInclude,
  Dimensions,
  EntryFor,
  NonEmpty,
  RosterRow,
  UserInclude,
  Violation,
} from '@tallyboard/core/vocabulary';
import { type CallOptions, type ClientOptions, connect } from './connection.js';
import { failWith, type Outcome } from './failure.js';
import type { LooseRequest } from './metrics/draft.js';
import { type MetricsOutcome, type MetricsRequest, readMetrics } from './metrics/read-metrics.js';
import { type IncludeOptions, readBoard, readMe } from './records/read-records.js';
import type { Board, User } from './records/record-types.js';
import {
  type RosterWalkOptions,
  readRosterPage,
  walkRoster,
  walkRosterPages,
} from './roster/read-roster.js';
import type { RosterPage } from './roster/read-roster-answer.js';
import type { RosterPageRequest, RosterRequest } from './roster/roster-request.js';

/** The four reads of the API, and the roster as a whole. */
export interface Client {
  /** Figures of an organization, if the request breaks no rule; see `readMetrics`. */
  readonly metrics: <
    const Entries extends readonly EntryFor<D>[],
    const D extends Dimensions = readonly [],
  >(
    request: MetricsRequest<Entries, D>,
    options?: CallOptions,
  ) => Promise<MetricsOutcome<Entries, D>>;
  /** One page of the roster; see `readRosterPage`. */
  readonly rosterPage: (
    request: RosterPageRequest,
    options?: CallOptions,
  ) => Promise<Outcome<RosterPage>>;
  /** The whole roster, member by member; see `walkRoster`. */
  readonly roster: (
    request: RosterRequest,
    options?: RosterWalkOptions,
  ) => AsyncGenerator<RosterRow, void, void>;
  /** The whole roster, page by page; see `walkRosterPages`. */
  readonly rosterPages: (
    request: RosterRequest,
    options?: RosterWalkOptions,
  ) => AsyncGenerator<RosterPage, void, void>;
  /** A board; see `readBoard`. */
  readonly board: <const Include extends BoardInclude = never>(
    boardId: string,
    options?: IncludeOptions<Include>,
  ) => Promise<Outcome<Board<Include>>>;
  /** The user to whom the key belongs; see `readMe`. */
  readonly me: <const Include extends UserInclude = never>(
    options?: IncludeOptions<Include>,
  ) => Promise<Outcome<User<Include>>>;
}

/** Too wide for one request is what splitting is for. */
const widths: ReadonlySet<string> = new Set<Violation>(['entryCount', 'tooManyQueries']);

/**
 * Why no service would take a request of any width (4.1.1 to 4.1.8, and 4.1.10 but for the window,
 * which only the service's clock decides), or `null`.
 */
const refusalsOf = ({
  organization: _organization,
  ...body
}: LooseRequest & { readonly organization: string }): NonEmpty<Refusal> | null => {
  const whole = planWithoutFacts(body);
  const refusals = isAccepted(whole) ? [] : whole.left;
  const [refusal, ...more] = refusals.filter(({ violation }) => !widths.has(violation));
  return refusal === undefined ? null : [refusal, ...more];
};

/**
 * All reads over one connection. Who needs only some of them, in a bundle that must be small, takes
 * `connect` and the single functions.
 */
export const createClient = (options: ClientOptions): Client => {
  const connection = connect(options);
  return {
    metrics: async (request, call) => {
      const refusals = refusalsOf(request);
      return refusals === null
        ? readMetrics(connection, request, call)
        : { ...failWith({ kind: 'invalidRequest', refusals }), soFar: null };
    },
    rosterPage: (request, call) => readRosterPage(connection, request, call),
    roster: (request, walk) => walkRoster(connection, request, walk),
    rosterPages: (request, walk) => walkRosterPages(connection, request, walk),
    board: (boardId, include) => readBoard(connection, boardId, include),
    me: (include) => readMe(connection, include),
  };
};
