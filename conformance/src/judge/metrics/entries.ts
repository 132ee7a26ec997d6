import type { History } from '../../model/history.js';
import type { RuleJudge } from '../../model/rule.js';
import type { Entry } from '../../probes/entries.js';
import {
  allOf,
  type Check,
  type CheckResult,
  each,
  notExercised,
  prerequisiteFails,
  whenServed,
} from '../check.js';
import type { Answer } from '../evidence.js';
import {
  byMonth,
  figureOf,
  listed,
  type Resolved,
  type ReturnedEntry,
  resolve,
  returned,
  sentEntries,
} from './answer.js';

/** Checks one returned entry. */
export type EntryCheck = (entry: ReturnedEntry, answer: Answer, history: History) => CheckResult;

/** Chooses among the entries of a request. */
export type EntryChoice = (entry: Entry, monthly: boolean) => boolean;

const failed = (answer: Answer, asked: Resolved): boolean =>
  listed(answer, 'errors').some((one) => one.key === asked.key);

/** Every entry of a served request that the choice takes must be returned and pass the check. */
export const entries = (choose: EntryChoice, check: EntryCheck): RuleJudge =>
  each(
    whenServed((answer, history) => {
      const monthly = byMonth(answer.request);
      const chosen = sentEntries(answer.request).filter((entry) => choose(entry, monthly));
      if (chosen.length === 0) return notExercised('it asks for no such entry');
      return allOf(
        chosen.map((entry) => {
          const found = figureOf(answer, entry);
          if (found !== undefined) return check(found, answer, history);
          const one = resolve(entry);
          return failed(answer, one)
            ? notExercised(`${one.name} failed`)
            : prerequisiteFails(`${String(entry['name'])} was not returned`);
        }),
      );
    }),
  );

/** Takes the entries of one of several metrics. */
export const namedAs =
  (...names: readonly string[]): EntryChoice =>
  (entry) =>
    names.includes(String(entry['name']));

/** Checks every entry that was returned, asked for or not. */
export const allReturned =
  (check: EntryCheck): Check =>
  (answer, history) =>
    allOf(returned(answer).map((entry) => check(entry, answer, history)));
