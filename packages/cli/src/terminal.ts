import type { ClientOptions } from '@tallyboard/client';
import type { ProgressStream } from './progress.js';

/** Where results go: a terminal, a pipe, a file, or a substitute. */
export interface ResultStream {
  readonly isTTY?: boolean;
  /** How wide a terminal is. */
  readonly columns?: number;
  /** `false` asks to wait for `drain`; anything else does not. */
  readonly write: (text: string) => unknown;
  readonly once?: (
    event: 'drain' | 'close' | 'error',
    listener: (error: unknown) => void,
  ) => unknown;
  readonly off?: (
    event: 'drain' | 'close' | 'error',
    listener: (error: unknown) => void,
  ) => unknown;
}

/** What a verb may touch of the world around it. */
export interface Terminal {
  /** Results. */
  readonly stdout: ResultStream;
  /** Everything else. */
  readonly stderr: ProgressStream & { readonly fd?: number };
  /** The time of day. */
  readonly now: () => number;
  /** Environment variables; none when left out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Reads all of stdin. */
  readonly readInput?: () => string;
  /** Ends the process whatever it is still doing, by a signal if one is given; nothing can when left out. */
  readonly exit?: (code: number, signal?: NodeJS.Signals) => void;
  /** How requests travel and time passes; the machine's own ways when left out. */
  readonly network?: Pick<ClientOptions, 'fetch' | 'clock' | 'random'>;
}

/** The width that tables are fitted to: that of a terminal; a pipe or a file gets whole cells. */
export const lineWidthOf = ({ stdout }: Pick<Terminal, 'stdout'>): number | undefined =>
  stdout.isTTY === true ? (stdout.columns ?? 80) : undefined;

/** Exit codes of every verb. */
export const exitCodes = {
  ok: 0,
  /** It could not be done. */
  refused: 1,
  /** It was asked for in a wrong way. */
  usage: 2,
  /** It was done, but some figures failed and are missing. */
  incomplete: 3,
  /** Ctrl-C, as shells count it. */
  interrupted: 130,
} as const;

/** A verb cannot do what was asked; the message is a sentence for the person who asked. */
export class VerbRefused extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.refused) {
    super(message);
    this.exitCode = exitCode;
  }
}
