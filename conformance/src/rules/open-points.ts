import type { Rule } from '../model/rule.js';
import { notApplicable } from '../model/verdict.js';
import { openPoints } from '../verdicts/profile.js';
import { observed } from './rule.js';

/** One entry for each point that the specification leaves open: what is seen goes to the profile. */
export const openPointRules: readonly Rule[] = openPoints.map(({ rule, name, question, probes }) =>
  observed(rule, question, 'any answer', probes, () =>
    notApplicable('observed', `Left open; the profile has it as ${name}.`),
  ),
);
