import { at } from '../../model/json.js';
import { allOf, type Check, type Found, mismatch, notExercised, whenServed } from '../check.js';
import type { Answer } from '../evidence.js';
import { isReady, type Row, rowsOf } from './answer.js';

/** Checks a page that was served and did not fail. */
export const whenReady = (check: Check): Check =>
  whenServed((answer, history) =>
    isReady(answer) ? check(answer, history) : notExercised('the roster failed'),
  );

/** Checks the rows of a page that is ready. */
export const checkRows = (check: (row: Row, answer: Answer) => Found): Check =>
  whenReady((answer) => {
    const rows = rowsOf(answer);
    return rows.length === 0
      ? notExercised('the page is empty')
      : allOf(rows.map((row) => check(row, answer)));
  });

/** What is at a path of every row is as expected. */
export const everyRow = (
  path: readonly string[],
  expected: string,
  isRight: (value: unknown, answer: Answer) => boolean,
): Check =>
  checkRows(({ raw, pointer }, answer) => {
    const value = at(raw, ...path);
    return isRight(value, answer) ? null : mismatch(expected, [pointer, ...path].join('/'), value);
  });
