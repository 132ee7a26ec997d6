import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Attempt } from './attempts.test-kit.js';
import { minimised, type Outcome, type Target } from './fuzz.test-kit.js';

/** A request worth keeping: the smallest that was found to end as it does, or one that once broke something. */
export interface CorpusCase {
  /** How it ends: endpoint, status, and what is refused. */
  readonly outcome: string;
  /** What it once broke; absent in most. */
  readonly found?: string;
  readonly request: Attempt;
}

const folder = fileURLToPath(new URL('../../corpus/', import.meta.url));

const fileOf = (outcome: string): string =>
  `${folder}${outcome.replaceAll(/[^\w]+/g, '-').replace(/-$/, '')}.json`;

/** Every case, by the name of its file. */
export const corpus = (): readonly (readonly [name: string, CorpusCase])[] =>
  readdirSync(folder)
    .sort()
    .map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(folder + file, 'utf8')) as CorpusCase,
    ]);

/** Adds a request that ended as none before, made small; those with several reasons are left out. */
export const addToCorpus = async (
  target: Target<Attempt>,
  input: Attempt,
  { name }: Outcome,
): Promise<void> => {
  const [endpoint = '', status = '', ...reasons] = name.split(' ');
  if (reasons.length > 1 || endpoint === 'other' || existsSync(fileOf(name))) return;
  const endsAlike = async (candidate: Attempt): Promise<boolean> => {
    try {
      return (await target.run(candidate)).name === name;
    } catch {
      return false;
    }
  };
  // The first request for a figure is pending here: the second has the answer that stays.
  if (status === '202' || !(await endsAlike(input))) return;
  const request = await minimised(target, input, endsAlike);
  const kept: CorpusCase = { outcome: name, request };
  writeFileSync(fileOf(name), `${JSON.stringify(kept, null, 2)}\n`);
};
