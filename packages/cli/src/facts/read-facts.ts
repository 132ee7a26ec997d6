import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isAccepted, type KindedFact, readFact } from '@tallyboard/core/vocabulary';
import { type FactsProblem, lineReader, problemOfFile } from '@tallyboard/store';
import { type FactFile, reasonOf } from './fact-files.js';
import { textSharer } from './shared-texts.js';

/** Who hears of facts as they are read, and of what could not be. */
export interface FactListener {
  readonly onFact: (fact: KindedFact, file: string, line: number) => void;
  readonly onProblem: (problem: FactsProblem) => void;
  /** Called now and then with the bytes read of the file, as they are on disk. */
  readonly onBytes: (bytesCount: number) => void;
}

const chunkBytes = 2 ** 18;

const parse = (text: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
};

const readFile = async (
  file: FactFile,
  share: ReturnType<typeof textSharer>,
  { onFact, onProblem, onBytes }: FactListener,
): Promise<void> => {
  const { path } = file;
  const onFault = (line: number, reason: string, value?: unknown): void =>
    onProblem({ file: path, line, field: null, value, reason });
  const onLine = (text: string, line: number): void => {
    if (text.trim() === '') return;
    const parsed = parse(text);
    if (parsed === null) return onFault(line, 'one JSON object on each line', text);
    share(parsed.value, file.kind);
    const read = readFact(parsed.value, file.kind ?? undefined);
    if (isAccepted(read)) onFact(read.right, path, line);
    else for (const problem of read.left) onProblem({ file: path, line, ...problem });
  };
  const lines = lineReader({ onLine, onFault });
  const source = createReadStream(path, { highWaterMark: chunkBytes });
  const takeChunks = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of chunks) {
      lines.push(chunk);
      onBytes(source.bytesRead);
    }
    lines.end();
  };
  if (file.gzip) await pipeline(source, createGunzip({ chunkSize: chunkBytes }), takeChunks);
  else await pipeline(source, takeChunks);
};

/** Reads files of facts line by line, one after the other. A file that breaks off is a problem. */
export const readFacts = async (
  files: readonly FactFile[],
  listener: FactListener,
): Promise<void> => {
  const share = textSharer();
  let bytesBefore = 0;
  for (const file of files) {
    const start = bytesBefore;
    const onBytes = (bytesCount: number): void => listener.onBytes(start + bytesCount);
    try {
      await readFile(file, share, { ...listener, onBytes });
    } catch (error) {
      // What the system and zlib refuse carries a code; anything else is a fault of ours.
      if (!(error instanceof Error && 'code' in error)) throw error;
      listener.onProblem(problemOfFile(file.path, null, reasonOf(error)));
    }
    bytesBefore += file.bytesCount;
  }
};
