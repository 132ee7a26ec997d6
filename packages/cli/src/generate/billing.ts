import { dayOfInstant, plusDays } from '@tallyboard/core/vocabulary';
import type { Setting } from './setting.js';

/** The state of the bills of an organization: paid up, run out, or never billed. */
export type BillingPlan = 'current' | 'lapsed' | 'none';

const trialDays = 14;
const termDays = 365;

/** Adds a trial and yearly terms up to today, and seats that grow with the organization. */
export const addBilling = (setting: Setting, plan: BillingPlan, membersCount: number): void => {
  if (plan === 'none') return;
  const { id: organizationId, createdAt, now, emit } = setting;
  const chance = setting.chance('billing');
  const firstDay = dayOfInstant(createdAt);
  const today = dayOfInstant(now);
  const seatsOn = (day: number): number => {
    const age = (day - firstDay) / Math.max(1, today - firstDay);
    return Math.ceil((membersCount * (0.45 + 0.6 * age)) / 5) * 5;
  };
  let startsOn = firstDay;
  for (let term = 0; startsOn <= today; term += 1) {
    const endsOn = plusDays(startsOn, (term === 0 ? trialDays : termDays) - 1);
    const isLast = endsOn >= today;
    if (plan === 'lapsed' && isLast) {
      // A term that was called off well before today.
      const canceledOn = plusDays(startsOn, Math.floor((today - startsOn) / 2));
      emit('billingTerm', { organizationId, startsOn, endsOn: canceledOn, status: 'canceled' });
      return;
    }
    emit('billingTerm', {
      organizationId,
      startsOn,
      endsOn,
      status: term === 0 ? 'trialing' : 'active',
    });
    emit('seatChange', { organizationId, on: startsOn, seats: seatsOn(startsOn) });
    const raisedOn = plusDays(startsOn, 60 + chance.below(200));
    if (term > 0 && raisedOn <= today && raisedOn <= endsOn) {
      emit('seatChange', { organizationId, on: raisedOn, seats: seatsOn(raisedOn) });
    }
    startsOn = plusDays(endsOn, 1);
  }
};
