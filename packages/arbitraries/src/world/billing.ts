import {
  type BillingTermFact,
  billingStatuses,
  type Day,
  dayOf,
  plusDays,
  type SeatChangeFact,
} from '@tallyboard/core/vocabulary';
import { Digits } from './digits.js';
import { dayNear } from './moments.js';
import { organizationFor, type Stage } from './stage.js';

const lengthsDays = [365, 730, 30, 1, 90];
const gapsDays = [0, 30, 1, 200];

/** The day a term starts on: a gap after the one before, or just about now. */
const readStart = (digits: Digits, earliest: Day, today: Day): Day => {
  const start = digits.oneOf([
    plusDays(earliest, digits.oneOf(gapsDays)),
    today,
    plusDays(today, 1),
    plusDays(today, -400),
  ]);
  return start < earliest ? earliest : start;
};

/** The day a term ends on: after a usual length, today, or yesterday. */
const readEnd = (digits: Digits, start: Day, today: Day): Day => {
  const end = digits.oneOf([
    plusDays(start, digits.oneOf(lengthsDays) - 1),
    plusDays(start, digits.oneOf(lengthsDays) - 1),
    today,
    plusDays(today, -1),
  ]);
  return end < start ? start : end;
};

/**
 * Terms of each organization one after the other, with and without gaps; they never overlap (2.5).
 */
export const readTerms = (codes: readonly number[], stage: Stage): readonly BillingTermFact[] => {
  const earliest = new Map<string, Day>();
  return codes.map((code) => {
    const digits = new Digits(code);
    const { id } = organizationFor(digits, stage);
    const startsOn = readStart(
      digits,
      earliest.get(id) ?? plusDays(stage.calendar.today, -digits.oneOf([400, 1200, 1000, 30])),
      stage.calendar.today,
    );
    const endsOn = readEnd(digits, startsOn, stage.calendar.today);
    earliest.set(id, plusDays(endsOn, 1));
    return { organizationId: id, startsOn, endsOn, status: digits.oneOf(billingStatuses) };
  });
};

/** Changes of the number of seats, at most one a day for an organization (2.5). */
export const readSeatChanges = (
  codes: readonly number[],
  stage: Stage,
): readonly SeatChangeFact[] => {
  const changes = new Map<string, SeatChangeFact>();
  for (const code of codes) {
    const digits = new Digits(code);
    const organizationId = organizationFor(digits, stage).id;
    const on = digits.oneOf([
      dayOf(2021, 1, 1),
      dayOf(2022, 6, 30),
      stage.calendar.today,
      plusDays(stage.calendar.today, 1),
      dayNear(digits, stage.calendar),
      dayNear(digits, stage.calendar),
    ]);
    const seats = digits.oneOf([10, 25, 1, 300, 7, 99, 0]);
    changes.set(`${organizationId} ${on}`, { organizationId, on, seats });
  }
  return [...changes.values()];
};
