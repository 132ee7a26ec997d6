import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  addSample,
  type Emit,
  eventKinds,
  type Sample,
  type SamplePlan,
} from '@tallyboard/arbitraries/sample';
import { type FactKind, factKinds, writeFact } from '@tallyboard/core/vocabulary';
import { VerbRefused } from '../terminal.js';

/** Where a sample is written, and over what. */
export interface WriteOptions {
  readonly out: string;
  /** Whether a directory with something in it may be written into. */
  readonly force: boolean;
  readonly onProgress: (eventsCount: number) => void;
}

/** A sample on disk. */
export interface WrittenSample extends Sample {
  readonly factsPath: string;
  readonly keysPath: string;
  readonly counts: Readonly<Record<FactKind, number>>;
}

const bufferedMax = 256 * 1024;
const progressEvery = 4096;
/** Other users of the machine must not read keys. */
const keysFileMode = 0o600;

const fileName = (kind: FactKind): string => `${kind}.ndjson`;

/** Writes to one file for each kind. Writing is synchronous: nothing piles up in memory. */
const factFiles = (directory: string) => {
  const files = new Map(
    factKinds.map((kind) => {
      const descriptor = openSync(join(directory, fileName(kind)), 'w');
      return [kind, { descriptor, lines: '', count: 0 }];
    }),
  );
  const emit: Emit = (kind, fact) => {
    const file = files.get(kind)!;
    file.lines += `${JSON.stringify(writeFact(kind, fact))}\n`;
    file.count += 1;
    if (file.lines.length < bufferedMax) return;
    writeFileSync(file.descriptor, file.lines);
    file.lines = '';
  };
  const close = (): void => {
    for (const { descriptor, lines } of files.values()) {
      writeFileSync(descriptor, lines);
      closeSync(descriptor);
    }
  };
  const counts = () => Object.fromEntries(factKinds.map((kind) => [kind, files.get(kind)!.count]));
  return { emit, close, counts: counts as () => WrittenSample['counts'] };
};

const reporting = (emit: Emit, onProgress: WriteOptions['onProgress']): Emit => {
  const events = new Set<FactKind>(eventKinds);
  let count = 0;
  return (kind, fact) => {
    emit(kind, fact);
    if (events.has(kind) && (count += 1) % progressEvery === 0) onProgress(count);
  };
};

/** Writes a sample: `facts/<kind>.ndjson` and then, once all facts are there, `keys.json`. */
export const writeSample = (
  plan: Omit<SamplePlan, 'sha256'>,
  { out, force, onProgress }: WriteOptions,
): WrittenSample => {
  if (!force && existsSync(out) && readdirSync(out).length > 0) {
    throw new VerbRefused(
      `--out: the directory ${out} is not empty; name another, or add --force to replace the facts in it`,
    );
  }
  const [factsPath, keysPath] = [join(out, 'facts'), join(out, 'keys.json')];
  mkdirSync(factsPath, { recursive: true });
  // First of all: a directory with keys in it is complete.
  rmSync(keysPath, { force: true });
  for (const kind of factKinds) rmSync(join(factsPath, `${fileName(kind)}.gz`), { force: true });
  const files = factFiles(factsPath);
  const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
  let sample: Sample;
  try {
    sample = addSample({ ...plan, sha256 }, reporting(files.emit, onProgress));
  } finally {
    files.close();
  }
  writeFileSync(keysPath, `${JSON.stringify(sample.keys, null, 2)}\n`, { mode: keysFileMode });
  return { ...sample, factsPath, keysPath, counts: files.counts() };
};
