import { isUtf8 } from 'node:buffer';
import { lineBytesMax } from '../duck/sql.js';
import { byteStream } from './bytes.js';
import type { SourceFile } from './find.js';

/** A line of a file, counted from 1. */
export interface Line {
  readonly line: number;
  readonly text: string;
  /** What was expected, where it is no line. */
  readonly fault?: string;
}

const lineFeed = 0x0a;
const byteOrderMark = '\uFEFF';
const nothing: Buffer = Buffer.alloc(0);

/**
 * Cuts the bytes of a file, as they come, into lines of UTF-8. A byte order mark before the first is dropped.
 *
 * @param onBytes - gets the bytes of the file that have been read
 */
export async function* readLines(
  file: SourceFile,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<readonly Line[]> {
  let [rest, line, isTooLong] = [nothing, 0, false];

  const lineOf = (bytes: Buffer, isText: boolean): Line => {
    line += 1;
    if (isTooLong) {
      isTooLong = false;
      return { line, text: '', fault: `a line of at most ${lineBytesMax} bytes` };
    }
    if (!isText && !isUtf8(bytes)) return { line, text: '', fault: 'a line of UTF-8 text' };
    const text = bytes.toString('utf8');
    return { line, text: line === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text };
  };

  for await (const chunk of byteStream(file, onBytes)) {
    const more = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const bytes = rest.length === 0 ? more : Buffer.concat([rest, more]);
    // Looking at all complete lines at once is much cheaper than at each; one bad line is rare.
    const isText = isUtf8(bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1));
    const lines: Line[] = [];
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      lines.push(lineOf(bytes.subarray(start, end), isText));
      start = end + 1;
    }
    yield lines;
    isTooLong ||= bytes.length - start > lineBytesMax;
    rest = isTooLong ? nothing : bytes.subarray(start);
  }
  if (isTooLong || rest.length > 0) yield [lineOf(rest, false)];
}
