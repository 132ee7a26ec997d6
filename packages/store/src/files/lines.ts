import { isUtf8 } from 'node:buffer';
import { lineBytesMax } from '../duck/sql.js';

/** Cuts a stream of bytes into lines of text, each with its number from 1. */
export interface LineReader {
  /** Takes the next bytes and passes on the lines that they complete. */
  readonly push: (chunk: Uint8Array) => void;
  /** Passes on a last line that no line feed ends. */
  readonly end: () => void;
}

/** What happens with each line, and with what is none. */
interface LineListener {
  readonly onLine: (text: string, line: number) => void;
  readonly onFault: (line: number, reason: string) => void;
}

const lineFeed = 0x0a;
const byteOrderMark = '\uFEFF';

/** Cuts bytes, as they come, into lines of UTF-8. A byte order mark before the first is dropped. */
export const lineReader = ({ onLine, onFault }: LineListener): LineReader => {
  let rest: Buffer = Buffer.alloc(0);
  let line = 0;
  let skipping = false;

  const take = (bytes: Buffer, known: boolean): void => {
    line += 1;
    if (!known && !isUtf8(bytes)) onFault(line, 'a line of UTF-8 text');
    else {
      const text = bytes.toString('utf8');
      onLine(line === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text, line);
    }
  };

  const endLongLine = (): void => {
    line += 1;
    skipping = false;
    onFault(line, `a line of at most ${lineBytesMax} bytes`);
  };

  const push = (chunk: Uint8Array): void => {
    const bytes =
      rest.length === 0
        ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
        : Buffer.concat([rest, chunk]);
    let start = 0;
    let end = bytes.indexOf(lineFeed);
    if (skipping && end >= 0) {
      endLongLine();
      start = end + 1;
      end = bytes.indexOf(lineFeed, start);
    }
    // Looking at all complete lines at once is much cheaper than at each; one bad line is rare.
    const known = isUtf8(bytes.subarray(start, bytes.lastIndexOf(lineFeed) + 1));
    for (; end >= 0; end = bytes.indexOf(lineFeed, start)) {
      take(bytes.subarray(start, end), known);
      start = end + 1;
    }
    rest = skipping ? rest : bytes.subarray(start);
    if (rest.length > lineBytesMax) {
      skipping = true;
      rest = Buffer.alloc(0);
    }
  };

  const end = (): void => {
    if (skipping) endLongLine();
    else if (rest.length > 0) take(rest, false);
    rest = Buffer.alloc(0);
  };

  return { push, end };
};
