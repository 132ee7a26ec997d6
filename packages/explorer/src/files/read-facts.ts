import {
  checkFacts,
  collectFacts,
  type FactKind,
  type Facts,
  isAccepted,
  readFact,
} from '@tallyboard/core';
import { factKinds, type KindedFact } from '@tallyboard/core/vocabulary';
import type { FileProblem } from './messages.js';

/** Facts of files, or why there are none. */
export type ReadFiles =
  | { readonly ok: true; readonly facts: Facts }
  | { readonly ok: false; readonly problems: readonly FileProblem[]; readonly total: number };

const namePattern = /^(.+)\.ndjson(\.gz)?$/;

/** How many problems are kept; all are counted. */
const problemsMax = 20;

/** The lines of a stream of text, the last one too when it has no end. */
async function* linesOf(texts: ReadableStream<string>): AsyncGenerator<readonly string[]> {
  const reader = texts.getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
  yield [rest];
}

const textOf = (file: File, isPacked: boolean): ReadableStream<string> => {
  const bytes: ReadableStream<Uint8Array<ArrayBuffer>> = file.stream();
  const plain = isPacked ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes;
  return plain.pipeThrough(new TextDecoderStream('utf-8', { fatal: true }));
};

const valueIn = (line: string): unknown => {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
};

/** Reads facts line by line, and finds out whether they fit together. */
class FactsReader {
  readonly facts: KindedFact[] = [];
  readonly problems: FileProblem[] = [];
  total = 0;

  problem(file: string, line: number, reason: string): void {
    this.total += 1;
    if (this.problems.length < problemsMax) this.problems.push({ file, line, reason });
  }

  async read(file: File, onBytes: (bytes: number) => void): Promise<void> {
    const named = namePattern.exec(file.name);
    if (named === null) {
      this.problem(
        file.name,
        0,
        'Expected a name that ends in .ndjson or .ndjson.gz, or one index file alone.',
      );
      return;
    }
    const kind = factKinds.find((known) => known === named[1]);
    let number = 0;
    for await (const lines of linesOf(textOf(file, named[2] !== undefined))) {
      for (const line of lines) this.#line(file.name, (number += 1), line, kind);
      onBytes(lines.reduce((sum, { length }) => sum + length + 1, 0));
    }
  }

  #line(file: string, number: number, line: string, kind: FactKind | undefined): void {
    if (line.trim() === '') return;
    const value = valueIn(line);
    if (value === undefined) {
      this.problem(file, number, 'Expected one JSON object on each line.');
      return;
    }
    const read = readFact(value, kind);
    if (isAccepted(read)) this.facts.push(read.right);
    else
      for (const { field, reason } of read.left)
        this.problem(file, number, `${field}: expected ${reason}`);
  }
}

/** Reads files of facts: all of them, or none and what is wrong. */
export const readFiles = async (
  files: readonly File[],
  onBytes: (bytes: number) => void,
): Promise<ReadFiles> => {
  const reader = new FactsReader();
  for (const file of files) {
    try {
      await reader.read(file, onBytes);
    } catch (error) {
      reader.problem(file.name, 0, `The file cannot be read: ${String(error)}`);
    }
  }
  if (reader.total === 0 && reader.facts.length === 0) {
    reader.problem(files[0]?.name ?? '', 0, 'There are no facts.');
  }
  if (reader.total > 0) return { ok: false, problems: reader.problems, total: reader.total };
  const facts = collectFacts(reader.facts);
  for (const { kind, index, reason, severity } of checkFacts(facts, null)) {
    if (severity === 'error') reader.problem(kind, index + 1, reason);
  }
  return reader.total > 0
    ? { ok: false, problems: reader.problems, total: reader.total }
    : { ok: true, facts };
};
