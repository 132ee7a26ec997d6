import { refusedWith } from '../judge/judges.js';
import type { Rule } from '../model/rule.js';
import type { Refusal } from '../refusals/refusal.js';
import { inferred, must } from './rule.js';

const levels = { must, inferred };

/** The rules of refusals: each faulty request is answered with 400. */
export const refused = (refusals: readonly Refusal[]): readonly Rule[] =>
  refusals.flatMap(({ point, probe }) => {
    if (point === null) return [];
    const { id, clause, level, need } = point;
    return [levels[level](id, clause, '400', [probe.id], refusedWith(probe.id, 400), { need })];
  });
