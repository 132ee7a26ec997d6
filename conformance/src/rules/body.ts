import type { Check } from '../judge/check.js';
import type { Judge, Need, Rule } from '../model/rule.js';
import type { Probe } from '../probes/probe.js';

/** What a rule asks, checks and is broken by. */
export interface RuleBody {
  /** The requests whose answers it reads; nothing: whatever was sent. */
  readonly asks?: readonly Probe[];
  /** Whether it needs the answers to all of them, or any one of them will do. */
  readonly cover?: Rule['cover'];
  /** What a run must have been given; nothing when left out. */
  readonly need?: Need;
  /** What is accepted, where that is more than the clause says; several when the text allows several. */
  readonly expected?: string | readonly string[];
  /** Looks at the answer to each of its requests; all must hold. */
  readonly check?: Check;
  /** Looks at all answers, besides. */
  readonly judge?: Judge;
  /** Wrong services by what is wrong with them: the rule fails for each. */
  readonly broken?: Rule['broken'];
}
