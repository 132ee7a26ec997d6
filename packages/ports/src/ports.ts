import type { MetricsPlan, Organization, RosterPlan } from '@tallyboard/core';
import type { BoardPages, BoardRecords, UserRecords } from '@tallyboard/core/engine';
import type {
  Day,
  FactOf,
  Instant,
  MetricState,
  Role,
  RosterState,
} from '@tallyboard/core/vocabulary';

/** Something known at once, or later. */
export type Awaitable<A> = A | Promise<A>;

/** Whose key it is. */
export interface KeyHolder {
  /** Bare hashid. */
  readonly userId: string;
}

/** Keys, known only by their hash (section 5). */
export interface KeysPort {
  /** The holder of the key with this lower-case hexadecimal SHA-256; `null` if unknown or revoked. */
  readonly find: (keySha256: string) => Awaitable<KeyHolder | null>;
}

/** An organization as one user sees it. */
export interface OrganizationStanding {
  /** What plans need to know of it. */
  readonly organization: Organization;
  /** The role of the user's current membership, `null` without one. */
  readonly role: Role | null;
  /** Whether the organization's owner is enrolled in the pilot (1.5). */
  readonly ownerEnrolled: boolean;
}

/** Ports that find what a user may not see. */
export interface Refusing {
  /**
   * Begun before something is looked for where finding it takes another time than finding nothing, and
   * over when a refusal may leave: then the time does not tell either. Left out where both take the same.
   */
  readonly refusalTime?: () => Promise<void>;
}

/** Organizations and memberships. */
export interface OrganizationsPort extends Refusing {
  /**
   * `organizationId` is any text that a client put in the path. What is found under another id, for
   * example by a database that ignores case, counts as not found.
   */
  readonly find: (organizationId: string, userId: string) => Awaitable<OrganizationStanding | null>;
}

/** A board as one user sees it. */
export interface BoardStanding {
  /** The board, whether or not this user may read it. */
  readonly board: FactOf<'board'>;
  /** The user's current role in the board's organization, `null` without one. */
  readonly role: Role | null;
}

/** Boards and users with what hangs on them. */
export interface RecordsPort extends Refusing {
  /** A board and the user's role; `null` when there is no such board. */
  readonly findBoard: (boardId: string, userId: string) => Awaitable<BoardStanding | null>;
  /** The contents of a board that exists: all of them, or pages of them where they are read from a disk. */
  readonly boardRecords: (board: FactOf<'board'>) => Awaitable<BoardRecords | BoardPages>;
  /**
   * The user and its boards; without `boardContents` the boards may come without sections, posts and
   * comments, for then nothing shows them.
   */
  readonly userRecords: (userId: string, boardContents: boolean) => Awaitable<UserRecords | null>;
}

/** Figures, asked for once a request; what takes longer than the adapter waits is pending for this request. */
export interface ComputationsPort {
  /** A state for each query of the plan, in their order. */
  readonly metrics: (plan: MetricsPlan) => Awaitable<readonly MetricState[]>;
  /** The page that the plan asks for. */
  readonly roster: (plan: RosterPlan) => Awaitable<RosterState>;
  /**
   * The version of the data that figures come from at this moment: as long as it stays the same, so do the
   * figures of one request on one day. `null` while nothing can be answered. With it, answers whose figures are
   * all ready are cached; left out, none is. It begins what `metrics` would begin to bring figures up to date.
   */
  readonly version?: (organization: Organization, today: Day) => string | null;
  /** In how many seconds figures that are pending now are expected; `null` where that is not known. */
  readonly retryAfterSeconds?: (organizationId: string) => number | null;
}

/** The endpoints, by the name under which each counts requests. */
export type EndpointName = 'metrics' | 'roster' | 'board' | 'user';

/** A request that wants to be counted. */
export interface Spending {
  /** Whose allowance. */
  readonly keySha256: string;
  /** Each endpoint is counted by itself. */
  readonly endpoint: EndpointName;
  /**
   * The organization id as given, whether or not there is such an organization; else empty. Never longer
   * than an id can be (2.1): all longer ones are counted together.
   */
  readonly id: string;
  /** When the request came. */
  readonly at: Instant;
}

/** What became of a request that was counted. */
export interface Spent {
  /** Whether the request may go on; a refused one is not counted. */
  readonly accepted: boolean;
  /** Requests per hour. */
  readonly limit: number;
  /** Requests that are left of the hour. */
  readonly remaining: number;
  /** Whole seconds until another request becomes possible, at least 1. */
  readonly resetSeconds: number;
}

/** Requests per hour and endpoint; an endpoint that is left out, or given 0, has no limit. */
export type Allowances = { readonly [E in EndpointName]?: number };

/** The hourly allowances (section 8). */
export interface AllowancePort {
  /** Counts a request; `null` where no limit applies. */
  readonly spend: (spending: Spending) => Awaitable<Spent | null>;
}

/** Time, read twice over so that figures can stand still while the allowance runs. */
export interface ClockPort {
  /** The current day of figures and rules. */
  readonly today: () => Day;
  /** The real instant, by which requests are counted. */
  readonly instant: () => Instant;
}

/** The ports that read data; the allowance and the clock need none. */
export interface DataPorts {
  /** Who holds a key. */
  readonly keys: KeysPort;
  /** The relation of a user to an organization. */
  readonly organizations: OrganizationsPort;
  /** Boards and users. */
  readonly records: RecordsPort;
  /** Figures and rosters. */
  readonly computations: ComputationsPort;
}

/**
 * What a port throws that cannot reach what it asks. The answer is a 503 with `Retry-After`: neither
 * a guess, nor a 404 for something that may well be there.
 */
export class Unavailable extends Error {
  /** Distinguishes it from other errors where classes are bundled twice. */
  override readonly name = 'Unavailable';
  /** When to ask again, in whole seconds, at least 1. */
  readonly retryAfterSeconds: number;

  /** @param retryAfterSeconds - when to ask again, in whole seconds, at least 1 */
  constructor(message: string, retryAfterSeconds: number, cause?: unknown) {
    super(message, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
