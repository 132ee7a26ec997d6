import { checkFacts } from '@tallyboard/core';
import { type Facts, type Instant, noFacts } from '@tallyboard/core/vocabulary';
import { type ProblemList, problemList, problemOfFile, readFactFiles } from '@tallyboard/store';
import { factPlaces } from './fact-places.js';
import { textSharer } from './shared-texts.js';

/** How far reading has come. */
interface LoadProgress {
  /** Bytes as they are on disk, compressed or not. */
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly factsCount: number;
}

/** How to load facts. */
export interface LoadOptions {
  readonly onProgress?: (progress: LoadProgress) => void;
  /** The moment that endings are compared with; `null` leaves out the warnings of such. */
  readonly now?: Instant | null;
}

/** Facts of which each is sound, and all are together. */
export interface LoadedFacts {
  readonly facts: Facts;
  readonly warnings: ProblemList;
}

/** Why nothing was loaded. */
export interface RefusedFacts {
  readonly problems: ProblemList;
  /** Whether facts were checked against each other, for which every line must be readable. */
  readonly areCompared: boolean;
}

/** How many problems, and how many warnings, are kept; all are counted. */
const keptMax = 20;

/**
 * Loads facts from files and directories: all of them, or none and the problems. Facts are checked
 * against each other once every line can be read: each reference to an unreadable line would be a
 * second problem.
 */
export const loadFacts = async (
  paths: readonly string[],
  { onProgress, now = null }: LoadOptions = {},
): Promise<LoadedFacts | RefusedFacts> => {
  const problems = problemList(keptMax);
  const warnings = problemList(keptMax);
  const facts = noFacts();
  const places = factPlaces();
  const share = textSharer();
  let factsCount = 0;
  await readFactFiles(paths, {
    onFact: ({ kind, fact }, file, line) => {
      factsCount += 1;
      share(kind, fact);
      (facts[kind] as unknown[]).push(fact);
      places.add(kind, file, line);
    },
    onProblem: problems.add,
    onBytes: (bytesDone, bytesTotal) => onProgress?.({ bytesDone, bytesTotal, factsCount }),
  });
  if (problems.total() === 0 && factsCount === 0) {
    problems.add(problemOfFile(paths.join(', '), null, 'at least one fact; there is none'));
  }
  if (problems.total() > 0) return { problems, areCompared: factsCount === 0 };

  for (const { kind, index, field, value, reason, severity, collidesWith } of checkFacts(
    facts,
    now,
  )) {
    const first = collidesWith === null ? null : places.of(kind, collidesWith);
    const more = first === null ? '' : ` (${first.file}:${first.line})`;
    const list = severity === 'error' ? problems : warnings;
    list.add({ ...places.of(kind, index), field, value, reason: `${reason}${more}` });
  }
  if (problems.total() > 0) return { problems, areCompared: true };
  return { facts, warnings };
};
