import { closeSync, openSync, writeSync } from 'node:fs';

/** Writes lines in large pieces. */
export interface PartWriter {
  readonly add: (line: string) => void;
  readonly close: () => void;
}

const pieceLength = 2 ** 20;

/** A writer of a new file. What it throws carries the code of the system. */
export const partWriter = (path: string): PartWriter => {
  const file = openSync(path, 'w');
  let waiting: string[] = [];
  let length = 0;
  const flush = (): void => {
    if (length > 0) writeSync(file, waiting.join(''));
    waiting = [];
    length = 0;
  };
  return {
    add: (line) => {
      waiting.push(line, '\n');
      length += line.length + 1;
      if (length > pieceLength) flush();
    },
    close: () => {
      try {
        flush();
      } finally {
        closeSync(file);
      }
    },
  };
};
