import type { OrganizationType } from '@tallyboard/core/vocabulary';
import type { Boards, RecordedSettings } from './configuration.js';
import type { Unread } from './json.js';
import type { Endpoint, Header, PlannedRequest, Purpose, TargetName } from './request.js';

/** What can go wrong on the wire. */
export type TransportProblem =
  | 'unreachable'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'truncated'
  | 'tooLarge'
  | 'malformed';

/** How a run was asked to be; the first record of a history. */
export interface RunRecord extends RecordedSettings {
  readonly type: 'run';
  /** The version of this format. */
  readonly format: 1;
  readonly suiteVersion: string;
  readonly at: string;
  /** The base address, without credentials. */
  readonly baseUrl: string;
  /** The organization ids by name; keys are never stored. */
  readonly organizations: Readonly<Partial<Record<TargetName, string>>>;
  readonly boards: Boards;
  /** Which variant of a probe with several this run takes, or `all` of them. */
  readonly rotation: number | 'all';
  /** Requests an hour that the operator says each endpoint allows; 0 for no limit, 60 when absent. */
  readonly allowance?: number;
  /** What the facts say of the organization under test; absent without facts. */
  readonly organizationType?: OrganizationType;
  /** Where the facts of a seeded run are, or `null`. */
  readonly facts: string | null;
  /** The salt of pseudonyms, or `null` when personal data is kept. */
  readonly salt: string | null;
}

/** The month that the run takes for the current one, and how it knows. */
export interface CalendarRecord {
  readonly type: 'calendar';
  readonly at: string;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly source: 'now' | 'dateHeader' | 'ownClock';
  /** A month change is so near that boundary rules cannot be decided. */
  readonly nearMonthChange: boolean;
  /** Own clock minus the service's Date, in seconds; `null` when the service gave none. */
  readonly skewSeconds: number | null;
}

/** A request, written before it goes out, so that a crash cannot lose a spent request. */
export interface SentRecord {
  readonly type: 'sent';
  readonly seq: number;
  readonly at: string;
  readonly purpose: Purpose;
  /** Which of several variants of its probe it is; absent when the run takes one rotation. */
  readonly rotation?: number;
  readonly request: PlannedRequest;
  /** What was known when the request was made and is needed to judge it, such as expected ids. */
  readonly knows: Readonly<Record<string, unknown>>;
}

/** An answer to the request of the same number. */
export interface AnsweredRecord {
  readonly type: 'answered';
  readonly seq: number;
  readonly at: string;
  readonly elapsedMs: number;
  readonly status: number;
  readonly headers: readonly Header[];
  /** The body as text; personal data in it is pseudonymous unless it is kept. */
  readonly body: string;
  readonly bodyBytes: number;
  /** Why a body of JSON was not read; it is kept cut short. Absent for one that was, and for what is no JSON. */
  readonly unread?: Unread;
  /** What the run saw in personal data: of a page found with `q`, whether each row contains it. */
  readonly sightings: { readonly matches?: readonly boolean[] };
  /** What facts say that the answer must hold; absent without facts. */
  readonly knows?: Readonly<Record<string, unknown>>;
}

/** No answer, or none that could be read. */
export interface BrokenRecord {
  readonly type: 'broken';
  readonly seq: number;
  readonly at: string;
  readonly elapsedMs: number;
  readonly problem: TransportProblem;
  readonly detail: string;
}

/** A pause. */
export interface WaitRecord {
  readonly type: 'wait';
  readonly at: string;
  readonly until: string;
  readonly why: 'retryAfter' | 'reset';
}

/** A probe that was planned and not sent, with the reason. */
export interface LeftOutRecord {
  readonly type: 'leftOut';
  readonly at: string;
  readonly probe: string;
  /** The variant that was left out; absent for all that the run would have taken. */
  readonly rotation?: number;
  readonly why:
    | 'budget'
    | 'pending'
    | 'prerequisite'
    | 'needsConfig'
    | 'monthChange'
    | 'notSelected'
    | 'stopped';
  readonly detail: string;
}

/** The end of a run; `resume` appends after it. */
export interface EndRecord {
  readonly type: 'end';
  readonly at: string;
  /**
   * All but `complete` and `smoke` can be resumed. `quota`: the allowance is used up. `pending`: figures took
   * longer than the run waits. `smoke`: the first answers made the rest useless. `unanswered`: nothing answered
   * any more. `deadline`: answers took too long in all.
   */
  readonly why:
    | 'complete'
    | 'quota'
    | 'pending'
    | 'interrupted'
    | 'smoke'
    | 'unanswered'
    | 'deadline';
  /** The cause, a sentence without its full stop; empty when complete. */
  readonly detail: string;
}

/** One line of a history: newline-delimited JSON, appended to and never rewritten. */
export type HistoryRecord =
  | RunRecord
  | CalendarRecord
  | SentRecord
  | AnsweredRecord
  | BrokenRecord
  | WaitRecord
  | LeftOutRecord
  | EndRecord;

/** A request with what came of it; `answer` is `null` while it is open or when the wire broke. */
export interface Exchange {
  readonly seq: number;
  readonly sent: SentRecord;
  readonly answer: AnsweredRecord | null;
  readonly broken: BrokenRecord | null;
  /** The body as JSON, or `undefined` when it is none. */
  readonly document: unknown;
}

/** A history as judges read it. */
export interface History {
  /** What was to be done, and by which suite. */
  readonly run: RunRecord;
  /** The months that questions were made for; `null` when nothing was sent. */
  readonly calendar: CalendarRecord | null;
  /** In the order of sending. */
  readonly exchanges: readonly Exchange[];
  /** Probes that were not sent, each with the reason. */
  readonly leftOut: readonly LeftOutRecord[];
  /** Times of waiting, each with the reason. */
  readonly waits: readonly WaitRecord[];
  /** How it ended; `null` for a run that was killed. */
  readonly end: EndRecord | null;
  /** How many records there are. */
  readonly records: number;
}

/** Requests sent, by endpoint of the main organization's allowances and others. */
export type RequestCounts = Readonly<Record<Endpoint, number>>;
