import type { History } from '../../model/history.js';
import { canonical } from '../../model/json.js';
import type { Judge } from '../../model/rule.js';
import { notApplicable } from '../../model/verdict.js';
import { walkPagesMax } from '../../probes/roster-probes.js';
import { allHold, type Comparison, present, rowsIn, totalIn } from '../across.js';
import { type Check, holdsIf, whenServed } from '../check.js';
import { observationOf } from '../evidence.js';
import { metaNumber, parametersOf, type Row, rowsOf } from './answer.js';

/** The pages of a walk. */
export const walkProbes = Array.from({ length: walkPagesMax }, (_, index) => `RW${index + 1}`);

/** Smaller pages by name are pieces of RV2: the roster is sorted before it is cut into pages. */
export const pagesAreCutInOrder: Judge = (history) => {
  const [whole, total] = [rowsIn(history, 'RV2'), totalIn(history, 'RV2')];
  const names = (rows: readonly Row[]) => rows.map((row) => row.attributes['name']);
  const comparisons = [...walkProbes, 'RV20'].flatMap((probe): readonly Comparison[] => {
    const piece = rowsIn(history, probe);
    if (whole === null || piece === null) return [];
    const [page, size] = ['page', 'perPage'].map((name) =>
      Number(parametersOf(piece.answer.request).get(name)),
    );
    const from = (Number(page) - 1) * Number(size);
    const right = whole.rows.slice(from, from + Number(size));
    const isInside = right.length === size || whole.rows.length === total?.value;
    if (!isInside || right.length !== piece.rows.length) return [];
    return [
      {
        holds: canonical(names(piece.rows)) === canonical(names(right)),
        trivial: false,
        says: `${probe} has the rows ${from + 1} to ${from + right.length} of RV2 by name`,
        answers: [whole.answer, piece.answer],
      },
    ];
  });
  return comparisons.length === 0
    ? notApplicable('notExercised', 'There was no smaller page to compare.')
    : allHold(history, ['RV2'], comparisons, 'across');
};

/** Not answered: pending, left to the next hour, or lost on the way. */
const isToCome = (history: History, probe: string): boolean => {
  const { why } = observationOf(history, probe);
  return why !== null && why.reason !== 'notExercised';
};

/** No page lists a member twice. */
export const eachOnce: Check = whenServed((answer) => {
  const ids = rowsOf(answer).map((row) => row.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  return holdsIf(twice === undefined, () => `${String(twice)} is on the page twice`);
});

/** The pages of a walk have no row in common and, walked to the end, as many as totalCount. */
export const walkIsWhole: Judge = (history) => {
  const steps = present(walkProbes.map((probe) => rowsIn(history, probe)));
  const [first] = steps;
  const total = first === undefined ? null : metaNumber(first.answer, 'totalCount');
  const size = first === undefined ? null : metaNumber(first.answer, 'perPage');
  if (first === undefined || total === null || size === null) {
    return allHold(history, walkProbes, [], 'across');
  }
  const ids = steps.flatMap((step) => step.rows.map((row) => row.id));
  const pages = Math.ceil(total / size);
  const isWhole = pages <= walkPagesMax;
  const unseen = walkProbes.slice(0, pages).find((probe) => isToCome(history, probe));
  const distinct = new Set(ids).size;
  const answers = steps.map((step) => step.answer);
  // The rows of a page that is still to come are not missing.
  if (unseen !== undefined && distinct === ids.length) {
    return allHold(history, [unseen], [], 'across');
  }
  return allHold(
    history,
    walkProbes,
    [
      {
        holds: distinct === ids.length,
        trivial: ids.length < 2,
        says: `${ids.length} rows of the walk have ${distinct} ids`,
        answers,
      },
      {
        holds: !isWhole || unseen !== undefined || ids.length === total,
        trivial: ids.length < 2,
        says: `the walk has ${ids.length} rows, totalCount is ${total}`,
        answers,
      },
    ],
    'across',
  );
};
