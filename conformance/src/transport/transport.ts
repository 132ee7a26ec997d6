import type { TransportProblem } from '../model/history.js';
import type { Header } from '../model/request.js';

/** A request as it goes over the wire, secret included. */
export interface Outgoing {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Every header, in order; a transport adds only what HTTP itself needs. */
  readonly headers: readonly Header[];
  readonly body: string | null;
  readonly timeoutMs: number;
  /** An answer longer than this is given up. */
  readonly bytesMax: number;
}

/** What came back: an answer, or how the wire broke. */
export type Received =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: readonly Header[];
      readonly body: string;
      readonly bodyBytes: number;
    }
  | { readonly kind: 'broken'; readonly problem: TransportProblem; readonly detail: string };

/** No answer, and why. */
export const broken = (problem: TransportProblem, detail: string): Received => ({
  kind: 'broken',
  problem,
  detail,
});

/** Sends a request. It never rejects: whatever goes wrong is an answer of its own. */
export type Transport = (outgoing: Outgoing) => Promise<Received>;
