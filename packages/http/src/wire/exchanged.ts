import type { Awaitable } from '@tallyboard/ports';
import type { Bytes } from '../ports.js';

/** A body, or why there is none. */
export type ReadBytes =
  | { readonly status: 'read'; readonly bytes: Bytes }
  | { readonly status: 'tooLarge' }
  | { readonly status: 'brokenOff' };

/** A request, whatever carries it. */
export interface IncomingRequest {
  /** Such as `GET`. */
  readonly method: string;
  /** An absolute address. Its path and query matter, its host does not. */
  readonly address: string;
  /** A header by its name in lower case; values sent apart are joined by commas. `null` if absent. */
  readonly header: (name: string) => string | null;
  /** The request as its carrier got it, for `identify`. */
  readonly source?: unknown;
  /** The body, read as long as it stays within `bytesMax`. */
  readonly body: (bytesMax: number) => Awaitable<ReadBytes>;
  /** Whether the client has left: nothing more is read for it. Left out, clients are taken to stay. */
  readonly isGone?: () => boolean;
  /** Ends the connection in the middle of the answer. Left out, slow clients keep their slots. */
  readonly hangUp?: () => void;
}

/** What goes back, whatever carries it. */
export interface Reply {
  /** The status code. */
  readonly status: number;
  /** Values by names in any case. */
  readonly headers: Readonly<Record<string, string>>;
  /** `null` for none. A stream is read to its end or cancelled. */
  readonly body: string | Bytes | ReadableStream<Bytes> | null;
  /** Called once the answer is out or its connection is gone; at once where a carrier cannot know. */
  readonly sent?: () => void;
}

/** Answers requests. It neither throws nor rejects. */
export interface Exchange {
  (request: IncomingRequest): Awaitable<Reply>;
  /** Gets what a carrier cannot send. */
  readonly onError?: (error: unknown) => void;
}
