import { isUtf8 } from 'node:buffer';
import { lineBytesMax } from '../duck/sql.js';
import { byteStream } from './bytes.js';
import type { SourceFile } from './find.js';

/** What happens with each line, counted from 1, and with what is none. */
interface LineListener {
  readonly onLine: (text: string, line: number) => void;
  readonly onFault: (line: number, reason: string) => void;
  /** Gets the bytes of the file that have been read. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** Whether no more lines are wanted. */
  readonly isDone?: () => boolean;
}

const lineFeed = 0x0a;
const byteOrderMark = '\uFEFF';
const nothing: Buffer = Buffer.alloc(0);

/** Cuts the bytes of a file, as they come, into lines of UTF-8. A byte order mark before the first is dropped. */
export const readLines = async (
  file: SourceFile,
  { onLine, onFault, onBytes, isDone }: LineListener,
): Promise<void> => {
  let rest = nothing;
  let line = 0;
  let skipping = false;

  const take = (bytes: Buffer, isText: boolean): void => {
    line += 1;
    if (!isText && !isUtf8(bytes)) return onFault(line, 'a line of UTF-8 text');
    const text = bytes.toString('utf8');
    onLine(line === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text, line);
  };
  const endLongLine = (): void => {
    line += 1;
    skipping = false;
    onFault(line, `a line of at most ${lineBytesMax} bytes`);
  };

  for await (const chunk of byteStream(file, onBytes)) {
    const more = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const bytes = rest.length === 0 ? more : Buffer.concat([rest, more]);
    let start = 0;
    let end = bytes.indexOf(lineFeed);
    if (skipping && end >= 0) {
      endLongLine();
      start = end + 1;
      end = bytes.indexOf(lineFeed, start);
    }
    // Looking at all complete lines at once is much cheaper than at each; one bad line is rare.
    const isText = isUtf8(bytes.subarray(start, bytes.lastIndexOf(lineFeed) + 1));
    for (; end >= 0; end = bytes.indexOf(lineFeed, start)) {
      take(bytes.subarray(start, end), isText);
      start = end + 1;
    }
    rest = skipping ? nothing : bytes.subarray(start);
    if (rest.length > lineBytesMax) [rest, skipping] = [nothing, true];
    if (isDone?.() === true) break;
  }
  if (skipping) endLongLine();
  else if (rest.length > 0) take(rest, false);
};
