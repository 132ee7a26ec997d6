import type { Organization, WebAddresses } from '@tallyboard/core';
import type { BoardFact } from '@tallyboard/core/vocabulary';
import type { Context, MiddlewareHandler } from 'hono';
import type { KeyHolder, Ports } from './ports.js';

/** What steps pass on to those after them. */
export interface Passed {
  /** Set by the step `apiKey`. */
  readonly key: KeyHolder & { readonly sha256: string };
  /** Set by the step `organization`. */
  readonly organization: Organization;
  /** Set by the step `board`. */
  readonly board: BoardFact;
  /** Headers that every answer of this request carries, set by the step `allowance`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The types that Hono carries through a route. */
export interface AdapterEnv {
  readonly Variables: Passed;
}

/** A request on its way through a route. */
export type Call = Context<AdapterEnv>;

/** One check or the final endpoint of a route: answers, or passes on to the next. */
export type Step = MiddlewareHandler<AdapterEnv>;

/** What all steps of an adapter share. */
export interface Adapter {
  readonly ports: Ports;
  readonly addresses: WebAddresses;
  /** How long to wait for computations before answering that they are pending. */
  readonly waitMs: number;
  /** What `Retry-After` says on a 202. */
  readonly retryAfterSeconds: number;
}

/** Makes a step for an adapter. */
export type StepOf = (adapter: Adapter) => Step;
