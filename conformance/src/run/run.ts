import type { RunConfiguration } from '../model/configuration.js';
import type {
  CalendarRecord,
  EndRecord,
  History,
  HistoryRecord,
  TransportProblem,
} from '../model/history.js';
import type { Listener } from '../model/progress.js';
import type { PlannedRequest } from '../model/request.js';
import type { Turn } from '../plan/plan.js';
import type { Family, Probe, SeenRow } from '../probes/probe.js';
import type { Clock } from '../transport/clock.js';
import type { Transport } from '../transport/transport.js';

/** Everything outside that a run touches. */
export interface Ports {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Where records go, in order, as they happen. */
  readonly sink: (record: HistoryRecord) => void;
  readonly listener: Listener;
}

/** What facts say that the answer to a request must hold; nothing without facts. */
export type ExpectedValues = (request: PlannedRequest) => Readonly<Record<string, unknown>>;

/** How a run ends. */
export type Ending = Pick<EndRecord, 'why' | 'detail'>;

/** A request that was answered 202 and has to be repeated. */
interface Waiting {
  readonly probe: Probe;
  readonly turn: Turn;
  readonly dueAt: number;
  readonly polls: number;
}

/** What came of a request: an answer, personal texts still in it, a broken wire, or nothing sent. */
export interface Outcome {
  /** `null` without an answer. */
  readonly status: number | null;
  readonly headers: ReadonlyMap<string, string>;
  readonly document: unknown;
  /** Why there is no answer; `null` for one. */
  readonly problem: TransportProblem | 'unsent' | null;
  readonly detail: string;
}

/** What a run is given. */
export interface RunSetup {
  readonly configuration: RunConfiguration;
  readonly ports: Ports;
  /** Makes pseudonyms; `null` keeps personal texts. */
  readonly salt: string | null;
  /** What facts say of answers. */
  readonly expected: ExpectedValues;
  /** What was sent and came back so far, in earlier parts of the run too. */
  readonly history: () => History;
  /** The probes that `--only` chose; `null` without it. */
  readonly selection: ReadonlySet<string> | null;
  /** Variants of probes that an earlier part of the run settled, by `variantName`. */
  readonly done: ReadonlySet<string>;
  /** Called when the first requests were answered as the API answers: from here on, the run goes on. */
  readonly reached: () => void;
}

/** A run while it sends: one request at a time, so that the history is a line. */
export interface Run extends RunSetup {
  /** What was sent, personal texts still in it, by its number. */
  readonly sent: Map<number, PlannedRequest>;
  /** The number of the last request. */
  seq: number;
  /** Requests that spent an allowance, by its name, and when they were sent. */
  readonly spent: { readonly allowance: string; readonly at: number }[];
  /** Allowances that were answered 429, by name. */
  readonly exhausted: Set<string>;
  /** Requests in a row that got no answer, each tried twice. */
  unanswered: number;
  /** Time spent waiting for answers, in ms. */
  answeringMs: number;
  /** Set when it is no use to go on: nothing is sent any more. */
  ending: Ending | null;
  /** Probes that were sent or left out. */
  readonly asked: Set<string>;
  readonly waiting: Waiting[];
  /** What is left of the time for figures to be computed, in ms. */
  patienceMs: number;
  /** The allowance had no room to repeat a pending request. */
  lacksAllowance: boolean;
  calendar: CalendarRecord | null;
  /** `null` until an answer or facts show it. */
  family: Family | null;
  roster: { totalCount: number; rows: readonly SeenRow[] } | null;
  /** Why the roster was not answered, and with it what is made of it; `null` when it was, or was not asked. */
  rosterDue: 'budget' | 'pending' | null;
  /** Boards that the current user lists as created, the fullest first. */
  boards: readonly string[];
}

/** A run that has sent nothing yet, or goes on after what an earlier part of it sent. */
export const runFrom = (setup: RunSetup, seq: number, family: Family | null): Run => ({
  ...setup,
  ...{ sent: new Map(), seq, spent: [], exhausted: new Set(), unanswered: 0, answeringMs: 0 },
  ending: null,
  ...{ asked: new Set(), waiting: [], lacksAllowance: false },
  patienceMs: setup.configuration.maxWaitSeconds * 1000,
  ...{ calendar: null, family, roster: null, rosterDue: null, boards: [] },
});
