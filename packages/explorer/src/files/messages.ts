import type { KnownOrganization } from '../session/state.js';

/** A line that is no fact, or a fact that does not fit the others. */
export interface FileProblem {
  readonly file: string;
  /** From 1 on; 0 where no line is to blame. */
  readonly line: number;
  readonly reason: string;
}

/** A message from the page to the worker. */
export type ToWorker =
  | { readonly kind: 'open'; readonly files: readonly File[] }
  | {
      readonly kind: 'ask';
      readonly id: number;
      readonly address: string;
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | null;
    };

/** A message from the worker to the page. */
export type FromWorker =
  | { readonly kind: 'reading'; readonly bytesDone: number; readonly bytesTotal: number }
  /** The bytes of an index are in memory; `at` in milliseconds since 1970. */
  | { readonly kind: 'read'; readonly at: number }
  | {
      readonly kind: 'opened';
      readonly organizations: readonly KnownOrganization[];
      /** The day that an index was built for, `YYYY-MM-DD`; `null` for facts. */
      readonly today: string | null;
    }
  /** In place of `opened`, or after it: the index follows its first line. */
  | { readonly kind: 'refused'; readonly problems: readonly FileProblem[]; readonly total: number }
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: string;
    };
