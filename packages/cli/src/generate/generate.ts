import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FactKind } from '@tallyboard/core/vocabulary';
import { VerbRefused } from '../terminal.js';
import { openFactFiles, removeFactFiles } from './fact-writer.js';
import { eventKinds } from './organization-shape.js';
import { addSample, type Sample, type SamplePlan } from './sample.js';
import type { Emit } from './setting.js';

/** Where a sample is written, and over what. */
export interface GenerateOptions {
  readonly out: string;
  /** Whether a directory with something in it may be written into. */
  readonly force: boolean;
  readonly onProgress?: (eventsCount: number) => void;
}

/** A sample on disk. */
export interface WrittenSample extends Sample {
  readonly now: string;
  readonly factsPath: string;
  readonly keysPath: string;
  readonly counts: Readonly<Record<FactKind, number>>;
}

const progressEvery = 4096;
/** Other users of the machine must not read keys. */
const keysFileMode = 0o600;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const entriesOf = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

const counted = (emit: Emit, onProgress: (eventsCount: number) => void): Emit => {
  const events = new Set<FactKind>(eventKinds);
  let count = 0;
  return (kind, fact) => {
    emit(kind, fact);
    if (!events.has(kind)) return;
    count += 1;
    if (count % progressEvery === 0) onProgress(count);
  };
};

/** Writes a sample: `facts/<kind>.ndjson` and then, once all facts are there, `keys.json`. */
export const generate = (plan: SamplePlan, options: GenerateOptions): WrittenSample => {
  const { out, force, onProgress } = options;
  if (!force && entriesOf(out).length > 0) {
    throw new VerbRefused(
      `--out: the directory ${out} is not empty; name another, or add --force to replace the facts in it`,
    );
  }
  const factsPath = join(out, 'facts');
  const keysPath = join(out, 'keys.json');
  mkdirSync(out, { recursive: true });
  // First of all: a directory with keys in it is complete.
  rmSync(keysPath, { force: true });
  removeFactFiles(factsPath);
  const writer = openFactFiles(factsPath);
  let sample: Sample;
  try {
    sample = addSample(plan, onProgress ? counted(writer.emit, onProgress) : writer.emit);
  } finally {
    writer.close();
  }
  writeFileSync(keysPath, `${JSON.stringify(sample.keys, null, 2)}\n`, { mode: keysFileMode });
  return { ...sample, now: sample.keys.now, factsPath, keysPath, counts: writer.counts() };
};
