import type { Organization } from '@tallyboard/core';
import type { WebAddresses } from '@tallyboard/core/engine';
import type { BoardFact } from '@tallyboard/core/vocabulary';
import type { Awaitable, BoundedCache } from '@tallyboard/ports';
import type { CheckedPorts, Sender } from './checked-ports.js';
import type { DocumentSender } from './documents/send-document.js';
import type { Bytes } from './ports.js';
import type { IncomingRequest, Reply } from './wire/exchanged.js';

/** A request on its way through a route; steps set what those after them need. */
export interface Call {
  readonly request: IncomingRequest;
  /** Of the path, decoded; empty where the route has none. */
  readonly organizationId: string;
  /** Of the path, decoded; empty where the route has none. */
  readonly boardId: string;
  /** Headers that every answer of this request carries; the step `allowance` adds its own. */
  headers: Readonly<Record<string, string>>;
  /** Set by the step `authentication`. */
  sender: Sender;
  /** Set by the step `organization`. */
  organization: Organization;
  /** Set by the step `board`. */
  board: BoardFact;
}

/** What all steps share. */
export interface Adapter {
  readonly ports: CheckedPorts;
  readonly addresses: WebAddresses;
  /** How long to wait for computations before answering that they are pending. */
  readonly waitMs: number;
  /** What `Retry-After` says on a 202. */
  readonly retryAfterSeconds: number;
  /** Sends documents of boards and users. */
  readonly documents: DocumentSender;
  /** Documents of metrics by what they answer. */
  readonly cache: BoundedCache<Bytes>;
}

/** One check or the endpoint of a route: replies, or passes on to the next with `null`. */
export type Step = (call: Call, adapter: Adapter) => Awaitable<Reply | null>;
