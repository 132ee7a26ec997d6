import { type FactKind, factFields } from '@tallyboard/core/vocabulary';
import { type FactsProblem, problemOfFile } from './facts-problem.js';

/** What is wrong with the columns of a file of one kind: reported once, not with every row. */
export const columnProblems = (
  path: string,
  kind: FactKind,
  names: readonly string[],
): readonly FactsProblem[] => {
  const fields = factFields[kind];
  const known = fields.map(({ name }) => name);
  const problem = (field: string, reason: string): FactsProblem => ({
    ...problemOfFile(path, undefined, reason),
    field: field === '' ? 'a column without a name' : field,
  });
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const distinct = [...counts.keys()];
  return [
    ...distinct
      .filter((name) => name !== 'kind' && !known.includes(name))
      .map((name) => problem(name, `one of the columns of ${kind}: ${known.join(', ')}`)),
    ...distinct
      .filter((name) => counts.get(name) !== 1)
      .map((name) => problem(name, 'one column of this name, not several')),
    ...fields
      .filter(({ name, nullable }) => !nullable && !counts.has(name))
      .map(({ name }) => problem(name, `a column of this name, which ${kind} needs`)),
  ];
};
