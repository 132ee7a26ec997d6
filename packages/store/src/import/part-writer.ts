import { closeSync, openSync, writeSync } from 'node:fs';

/** Writes bytes in large pieces. */
export interface PartWriter {
  /** Takes bytes that the caller may use again. */
  readonly add: (bytes: Uint8Array) => void;
  readonly bytesCount: () => number;
  readonly close: () => void;
}

const pieceLength = 2 ** 20;

/** A write may take less than it is given, as on a disk that is nearly full. */
const writeAll = (file: number, bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
};

/** A writer of a new file. What it throws carries the code of the system. */
export const partWriter = (path: string): PartWriter => {
  const file = openSync(path, 'w');
  const piece = Buffer.allocUnsafe(pieceLength);
  let used = 0;
  let written = 0;
  const flush = (): void => {
    writeAll(file, piece.subarray(0, used));
    written += used;
    used = 0;
  };
  return {
    add: (bytes) => {
      if (used + bytes.length > pieceLength) flush();
      if (bytes.length > pieceLength) {
        writeAll(file, bytes);
        written += bytes.length;
      } else {
        piece.set(bytes, used);
        used += bytes.length;
      }
    },
    bytesCount: () => written + used,
    close: () => {
      try {
        flush();
      } finally {
        closeSync(file);
      }
    },
  };
};
