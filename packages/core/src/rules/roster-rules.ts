import { rangeForm, rangeWindow } from './4.1.10-date-range.js';
import { nothingClamped } from './4.2.1-nothing-clamped.js';
import { pageOffset } from './4.2.2-page-offset.js';
import type { RosterSubject, Rule, RuleOfFacts } from './rule.js';

/** The rules of 4.2 that a request alone decides, in the order of the report. */
export const rosterRules: readonly Rule<RosterSubject>[] = [nothingClamped, pageOffset, rangeForm];

/** The rules of 4.2 that depend on the current month; the range obeys 4.1.10. */
export const rosterRulesOfFacts: readonly RuleOfFacts<RosterSubject>[] = [rangeWindow];
