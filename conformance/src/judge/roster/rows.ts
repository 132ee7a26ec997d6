import { at } from '../../model/json.js';
import type { Judge } from '../../model/rule.js';
import {
  allOf,
  type Check,
  everyAnswer,
  type Found,
  mismatch,
  notExercised,
  whenServed,
} from '../check.js';
import type { Answer } from '../evidence.js';
import { isReady, parametersOf, type Row, rosterAnswers, rowsOf } from './answer.js';

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

/** Checks every page of a run whose query is meant, whichever request brought it. */
export const onPages = (isMeant: (query: URLSearchParams) => boolean, check: Check): Judge =>
  everyAnswer(
    (history) =>
      rosterAnswers(history).filter(
        (answer) => isReady(answer) && isMeant(parametersOf(answer.request)),
      ),
    check,
    'No such page was seen.',
  );
