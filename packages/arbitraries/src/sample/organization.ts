import {
  dayOfInstant,
  type Instant,
  type OrganizationType,
  plusDays,
  type Role,
} from '@tallyboard/core/vocabulary';
import { addBoards } from './boards.js';
import { type Calendar, dayMs } from './calendar.js';
import { drawWord } from './chance.js';
import { addInvitations, addMembers, addOutsiders } from './people.js';
import { type SampleSetting, type Setting, settingOf } from './setting.js';
import { type EventCounts, eventKinds } from './shapes.js';

/** One organization to make. */
export interface OrganizationPlan {
  /** Distinguishes the organizations of a sample. */
  readonly name: string;
  readonly type: OrganizationType;
  readonly members: number;
  readonly events: number;
  /** The id of an owner who is a user already. */
  readonly ownerId: string | null;
  readonly enrolled: boolean;
  /** Whether it is paid up, has run out, or never was billed. */
  readonly billing: 'current' | 'lapsed' | 'none';
}

/** What the rest of a sample needs to know of an organization. */
export interface MadeOrganization {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly memberIds: readonly string[];
  readonly calendar: Calendar;
  /** Boards worth opening. */
  readonly boards: readonly string[];
  /** The first member of a role, a current one. */
  readonly first: (role: Role) => string;
}

/** So that a small sample, too, has boards to compare and something of each kind on them. */
const countsMin: EventCounts = {
  board: 4,
  post: 8,
  comment: 4,
  reaction: 4,
  visit: 8,
  attachment: 3,
  play: 2,
  scan: 2,
};

/** Splits events into kinds by their shares; visits take what rounding leaves, so the sum is exact. */
const splitEvents = (events: number, shares: EventCounts): EventCounts => {
  const sumOf = (counts: EventCounts): number =>
    eventKinds.reduce((sum, kind) => sum + counts[kind], 0);
  const counts = Object.fromEntries(
    eventKinds.map((kind) => {
      const count = Math.round((events * shares[kind]) / sumOf(shares));
      return [kind, shares[kind] === 0 ? 0 : Math.max(countsMin[kind], count)];
    }),
  ) as Record<keyof EventCounts, number>;
  counts.visit += events - sumOf(counts);
  return counts;
};

/** Adds a trial and yearly terms up to today, and seats that grow with the organization. */
const addBilling = (setting: Setting, isLapsed: boolean, membersCount: number): void => {
  const { id: organizationId, createdAt, now, emit } = setting;
  const chance = setting.chance('billing');
  const [firstDay, today] = [dayOfInstant(createdAt), dayOfInstant(now)];
  const addSeats = (on: typeof today): void => {
    const age = (on - firstDay) / Math.max(1, today - firstDay);
    const seats = Math.ceil((membersCount * (0.45 + 0.6 * age)) / 5) * 5;
    emit('seatChange', { organizationId, on, seats });
  };
  let startsOn = firstDay;
  for (let term = 0; startsOn <= today; term += 1) {
    const endsOn = plusDays(startsOn, term === 0 ? 13 : 364);
    if (isLapsed && endsOn >= today) {
      // A term that was called off well before today.
      const canceledOn = plusDays(startsOn, Math.floor((today - startsOn) / 2));
      emit('billingTerm', { organizationId, startsOn, endsOn: canceledOn, status: 'canceled' });
      return;
    }
    const status = term === 0 ? 'trialing' : 'active';
    emit('billingTerm', { organizationId, startsOn, endsOn, status });
    addSeats(startsOn);
    const raisedOn = plusDays(startsOn, 60 + chance.below(200));
    if (term > 0 && raisedOn <= today) addSeats(raisedOn);
    startsOn = plusDays(endsOn, 1);
  }
};

const drawItemType = drawWord({ text: 60, image: 22, link: 10, video: 5, audio: 3 });
const scanMs = { text: 40, image: 380, link: 220, video: 4200, audio: 1900 } as const;
const drawFlag = drawWord({
  profanity: 34,
  spam: 18,
  harassment: 14,
  violence: 10,
  sexual: 8,
  hate: 7,
  selfHarm: 5,
  drugs: 4,
});

/** Adds scans: few find anything, and now and then a person removes what they missed. */
const addScans = (setting: Setting, count: number): void => {
  const { id: organizationId, createdAt, now, calendar, emit } = setting;
  const chance = setting.chance('scans');
  for (let number = 0; number < count; number += 1) {
    const itemType = drawItemType(chance);
    const at = calendar(chance, createdAt, now);
    const isFlagged = chance.hits(0.03);
    const isRemoved = chance.hits(isFlagged ? 0.55 : 0.004);
    const removedAt = Math.min(now, Math.floor(at + chance.skewed(2 * dayMs))) as Instant;
    const flags = isFlagged
      ? [drawFlag(chance), ...(chance.hits(0.2) ? [drawFlag(chance)] : [])]
      : [];
    emit('scan', {
      id: chance.id(),
      organizationId,
      itemType,
      at,
      durationMs: Math.round(5 + chance.skewed(scanMs[itemType])),
      flags: [...new Set(flags)],
      removedAt: isRemoved ? removedAt : null,
    });
  }
};

/** Makes an organization and everything in it, fact by fact. */
export const addOrganization = (
  sample: SampleSetting,
  plan: OrganizationPlan,
): MadeOrganization => {
  const { type, members: count, billing } = plan;
  const setting = settingOf(sample, plan.name, type);
  const { id, createdAt, emit, shape, calendar } = setting;
  const name = setting.chance('name').pick(shape.names);
  const members = addMembers(setting, count, { id: plan.ownerId, enrolled: plan.enrolled });
  const ownerId = members.ids[0]!;
  emit('organization', { id, type, name, ownerId, createdAt });
  if (billing !== 'none') addBilling(setting, billing === 'lapsed', count);
  addInvitations(setting, Math.max(6, Math.round(count * 0.05)));
  const outsiders = addOutsiders(setting, Math.max(3, Math.round(count * 0.01)));
  const counts = splitEvents(plan.events, shape.eventShares);
  const boards = addBoards(setting, { members, outsiders, counts });
  addScans(setting, counts.scan);
  const first = (role: Role): string => members.ids[members.roles.indexOf(role)]!;
  return { id, name, ownerId, memberIds: members.ids, calendar, boards, first };
};
