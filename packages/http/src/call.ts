import type { Organization } from '@tallyboard/core';
import type { WebAddresses } from '@tallyboard/core/engine';
import type { BoardFact } from '@tallyboard/core/vocabulary';
import type { Awaitable, KeyHolder } from '@tallyboard/ports';
import type { Documents } from './documents/respond-in-pieces.js';
import type { Ports } from './ports.js';
import type { Asked, Reply } from './wire/exchanged.js';

/** What steps pass on to those after them. */
export interface Passed {
  /** Set by the step `apiKey`. */
  key: KeyHolder & { readonly sha256: string };
  /** Set by the step `organization`. */
  organization: Organization;
  /** Set by the step `board`. */
  board: BoardFact;
  /** Headers that every answer of this request carries; the step `allowance` adds its own. */
  headers: Readonly<Record<string, string>>;
}

/** A request on its way through a route. */
export interface Call {
  readonly asked: Asked;
  /** Of the path, decoded; empty where the route has none. */
  readonly organizationId: string;
  /** Of the path, decoded; empty where the route has none. */
  readonly boardId: string;
  readonly passed: Passed;
}

/** One check or the final endpoint of a route: replies, or passes on to the next with `null`. */
export type Step = (call: Call) => Awaitable<Reply | null>;

/** What all steps of an adapter share. */
export interface Adapter {
  readonly ports: Ports;
  readonly addresses: WebAddresses;
  /** How long to wait for computations before answering that they are pending. */
  readonly waitMs: number;
  /** What `Retry-After` says on a 202. */
  readonly retryAfterSeconds: number;
  /** Answers with documents of records. */
  readonly documents: Documents;
  /** Room for answers and figures that are remembered, half for each. */
  readonly memoryBytes: number;
}

/** Makes a step for an adapter. */
export type StepOf = (adapter: Adapter) => Step;
