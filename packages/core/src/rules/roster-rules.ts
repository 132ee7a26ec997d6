import { rangeForm, rangeWindow } from './4.1.10-date-range.js';
import { nothingClamped } from './4.2.1-nothing-clamped.js';
import { pageOffset } from './4.2.2-page-offset.js';
import type { RequestRule, SentRoster } from './rule.js';

/** The rules of 4.2 in the order of the report; the range obeys 4.1.10. All of them run on every request. */
export const rosterRules: readonly RequestRule<SentRoster>[] = Object.freeze([
  nothingClamped,
  pageOffset,
  rangeForm,
  rangeWindow,
]);
