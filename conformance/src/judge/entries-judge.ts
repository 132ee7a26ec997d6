import type { History } from '../model/history.js';
import type { JudgeOf } from '../model/rule.js';
import type { Entry } from '../probes/entries.js';
import { allOf, each, type Finding, type Look, silent, unusable, whenServed } from './judges.js';
import {
  byMonth,
  figureOf,
  listed,
  type Resolved,
  type ReturnedEntry,
  resolve,
  returned,
  sentEntries,
} from './metrics-answer.js';
import type { Answer } from './sight.js';

/** Looks at one returned entry. */
export type EntryLook = (entry: ReturnedEntry, answer: Answer, history: History) => Finding;

/** Chooses among the entries of a request. */
export type EntryChoice = (entry: Entry, monthly: boolean) => boolean;

const failed = (answer: Answer, asked: Resolved): boolean =>
  listed(answer, 'errors').some((one) => one.key === asked.key);

/** Every entry that a request has and the choice takes must be returned and look right. */
export const lookAtEntries =
  (choose: EntryChoice, look: EntryLook): Look =>
  (answer, history) => {
    const monthly = byMonth(answer.request);
    const chosen = sentEntries(answer.request).filter((entry) => choose(entry, monthly));
    if (chosen.length === 0) return silent('it asks for no such entry');
    return allOf(
      chosen.map((entry) => {
        const found = figureOf(answer, entry);
        if (found !== undefined) return look(found, answer, history);
        const one = resolve(entry);
        return failed(answer, one)
          ? silent(`${one.name} failed`)
          : unusable(`${String(entry['name'])} was not returned`);
      }),
    );
  };

/** Looks at the entries of served answers to each probe of a rule. */
export const entries = (choose: EntryChoice, look: EntryLook): JudgeOf =>
  each(whenServed(lookAtEntries(choose, look)));

/** Takes the entries of one of several metrics. */
export const namedAs =
  (...names: readonly string[]): EntryChoice =>
  (entry) =>
    names.includes(String(entry['name']));

/** Looks at whatever entries were returned, asked for or not. */
export const allReturned =
  (look: EntryLook): Look =>
  (answer, history) =>
    allOf(returned(answer).map((entry) => look(entry, answer, history)));
