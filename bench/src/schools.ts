import { dayOf, plusDays } from '../../packages/core/src/model/day.js';
import { endDay, firstDay, type School } from './synthetic-columns.js';

/** The two organizations of every size: activity crowded on a few people and boards, or even. */
export const activities = ['zipf', 'flat'] as const;

export type Activity = (typeof activities)[number];

export const activityTitle = { zipf: 'crowded', flat: 'even' } as const;

/** All randomness of a run begins here. */
export const seed = 20_261_121;

export const months = 60;
export { firstDay };
export const lastDay = plusDays(endDay(months), -1);

/** A billing term of two years that begins within a month and contains the last day. */
export const term = { startsOn: dayOf(2025, 2, 11), endsOn: dayOf(2027, 2, 10) };

/** What the index of a school is built for. */
export const times = { createdOn: firstDay, billingTerms: [term], today: lastDay };

/** One member for 200 events, as in a school of some years, and at most 50,000. */
export const membersFor = (events: number): number =>
  Math.min(50_000, Math.max(100, Math.round(events / 200)));

/** The school of a size. */
export const schoolOf = (events: number, activity: Activity): School => ({
  seed: seed + activities.indexOf(activity),
  events,
  members: membersFor(events),
  months,
  activity,
});
