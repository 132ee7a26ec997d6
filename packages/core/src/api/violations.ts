import type { RuleId } from '../checked.js';

/**
 * Every way in which a request can break a rule, with the rule. The names are part of the wire
 * (`meta.violation`): they are added to, never renamed.
 */
export const violations = {
  malformedJson: '4.1.12',
  notAnObject: '4.1',
  missingField: '4.1',
  wrongType: '4.1',
  emptyArray: '4.1',
  unknownField: '4.1',
  entryCount: '4.1',
  unknownDimension: '4.1',
  propertyNotTaken: '4.1',
  duplicateMetric: '4.1.1',
  tooManyQueries: '4.1.2',
  unknownMetric: '4.1.3',
  unknownValue: '4.1.3',
  unreadableValue: '4.1.3',
  roleSliceNeedsMonth: '4.1.4',
  requiredPropertyMissing: '4.1.5',
  statusNeedsUserType: '4.1.6',
  allMixedWithRoles: '4.1.7',
  noMonthlyForm: '4.1.8',
  unsupportedMonthlyCombination: '4.1.8',
  contentSafetyNotForTeams: '4.1.9',
  rangeEndMissing: '4.1.10',
  malformedMonth: '4.1.10',
  rangeReversed: '4.1.10',
  rangeTooLong: '4.1.10',
  rangeTooEarly: '4.1.10',
  rangeTooLate: '4.1.10',
  unknownParameter: '4.2.1',
  repeatedParameter: '4.2.1',
  invalidParameter: '4.2.1',
  pageOffsetTooLarge: '4.2.2',
  unknownBoardInclude: '4.3',
  unknownUserInclude: '4.4',
} as const satisfies Record<string, RuleId>;

/** The stable name of a way in which a request can break a rule. */
export type Violation = keyof typeof violations;
