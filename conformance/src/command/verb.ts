import type { Option } from 'commander';

/** A verb of the command line. */
export interface Verb {
  readonly says: string;
  /** Arguments: how each is written, and what it is. */
  readonly args?: readonly (readonly [name: string, says: string])[];
  readonly options?: readonly Option[];
  /** Gives the exit code. */
  readonly act: (flags: never, ...args: string[]) => number | Promise<number>;
}
