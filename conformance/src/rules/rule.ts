import type { Judge, JudgeOf, Level, Need, Rule } from '../model/rule.js';

/** What may be left to its default in an entry of the registry. */
export interface RuleOptions {
  readonly need?: Need;
  readonly cover?: 'all' | 'any';
}

const make =
  (level: Level, defaults: RuleOptions = {}) =>
  (
    id: string,
    clause: string,
    expected: string | readonly string[],
    probes: readonly string[],
    judge: Judge | JudgeOf,
    options: RuleOptions = {},
  ): Rule => ({
    id,
    level,
    clause,
    expected: typeof expected === 'string' ? [expected] : expected,
    need: options.need ?? defaults.need ?? 'live',
    probes,
    cover: options.cover ?? defaults.cover ?? 'all',
    judge: typeof judge === 'function' ? judge : judge.of(probes),
  });

/** A rule that the specification states. */
export const must = make('must');
/** A rule that follows from the text though no one sentence says it. */
export const inferred = make('inferred');
/** A relation that is true by the definitions. */
export const derived = make('derived');
/** A point that the specification leaves open: recorded, never failed. */
export const observed = make('observed');
/** A rule that no request can show. */
export const beyond = make('notObservable');
