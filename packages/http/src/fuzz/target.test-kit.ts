import type { Draw } from '@tallyboard/arbitraries';

/** Something that takes inputs from strangers. */
export interface Target<Input> {
  /** Its part of all inputs, in percent. */
  readonly share: number;
  /** An input; smaller numbers draw plainer ones. */
  readonly draw: (draw: Draw) => Input;
  /** Throws when what comes back is not what may come back; inputs of the same name met the same end. */
  readonly run: (input: Input) => string | Promise<string>;
}
