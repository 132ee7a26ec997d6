import type { Board, Failure, RosterPage } from '@tallyboard/client';
import type { OrganizationType, RosterRow } from '@tallyboard/core/vocabulary';
import type { Known } from '../model/known.js';
import type { Dates } from '../model/period.js';
import type { Figures } from '../model/picture.js';
import type { Allowance } from './allowance.js';

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

export interface Problem {
  readonly part: 'user' | 'figures' | 'roster' | 'board';
  readonly failure: Failure;
}

/** A person of the roster: their row in the range, and in the months it is compared with. */
export interface PersonRows {
  /** `null` when the roster has no such member. */
  readonly now: RosterRow | null;
  readonly before: RosterRow | null;
}

/** All that a tab knows of a service. */
export interface SessionState {
  readonly identity: Known<Identity>;
  readonly figures: Figures;
  /** Days by span, as the service resolved them. */
  readonly dates: ReadonlyMap<string, Dates>;
  readonly rosters: ReadonlyMap<string, Known<RosterPage>>;
  readonly boards: ReadonlyMap<string, Known<WholeBoard>>;
  readonly people: ReadonlyMap<string, Known<PersonRows>>;
  /** The username of the builder, by board; empty for a board that cannot be read. */
  readonly builders: ReadonlyMap<string, string>;
  /** Members by organization, for the choice of one. */
  readonly members: ReadonlyMap<string, number>;
  /** The service's current month where it differs from the browser's. */
  readonly month: string | null;
  /** `null` before the first answer, or for a service that does not say. */
  readonly allowances: { readonly metrics: Allowance | null; readonly roster: Allowance | null };
  readonly problem: Problem | null;
}

/** What is known at first: nothing. */
export const firstState: SessionState = {
  identity: { kind: 'asking' },
  figures: new Map(),
  dates: new Map(),
  rosters: new Map(),
  boards: new Map(),
  people: new Map(),
  builders: new Map(),
  members: new Map(),
  month: null,
  allowances: { metrics: null, roster: null },
  problem: null,
};

export const withEntries = <A>(
  map: ReadonlyMap<string, A>,
  entries: Iterable<readonly [string, A]>,
): ReadonlyMap<string, A> => new Map([...map, ...entries]);

export const without = <A>(
  map: ReadonlyMap<string, A>,
  isGone: (value: A, key: string) => boolean,
): ReadonlyMap<string, A> => new Map([...map].filter(([key, value]) => !isGone(value, key)));
