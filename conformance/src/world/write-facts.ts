import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type FactKind, type Facts, factKinds, writeFact } from '@tallyboard/core/vocabulary';
import { replaceFile } from '../files/own-file.js';

const linesOf = (facts: Facts, kind: FactKind): string =>
  facts[kind].map((fact) => `${JSON.stringify(writeFact(kind, fact))}\n`).join('');

/** Writes facts as one NDJSON file a kind; every file is there, so that old rows are replaced. */
export const writeWorldFacts = (facts: Facts, directory: string): void => {
  mkdirSync(directory, { recursive: true });
  for (const kind of factKinds) {
    replaceFile(join(directory, `${kind}.ndjson`), linesOf(facts, kind));
  }
};
