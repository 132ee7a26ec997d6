import { createReadStream, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import {
  collectFacts,
  type FactKind,
  type Facts,
  factKinds,
  isAccepted,
  type KindedFact,
  readFact,
} from '@tallyboard/core/vocabulary';
import { parseJson } from '../model/json.js';

/** Facts that cannot be used; the message names file, line and field. */
export class FactsFault extends Error {}

const suffix = /\.ndjson(\.gz)?$/;

const filesOf = (place: string): readonly string[] => {
  const found = statSync(place);
  if (!found.isDirectory() && !found.isFile()) {
    throw new FactsFault(
      `${place}: expected a file or a directory; this is a pipe, a socket or a device.`,
    );
  }
  if (!found.isDirectory()) return [place];
  const files = readdirSync(place).filter((file) => suffix.test(file));
  if (files.length === 0) throw new FactsFault(`${place}: there is no .ndjson or .ndjson.gz file.`);
  return files.toSorted().map((file) => join(place, file));
};

const linesOf = (file: string): AsyncIterable<string> => {
  const stream = createReadStream(file);
  const input = file.endsWith('.gz') ? stream.pipe(createGunzip()) : stream;
  return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
};

async function* readFile(file: string): AsyncGenerator<KindedFact> {
  const name = basename(file).replace(suffix, '');
  const kind = factKinds.find((one) => one === name);
  let number = 0;
  for await (const line of linesOf(file)) {
    number += 1;
    if (line.trim() === '') continue;
    const read = readFact(parseJson(line), kind);
    if (!isAccepted(read)) {
      const [problem] = read.left;
      throw new FactsFault(`${file}:${number}: ${problem.field}: expected ${problem.reason}`);
    }
    yield read.right;
  }
}

/** Reads facts from a file or a directory, plain or gzip. */
export const readFacts = async (place: string): Promise<Facts> => {
  const facts = collectFacts([]);
  const rows: Readonly<Record<FactKind, readonly unknown[]>> = facts;
  for (const file of filesOf(place)) {
    for await (const { kind, fact } of readFile(file)) (rows[kind] as unknown[]).push(fact);
  }
  return facts;
};
