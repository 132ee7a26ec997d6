import { formatProblem, type ProblemList } from '@tallyboard/store';
import { grouped } from '../progress.js';

/** A count with its noun: `1 fact`, `2,000 facts`. */
export const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Follows problems of single lines: others may come to light once those are mended. */
export const notCompared = '  References between facts are checked once every line can be read.';

/** Problems for a person, and how many more there are than shown. */
export const listedProblems = ({ kept, total }: Pick<ProblemList, 'kept' | 'total'>): string => {
  const more = total() - kept().length;
  const lines = kept().map((problem) => `  ${formatProblem(problem)}`);
  return [...lines, ...(more > 0 ? [`  and ${grouped(more)} more`] : [])].join('\n');
};
