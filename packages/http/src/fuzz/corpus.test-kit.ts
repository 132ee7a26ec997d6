import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Attempt } from './attempts.test-kit.js';

/** A request worth keeping: the smallest that was found to end as it does, or one that once broke something. */
export interface CorpusCase {
  /** How it ends: endpoint, status, and what is refused. */
  readonly outcome: string;
  /** What it once broke; absent in most. */
  readonly found?: string;
  readonly request: Attempt;
}

const folder = fileURLToPath(new URL('../../corpus/', import.meta.url));

/** Every case, by the name of its file. */
export const corpus = (): readonly (readonly [name: string, CorpusCase])[] =>
  readdirSync(folder)
    .sort()
    .map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(folder + file, 'utf8')) as CorpusCase,
    ]);
