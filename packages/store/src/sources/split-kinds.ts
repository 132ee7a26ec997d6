import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import { byteStream } from './byte-stream.js';
import { lineBytesMax } from './lines.js';
import type { SourceFile } from './source-files.js';

/** Who takes the lines of a file of mixed kinds. */
export interface SplitListener {
  /** A line with its line feed; the bytes are good until the call returns. */
  readonly onLine: (kind: FactKind, bytes: Uint8Array, line: number) => void;
  /** Gets the bytes of the file that have been read. */
  readonly onBytes: (bytes: number) => void;
}

const lineFeed = 0x0a;
const start = Buffer.from('{"kind":"');
const quote = 0x22;
const known: ReadonlyMap<string, FactKind> = new Map(factKinds.map((kind) => [kind, kind]));
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

const kindOfValue = (text: string): FactKind | null => {
  try {
    const { kind } = JSON.parse(text) as { readonly kind?: unknown };
    return known.get(String(kind)) ?? null;
  } catch {
    return null;
  }
};

/** The kind that a line names: at its start, as almost every writer has it, or anywhere. */
const kindOf = (line: Buffer): FactKind | null => {
  if (line.subarray(0, start.length).equals(start)) {
    const end = line.indexOf(quote, start.length);
    return known.get(line.toString('latin1', start.length, end)) ?? null;
  }
  return kindOfValue(line.toString());
};

const isBlank = (line: Buffer): boolean => line.length <= 2 && line.toString().trim() === '';

/**
 * Hands over every line of a file by its kind, without reading more of it than that.
 *
 * @returns whether every line has a kind; with the first one that has none it ends
 */
export const splitKinds = async (
  file: SourceFile,
  { onLine, onBytes }: SplitListener,
): Promise<boolean> => {
  let rest: Buffer = Buffer.alloc(0);
  let line = 0;
  const take = (bytes: Buffer): boolean => {
    line += 1;
    if (isBlank(bytes)) return true;
    const kind = kindOf(bytes);
    if (kind !== null) onLine(kind, bytes, line);
    return kind !== null;
  };
  try {
    for await (const chunk of byteStream(file, onBytes)) {
      const bytes = Buffer.concat([rest, chunk]);
      const isFirst = line === 0 && bytes.subarray(0, 3).equals(byteOrderMark);
      let from = isFirst ? byteOrderMark.length : 0;
      for (let end = bytes.indexOf(lineFeed, from); end >= 0; end = bytes.indexOf(lineFeed, from)) {
        if (!take(bytes.subarray(from, end + 1))) return false;
        from = end + 1;
      }
      rest = bytes.subarray(from);
      if (rest.length > lineBytesMax) return false;
    }
  } catch {
    // A file that breaks off: the slow reading meets it again and says so.
    return false;
  }
  return rest.length === 0 || take(Buffer.concat([rest, Buffer.from('\n')]));
};
