import type { History } from '../../model/history.js';
import type { Entry } from '../../probes/entries.js';
import {
  allOf,
  type Check,
  type Found,
  notExercised,
  prerequisiteFails,
  whenServed,
} from '../check.js';
import type { Answer } from '../evidence.js';
import { byMonth, figureOf, listed, type ReturnedEntry, resolve, sentEntries } from './answer.js';

/** Checks one returned entry. */
export type EntryCheck = (entry: ReturnedEntry, answer: Answer, history: History) => Found;

/** Chooses among the entries of a request. */
export type EntryChoice = (entry: Entry, monthly: boolean) => boolean;

/** Every entry of a served request that the choice takes must be returned and pass the check. */
export const entries = (choose: EntryChoice, check: EntryCheck): Check =>
  whenServed((answer, history) => {
    const monthly = byMonth(answer.request);
    const chosen = sentEntries(answer.request).filter((entry) => choose(entry, monthly));
    if (chosen.length === 0) return notExercised('it asks for no such entry');
    return allOf(
      chosen.map((entry) => {
        const found = figureOf(answer, entry);
        if (found !== undefined) return check(found, answer, history);
        const { name, key } = resolve(entry);
        return listed(answer, 'errors').some((one) => one.key === key)
          ? notExercised(`${name} failed`)
          : prerequisiteFails(`${name} was not returned`);
      }),
    );
  });

/** Takes the entries of one of several metrics. */
export const namedAs =
  (...names: readonly string[]): EntryChoice =>
  (entry) =>
    names.includes(String(entry['name']));

/** A number of JSON. */
export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
