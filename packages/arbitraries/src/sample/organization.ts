import {
  dayOfInstant,
  type OrganizationType,
  plusDays,
  type Role,
} from '@tallyboard/core/vocabulary';
import { addBoards } from './boards.js';
import { addMembers } from './people.js';
import { type SampleSetting, type Setting, settingOf } from './setting.js';
import { type EventKind, eventKinds, eventShares } from './shapes.js';
import { flags } from './words.js';

/** One organization to make, a small one unless the plan says otherwise. */
interface OrganizationPlan {
  /** Distinguishes the organizations of a sample. */
  readonly name: string;
  readonly type: OrganizationType;
  readonly members?: number;
  readonly events?: number;
  /** The id of an owner who is a user already. */
  readonly ownerId?: string;
  readonly enrolled?: boolean;
  /** Whether it is paid up, has run out, or never was billed. */
  readonly billing?: 'current' | 'lapsed' | 'none';
}

/** How many events of each kind: a small sample has some of each. Visits make the sum exact. */
const countsOf = (events: number, type: OrganizationType): Record<EventKind, number> => {
  const counts = Object.fromEntries(
    eventKinds.map((kind) => [kind, Math.max(4, Math.round(events * eventShares[kind]))]),
  ) as Record<EventKind, number>;
  // Items of a team are not scanned: its content-safety figures do not exist.
  if (type === 'team') counts.scan = 0;
  counts.visit += events - eventKinds.reduce((sum, kind) => sum + counts[kind], 0);
  return counts;
};

/** Adds a trial and yearly terms up to today, and seats that grow with the organization. */
const addBilling = (setting: Setting, isLapsed: boolean, membersCount: number): void => {
  const { id: organizationId, createdAt, now, emit } = setting;
  const [firstDay, today] = [dayOfInstant(createdAt), dayOfInstant(now)];
  const addSeats = (on: typeof today): void => {
    const age = (on - firstDay) / Math.max(1, today - firstDay);
    const seats = Math.ceil((membersCount * (0.45 + 0.6 * age)) / 5) * 5;
    if (on <= today) emit('seatChange', { organizationId, on, seats });
  };
  let startsOn = firstDay;
  for (let term = 0; startsOn <= today; term += 1) {
    const whole = plusDays(startsOn, term === 0 ? 13 : 364);
    // A term that was called off well before today.
    const isOff = isLapsed && whole >= today;
    const endsOn = isOff ? plusDays(startsOn, Math.floor((today - startsOn) / 2)) : whole;
    const status = isOff ? 'canceled' : term === 0 ? 'trialing' : 'active';
    emit('billingTerm', { organizationId, startsOn, endsOn, status });
    if (isOff) return;
    addSeats(startsOn);
    if (term > 0) addSeats(plusDays(startsOn, 150));
    startsOn = plusDays(endsOn, 1);
  }
};

/** Adds invitations: the first is open, the second closed, as most are. */
const addInvitations = (setting: Setting, count: number): void => {
  const { id: organizationId, createdAt, now, calendar, later, shape, emit } = setting;
  const chance = setting.chance('invitations');
  for (let number = 0; number < count; number += 1) {
    const role = chance.pick(Object.keys(shape.roles) as Role[]);
    const invitedAt = calendar(chance, createdAt, now);
    const closed = later(chance, invitedAt, 12);
    const isOpen = number === 0 || (number > 1 && chance.hits(0.25));
    const email = `person${number}@invited.example`;
    const closedAt = isOpen ? null : closed;
    emit('invitation', { id: chance.id(), organizationId, role, email, invitedAt, closedAt });
  }
};

const scanMs = { text: 40, image: 380, link: 220, audio: 1900, video: 4200 } as const;
const itemTypes = Object.keys(scanMs) as (keyof typeof scanMs)[];

/** Adds scans: few find anything, and now and then a person removes what they missed. */
const addScans = (setting: Setting, count: number): void => {
  const { id: organizationId, createdAt, now, calendar, later, emit } = setting;
  const chance = setting.chance('scans');
  for (let number = 0; number < count; number += 1) {
    const itemType = itemTypes[chance.early(itemTypes.length)]!;
    const at = calendar(chance, createdAt, now);
    const isFlagged = chance.hits(0.03);
    const isRemoved = chance.hits(isFlagged ? 0.55 : 0.004);
    const removed = later(chance, at, 2);
    const categories = [flags[chance.early(flags.length)]!, flags[chance.early(flags.length)]!];
    emit('scan', {
      ...{ id: chance.id(), organizationId, itemType, at },
      durationMs: Math.round(5 + chance.skewed(scanMs[itemType])),
      flags: isFlagged ? [...new Set(categories)] : [],
      removedAt: isRemoved ? removed : null,
    });
  }
};

/** Makes an organization and everything in it, fact by fact. */
export const addOrganization = (sample: SampleSetting, plan: OrganizationPlan) => {
  const { type, members: count = 12, billing = 'current', ownerId: userId = null } = plan;
  const setting = settingOf(sample, plan.name, type);
  const { id, createdAt, emit, shape, calendar } = setting;
  const name = setting.chance('name').pick(shape.names);
  const people = addMembers(setting, count, { id: userId, enrolled: plan.enrolled ?? true });
  const ownerId = people.members[0]!.id;
  emit('organization', { id, type, name, ownerId, createdAt });
  if (billing !== 'none') addBilling(setting, billing === 'lapsed', count);
  addInvitations(setting, Math.max(6, Math.round(count * 0.05)));
  const counts = countsOf(plan.events ?? 300, type);
  const boards = addBoards(setting, people, counts);
  addScans(setting, counts.scan);
  return { id, type, name, ownerId, members: people.members, calendar, boards };
};

export type MadeOrganization = ReturnType<typeof addOrganization>;
