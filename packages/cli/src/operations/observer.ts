import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EndedBuild } from '@tallyboard/http';
import type { Scrub } from '@tallyboard/store';
import type { Destination } from './routes.js';

/** What became of a request. It holds no key, no query and nothing about a person. */
export interface Answered extends Destination {
  /** By which its line is found: the one that a trusted proxy gave, or one of ours. */
  readonly id: string;
  readonly method: string;
  /** `null` when the connection ended before an answer was out. */
  readonly status: number | null;
  /** From the arrival of its headers to the end of its answer, in milliseconds. */
  readonly ms: number;
  /** Who asked, where an operator wants to know. */
  readonly client?: string;
}

/** Gets everything that a service does; log and metrics are made of it. */
export interface Observer {
  /** A request that has arrived. */
  readonly request: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  /** A request that never became one, by the code of Node's error. */
  readonly broken: (code: string) => void;
  /** A connection refused since there were too many. */
  readonly dropped: () => void;
  /** A build of an index that has ended. */
  readonly build: (build: EndedBuild) => void;
  /** A comparison of all files of a store with their checksums. */
  readonly scrub: (scrub: Scrub) => void;
  /** Something unexpected. */
  readonly error: (error: unknown) => void;
}
