import {
  dayOfInstant,
  earlierOf,
  firstDayOf,
  formatInstant,
  type Instant,
  lastDayOf,
  monthOfDay,
  type OrganizationType,
  plusDays,
  plusMonths,
  type Role,
} from '@tallyboard/core/vocabulary';
import { addKey } from './api-keys.js';
import type { BillingPlan } from './billing.js';
import { dayMs } from './calendar.js';
import { chanceFor } from './chance.js';
import { addOrganization, type GeneratedOrganization } from './organization.js';
import { addPersonalBoard } from './personal-board.js';
import type { OrganizationKey, SampleKeys } from './sample-keys.js';
import type { Emit } from './setting.js';

/** What to generate. */
export interface SamplePlan {
  readonly seed: string;
  readonly organizationType: OrganizationType;
  /** Current members of the main organization. */
  readonly members: number;
  /** How long ago the organizations were created. */
  readonly months: number;
  /** Boards, posts, comments, reactions, visits, attachments, plays and scans of the main one. */
  readonly events: number;
  readonly now: Instant;
}

/** A generated sample: its keys, and what to tell of its main organization. */
export interface Sample {
  readonly keys: SampleKeys;
  readonly organization: {
    readonly id: string;
    readonly type: OrganizationType;
    readonly name: string;
  };
}

const small = { membersCount: 12, eventsCount: 300 } as const;

/** The moment the given number of months earlier, in the morning of the same day of the month. */
const monthsEarlier = (now: Instant, months: number): Instant => {
  const today = dayOfInstant(now);
  const month = plusMonths(monthOfDay(today), -months);
  const dayOfMonth = today - firstDayOf(monthOfDay(today));
  const day = earlierOf(plusDays(firstDayOf(month), dayOfMonth), lastDayOf(month));
  return (day * dayMs + 7.5 * 3_600_000) as Instant;
};

const currentMember = ({ members }: GeneratedOrganization, role: Role): string =>
  members.ids[members.roles.indexOf(role)]!;

/**
 * Generates the main organization and the small ones beside it: a second of the same owner, a team,
 * one that is not enrolled, and a classroom with a teacher and a student.
 */
export const addSample = (plan: SamplePlan, emit: Emit): Sample => {
  const { seed, now } = plan;
  const createdAt = monthsEarlier(now, plan.months);
  let peopleCount = 0;
  const common = { seed, createdAt, now, emit, nextNumber: () => (peopleCount += 1) };
  const beside = (name: string, type: OrganizationType, billing: BillingPlan) =>
    ({ ...common, ...small, name, type, billing, ownerId: null, enrolled: true }) as const;

  const main = addOrganization({
    ...beside('main', plan.organizationType, 'current'),
    membersCount: plan.members,
    eventsCount: plan.events,
  });
  const second = addOrganization({ ...beside('second', 'school', 'none'), ownerId: main.ownerId });
  const team = addOrganization(beside('team', 'team', 'current'));
  const notEnrolled = addOrganization({
    ...beside('notEnrolled', 'school', 'current'),
    enrolled: false,
  });
  const classroom = addOrganization(beside('classroom', 'classroom', 'lapsed'));

  const chance = chanceFor(seed, 'keys');
  const keyOf = (
    { setting }: GeneratedOrganization,
    userId: string,
    revokedAt?: Instant,
  ): OrganizationKey => ({ org: setting.id, key: addKey(emit, chance, userId, revokedAt) });
  const mainKey = keyOf(main, main.ownerId);
  const revokedAt = main.setting.calendar.draw(chance, createdAt, now);
  return {
    keys: {
      now: formatInstant(now),
      main: mainKey,
      second: { org: second.setting.id, key: mainKey.key },
      team: keyOf(team, team.ownerId),
      notEnrolled: keyOf(notEnrolled, notEnrolled.ownerId),
      noAccess: keyOf(classroom, currentMember(classroom, 'student')),
      revoked: keyOf(main, main.ownerId, revokedAt),
      teacher: keyOf(classroom, currentMember(classroom, 'teacher')),
      boards: {
        readable: [...main.showBoardIds, addPersonalBoard(main.setting, chance, main.ownerId)],
        forbidden: [
          notEnrolled.showBoardIds[0]!,
          classroom.showBoardIds[0]!,
          addPersonalBoard(main.setting, chance, main.members.ids[1]!),
        ],
      },
    },
    organization: { id: main.setting.id, type: plan.organizationType, name: main.title },
  };
};
