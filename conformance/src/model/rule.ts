import type { History } from './history.js';
import type { ReplyChange } from './mutation.js';
import type { Judgement } from './verdict.js';

/**
 * How binding a rule is: stated, following from the text though no single sentence says it, true by
 * the definitions, left open and only recorded, or beyond what requests can show.
 */
export type Level = 'must' | 'inferred' | 'derived' | 'observed' | 'notObservable';

/** What a run must have for the rule to be in scope. */
export type Need = 'live' | 'configured' | 'seeded' | 'faultHook' | 'quotaCheck';

/** A judge: pure, total, and blind to anything but the history. */
export type Judge = (history: History) => Judgement;

/** One point that can be decided: an entry of the registry. */
export interface Rule {
  /** Section and rule, such as `4.1-R8b`. An id never changes its meaning and is never given anew. */
  readonly id: string;
  /** `observed` and `notObservable` points never fail a service. */
  readonly level: Level;
  /** The clause of the specification in our own words. */
  readonly clause: string;
  /** What is accepted; several when the text allows several. */
  readonly expected: readonly string[];
  /** What a run must have been given; otherwise the rule is out of scope. */
  readonly need: Need;
  /** The probes whose answers it reads; empty means whatever was sent. */
  readonly probes: readonly string[];
  /** Whether it needs all of its probes, or any one of them will do. */
  readonly cover: 'all' | 'any';
  /** Decides from the history alone. */
  readonly judge: Judge;
  /** Services that break it, by what is wrong with their answers: the self-test starts each. */
  readonly broken?: Readonly<Record<string, ReplyChange>>;
}
