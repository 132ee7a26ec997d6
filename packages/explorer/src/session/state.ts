import type { AllowanceNotice, Board, Client, Failure, RosterPage } from '@tallyboard/client';
import type { OrganizationType, RosterRow } from '@tallyboard/core/vocabulary';
import type { ViewCalls } from '../model/calls.js';
import { asking, type Known, valueOr } from '../model/known.js';
import type { Dates } from '../model/period.js';

/** What is left of an allowance, and when that was said. */
export interface Allowance {
  readonly notice: AllowanceNotice;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Answers within this time may be out of order. */
const togetherMs = 1_000;

/** The later of two: requests that were sent together may be answered in another order than they were counted in. */
export const newerOf = (last: Allowance | null, next: Allowance): Allowance =>
  last !== null && next.at - last.at < togetherMs && last.notice.remaining < next.notice.remaining
    ? last
    : next;

/** When the next request is possible; `null` for now. */
export const backAt = (allowance: Allowance | null, now: number): number | null => {
  if (allowance === null || allowance.notice.remaining > 0) return null;
  const until = allowance.at + allowance.notice.resetSeconds * 1000;
  return until > now ? until : null;
};

export interface KnownOrganization {
  readonly id: string;
  readonly name: string;
  readonly type: OrganizationType;
}

/** Whose key it is, and which organizations come with it. */
export interface Identity {
  /** Empty for files. */
  readonly name: string;
  readonly organizations: readonly KnownOrganization[];
}

export type WholeBoard = Board<'sections' | 'posts' | 'comments'>;

/** A person of the roster: their row in the range, and in the months it is compared with. */
export interface PersonRows {
  /** `null` when the roster has no such member. */
  readonly now: RosterRow | null;
  readonly before: RosterRow | null;
  /** False where so many have the name that not all rows were read. */
  readonly isSearched: boolean;
}

/** What a session reads besides figures, by kind; each has an id of its own. */
export interface Kinds {
  /** Whose key it is; its id is empty. */
  readonly identity: Identity;
  readonly roster: RosterPage;
  readonly person: PersonRows;
  readonly board: WholeBoard;
  /** The username of a board's builder; empty for a board that cannot be read. */
  readonly builder: string;
}

export type Part = 'metrics' | 'roster';

/** All that a tab knows of a service. */
export interface SessionState {
  /** Figures and records by key. */
  readonly known: ReadonlyMap<string, Known<unknown>>;
  /** Days by span, as the service resolved them. */
  readonly dates: ReadonlyMap<string, Dates>;
  /** The service's current month; `null` before it has answered for months. */
  readonly month: string | null;
  /** `null` before the first answer, or for a service that does not say. */
  readonly allowances: Readonly<Record<Part, Allowance | null>>;
  /** Why the view lacks something: of its requests, the first that came to nothing. */
  readonly problem: Failure | null;
}

export interface SessionOptions {
  readonly client: Client;
  /** Whose key it is where that is known without asking, as with files. */
  readonly identity?: Identity;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back once, later. */
  readonly later: (work: () => void, ms: number) => void;
  readonly onChange: (state: SessionState) => void;
}

/** What is known at first: nothing. */
export const firstState: SessionState = {
  known: new Map(),
  dates: new Map(),
  month: null,
  allowances: { metrics: null, roster: null },
  problem: null,
};

export const recordKey = (kind: keyof Kinds, id: string): string => `${kind} ${id}`;

/** What is known of a record. */
export const recordOf = <K extends keyof Kinds>(
  { known }: SessionState,
  kind: K,
  id: string,
): Known<Kinds[K]> => (known.get(recordKey(kind, id)) ?? asking) as Known<Kinds[K]>;

/** The organizations of the key; none before they are known. */
export const organizationsIn = (state: SessionState): readonly KnownOrganization[] =>
  valueOr(recordOf(state, 'identity', ''))?.organizations ?? [];

/** The name of an organization; its id where the name is not known. */
export const nameIn = (state: SessionState, organization: string): string =>
  organizationsIn(state).find(({ id }) => id === organization)?.name || organization;

/** The page of the roster that a view lists. */
export const rosterOf = (state: SessionState, { roster }: ViewCalls): Known<RosterPage> =>
  recordOf(state, 'roster', JSON.stringify(roster));

/** The month that a time lies in, `YYYY-MM`, in UTC as everything of the API. */
export const monthAt = (ms: number): string => new Date(ms).toISOString().slice(0, 7);
