import { byteStream } from './byte-stream.js';
import { csvReader } from './csv-records.js';
import { lineReader } from './lines.js';
import type { SourceFile } from './source-files.js';

/** The first record of a CSV file, read by hand; `null` when none can be read. */
export const csvNames = async (file: SourceFile): Promise<readonly string[] | null> => {
  const found: (readonly string[] | null)[] = [];
  const records = csvReader((cells) => found.push(cells));
  const lines = lineReader({ onLine: records.onLine, onFault: () => found.push(null) });
  for await (const chunk of byteStream(file)) {
    lines.push(chunk);
    if (found.length > 0) break;
  }
  lines.end();
  records.end();
  return found[0] ?? null;
};
