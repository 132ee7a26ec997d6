/** The limits of section 8, and those that this service adds to stay answerable. */
export const limits = {
  requestsPerHour: 60,
  allowanceWindowMs: 3_600_000,
  /** Ids that one key may name within an hour: a bound on what the allowance must remember. */
  organizationsPerKeyAndHour: 10_000,
  entriesMin: 1,
  entriesMax: 25,
  queriesMax: 50,
  rangeMonthsMax: 24,
  /** The earliest month is January of this many years before the current one. */
  yearsBackMax: 5,
  rankedItemsMax: 10,
  perPageDefault: 25,
  perPageMax: 100,
  pageOffsetMax: 1_000_000,
  organizationIdLengthMin: 16,
  organizationIdLengthMax: 22,
  boardIdLengths: [16, 20],
  bodyBytesMax: 65_536,
  /** Levels of objects and lists in a value of a fact: writers of JSON go down one call a level. */
  valueDepthMax: 64,
  /** Reasons that a 400 reports one by one; a last error object says that there are more. */
  refusalsMax: 100,
} as const;
