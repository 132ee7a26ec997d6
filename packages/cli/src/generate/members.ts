import { dayOfInstant, type Instant, plusDays, type Role } from '@tallyboard/core/vocabulary';
import { type Calendar, calendarOf, dayMs } from './calendar.js';
import { between, type Chance, rounded, shuffle, skewed } from './chance.js';
import { personOf } from './people.js';
import type { Setting } from './setting.js';
import { drawByWeight, drawWord, type WeightedDraw, zipfWeight } from './weighted-draw.js';

/** The members of an organization, former ones included, by index. */
export interface Members {
  readonly ids: readonly string[];
  readonly roles: readonly Role[];
  readonly joinedAt: Float64Array;
  /** For a current member: now. */
  readonly leftAt: Float64Array;
  readonly currentCount: number;
  readonly drawAuthor: WeightedDraw;
  readonly drawBuilder: WeightedDraw;
}

/** Who is to become a member. */
export interface MembersPlan {
  readonly currentCount: number;
  /** The owner's id when the owner is known as a user already. */
  readonly ownerId: string | null;
  readonly enrolled: boolean;
  /** A number for each new person, never the same twice. */
  readonly nextNumber: () => number;
}

const yearMs = 365 * dayMs;
const founderShare = 0.3;
const idleShare = 0.08;

const monthOf = (instant: number): number => new Date(instant).getUTCMonth();

const monthCalendar = ({ createdAt, now, shape }: Setting, months: readonly number[]): Calendar =>
  calendarOf({
    start: createdAt,
    end: now,
    hours: shape.hours,
    weightOfDay: (day) => months[monthOf(day * dayMs)]!,
  });

/** One of each role that the type has, the owner first; then as the shares say. */
const rolesOf = (
  { shape }: Setting,
  chance: Chance,
  count: number,
  currentCount: number,
): Role[] => {
  const possible = Object.keys(shape.roles) as Role[];
  const shares = Object.fromEntries(possible.map((role) => [role, shape.roles[role]!.share]));
  const draw = drawWord(shares as Record<Role, number>);
  return Array.from({ length: count }, (_, index) =>
    index < Math.min(possible.length, currentCount) ? possible[index]! : draw(chance),
  );
};

const weightsOf = (
  setting: Setting,
  members: Pick<Members, 'roles' | 'joinedAt' | 'leftAt'>,
  chance: Chance,
  of: 'activity' | 'building',
): Float64Array => {
  const { roles, joinedAt, leftAt } = members;
  const ranks = shuffle(
    chance,
    Uint32Array.from(roles, (_, index) => index),
  );
  return Float64Array.from(roles, (role, index) => {
    const stay = (leftAt[index]! - joinedAt[index]!) / (setting.now - setting.createdAt);
    const idle = index > 0 && chance.hits(idleShare);
    return idle ? 0 : zipfWeight(ranks[index]!) * setting.shape.roles[role]![of] * stay;
  });
};

const stays = (setting: Setting, count: number, currentCount: number) => {
  const { createdAt, now, shape } = setting;
  const chance = setting.chance('stays');
  const joining = monthCalendar(setting, shape.joinMonths);
  const leaving = monthCalendar(setting, shape.leaveMonths);
  const joinedAt = new Float64Array(count);
  const leftAt = new Float64Array(count).fill(now);
  for (let index = 0; index < count; index += 1) {
    const former = index >= currentCount;
    // Who has left joined some time ago: a span is kept free at the end.
    const latest = former ? between(chance, createdAt, now) : now;
    const founderEnd = Math.min(createdAt + 21 * dayMs, latest);
    if (index === 0) joinedAt[index] = createdAt;
    else if (chance.hits(founderShare))
      joinedAt[index] = joining.draw(chance, createdAt, founderEnd);
    else joinedAt[index] = joining.draw(chance, createdAt, latest);
    if (former) leftAt[index] = leaving.draw(chance, latest, now);
  }
  return { joinedAt, leftAt };
};

/** Adds users and member facts: the current members, and those who have left since. */
export const addMembers = (setting: Setting, plan: MembersPlan): Members => {
  const { id: organizationId, createdAt, now, shape, emit } = setting;
  const { currentCount, ownerId, enrolled, nextNumber } = plan;
  const chance = setting.chance('members');
  const years = (now - createdAt) / yearMs;
  const formerCount = Math.max(1, rounded(chance, currentCount * shape.departuresPerYear * years));
  const count = currentCount + formerCount;
  const roles = rolesOf(setting, chance, count, currentCount);
  const { joinedAt, leftAt } = stays(setting, count, currentCount);
  const ids = Array.from({ length: count }, (_, index) => {
    const isOwner = index === 0;
    const joined = joinedAt[index]! as Instant;
    const left = index < currentCount ? null : (leftAt[index]! as Instant);
    const userId =
      isOwner && ownerId !== null
        ? ownerId
        : newUser(setting, chance, {
            number: nextNumber(),
            signupDate: plusDays(
              dayOfInstant(joined),
              chance.hits(0.6) ? 0 : -Math.floor(skewed(chance, 200)),
            ),
            enrolled: isOwner && enrolled,
          });
    emit('member', { organizationId, userId, role: roles[index]!, joinedAt: joined, leftAt: left });
    return userId;
  });
  const known = { ids, roles, joinedAt, leftAt, currentCount };
  return {
    ...known,
    drawAuthor: drawByWeight(weightsOf(setting, known, chance, 'activity')),
    drawBuilder: drawByWeight(weightsOf(setting, known, chance, 'building')),
  };
};

const newUser = (
  { emit }: Setting,
  chance: Chance,
  plan: Parameters<typeof personOf>[1],
): string => {
  const user = personOf(chance, plan);
  emit('user', user);
  return user.id;
};

/** Adds users who belong to no organization, yet visit boards and comment there. */
export const addOutsiders = (
  setting: Setting,
  count: number,
  nextNumber: () => number,
): readonly string[] => {
  const chance = setting.chance('outsiders');
  return Array.from({ length: count }, () =>
    newUser(setting, chance, {
      number: nextNumber(),
      signupDate: dayOfInstant(between(chance, setting.createdAt, setting.now)),
      enrolled: false,
    }),
  );
};
