import type { ProgressStream } from './progress.js';

/** What a verb may touch of the world around it. */
export interface Terminal {
  /** Results. */
  readonly stdout: { readonly write: (text: string) => unknown };
  /** Everything else. */
  readonly stderr: ProgressStream;
  /** The time of day. */
  readonly now: () => number;
}

/** Exit codes of every verb. */
export const exitCodes = { ok: 0, refused: 1, usage: 2 } as const;

/** A verb cannot do what was asked; the message is a sentence for the person who asked. */
export class VerbRefused extends Error {}
