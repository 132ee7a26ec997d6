import { allHold, type Comparison, figuresHold, present } from '../judge/across.js';
import type { History } from '../model/history.js';
import type { Judge, Rule } from '../model/rule.js';
import { derived } from './rule.js';

/**
 * A relation that holds for any data: within one figure or page, between figures of one answer, or across
 * answers (2.6, 4.2).
 */
export const relation = (
  id: string,
  clause: string,
  probes: readonly string[],
  scope: 'within' | 'figures' | 'across',
  compare: (history: History) => readonly (Comparison | null)[],
): Rule => {
  const judge: Judge =
    scope === 'figures'
      ? figuresHold(probes, compare)
      : (history) => allHold(history, probes, present(compare(history)), scope);
  return derived(id, clause, 'the relation holds in every comparison', probes, judge);
};
