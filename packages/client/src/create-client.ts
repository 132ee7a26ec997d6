import { isAccepted, type Refusal } from '@tallyboard/core';
import { planWithoutFacts } from '@tallyboard/core/engine';
import type {
  BoardInclude,
  Dimensions,
  EntryFor,
  NonEmpty,
  UserInclude,
  Violation,
} from '@tallyboard/core/vocabulary';
import { type CallOptions, type ClientOptions, connect } from './connection.js';
import { failWith } from './failure.js';
import type { LooseRequest } from './metrics/draft.js';
import { type MetricsOutcome, type MetricsRequest, readMetrics } from './metrics/read-metrics.js';
import { type IncludeOptions, readBoard, readMe } from './records/read-records.js';
import {
  type RosterPageRequest,
  type RosterRequest,
  type RosterWalkOptions,
  readRosterPage,
  walkRoster,
  walkRosterPages,
} from './roster/read-roster.js';

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
export const createClient = (options: ClientOptions) => {
  const connection = connect(options);
  return {
    /** Figures of an organization, if the request breaks no rule; see `readMetrics`. */
    metrics: async <
      const Entries extends readonly EntryFor<D>[],
      const D extends Dimensions = readonly [],
    >(
      request: MetricsRequest<Entries, D>,
      call?: CallOptions,
    ): Promise<MetricsOutcome<Entries, D>> => {
      const refusals = refusalsOf(request);
      return refusals === null
        ? readMetrics(connection, request, call)
        : { ...failWith({ kind: 'invalidRequest', refusals }), soFar: null };
    },
    /** One page of the roster; see `readRosterPage`. */
    rosterPage: (request: RosterPageRequest, call?: CallOptions) =>
      readRosterPage(connection, request, call),
    /** The whole roster, member by member; see `walkRoster`. */
    roster: (request: RosterRequest, walk?: RosterWalkOptions) =>
      walkRoster(connection, request, walk),
    /** The whole roster, page by page; see `walkRosterPages`. */
    rosterPages: (request: RosterRequest, walk?: RosterWalkOptions) =>
      walkRosterPages(connection, request, walk),
    /** A board; see `readBoard`. */
    board: <const Include extends BoardInclude = never>(
      boardId: string,
      call?: IncludeOptions<Include>,
    ) => readBoard(connection, boardId, call),
    /** The user to whom the key belongs; see `readMe`. */
    me: <const Include extends UserInclude = never>(call?: IncludeOptions<Include>) =>
      readMe(connection, call),
  };
};

/** The four reads of the API, and the roster as a whole. */
export type Client = Readonly<ReturnType<typeof createClient>>;
