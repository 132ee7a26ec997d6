import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FactKind, factKinds, writeFact } from '@tallyboard/core/vocabulary';
import type { Emit } from './setting.js';

/** Writes facts to one file for each kind. */
export interface FactWriter {
  readonly emit: Emit;
  readonly counts: () => Readonly<Record<FactKind, number>>;
  /** Writes what is held back still and closes the files. */
  readonly close: () => void;
}

interface KindFile {
  readonly descriptor: number;
  lines: string;
  count: number;
}

const heldCharactersMax = 256 * 1024;

/** The name of the file of a kind within a directory of facts. */
const factFileName = (kind: FactKind): string => `${kind}.ndjson`;

/** Removes files of facts, and nothing else, from a directory that may not exist. */
export const removeFactFiles = (directory: string): void => {
  const known = new Set(
    factKinds.flatMap((kind) => [factFileName(kind), `${factFileName(kind)}.gz`]),
  );
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(directory)) if (known.has(name)) rmSync(join(directory, name));
};

/**
 * Opens a file for each kind in a directory. Writing is synchronous: the generator waits for
 * the disk, so that they never pile up in memory.
 */
export const openFactFiles = (directory: string): FactWriter => {
  mkdirSync(directory, { recursive: true });
  const files = Object.fromEntries(
    factKinds.map((kind): [FactKind, KindFile] => [
      kind,
      { descriptor: openSync(join(directory, factFileName(kind)), 'w'), lines: '', count: 0 },
    ]),
  ) as Record<FactKind, KindFile>;
  const flush = (file: KindFile): void => {
    writeFileSync(file.descriptor, file.lines);
    file.lines = '';
  };
  return {
    emit: (kind, fact) => {
      const file = files[kind];
      file.lines += `${JSON.stringify(writeFact(kind, fact))}\n`;
      file.count += 1;
      if (file.lines.length >= heldCharactersMax) flush(file);
    },
    counts: () =>
      Object.fromEntries(factKinds.map((kind) => [kind, files[kind].count])) as Record<
        FactKind,
        number
      >,
    close: () => {
      for (const file of Object.values(files)) {
        flush(file);
        closeSync(file.descriptor);
      }
    },
  };
};
