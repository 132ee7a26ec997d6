import {
  dayOfInstant,
  type Instant,
  plusDays,
  type Role,
  type UserFact,
} from '@tallyboard/core/vocabulary';
import { calendarOf, dayMs } from './calendar.js';
import { type Chance, drawByWeight, shuffle, zipfWeight } from './chance.js';
import type { Setting } from './setting.js';
import { nameSets } from './words.js';

/** The members of an organization, former ones included, by index. */
export interface Members {
  readonly ids: readonly string[];
  readonly roles: readonly Role[];
  readonly joinedAt: Float64Array;
  /** For a current member: now. */
  readonly leftAt: Float64Array;
  readonly drawAuthor: (chance: Chance) => number;
  readonly drawBuilder: (chance: Chance) => number;
}

const founderShare = 0.3;
const idleShare = 0.08;

const drawNameSet = drawByWeight(nameSets.map(({ share }) => share));

/** A name as part of an address. Normalization does not take the stroke from an ø. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll('ø', 'o')
    .replaceAll(/[^a-zA-Z ]/g, '')
    .trim()
    .replace(' ', '.')
    .toLowerCase();

const personName = (chance: Chance) => {
  const set = nameSets[drawNameSet(chance)]!;
  const [given, family] = [chance.pick(set.given), chance.pick(set.family)];
  const name = set.isFamilyFirst ? family + given : `${given} ${family}`;
  // Names of other scripts have no letters for an address.
  return { given, name, address: plain(`${given} ${family}`) || 'member' };
};

const addUser = (
  { emit, nextNumber }: Setting,
  chance: Chance,
  signupDate: UserFact['signupDate'],
  enrolled = false,
): string => {
  const id = chance.id();
  const { given, name, address } = personName(chance);
  const username = `${address}${nextNumber()}`;
  const lot = chance.fraction();
  // Of a blank one: the username is shown in its place.
  const displayName = lot < 0.06 ? null : lot < 0.09 ? '  ' : lot < 0.3 ? given : name;
  emit('user', {
    id,
    name: chance.hits(0.97) ? name : null,
    username: chance.hits(0.98) ? username : null,
    email: chance.hits(0.93) ? `${username}@people.example` : null,
    displayName,
    avatar: chance.hits(0.4) ? `https://avatars.example/${id}.png` : null,
    bio: chance.hits(0.1) ? 'Likes maps, tea & long walks.' : null,
    signupDate,
    enrolled,
  });
  return id;
};

/** When each member joined and left: many at the start, others by the month of the year. */
const stays = (setting: Setting, count: number, currentCount: number) => {
  const { createdAt, now, shape } = setting;
  const chance = setting.chance('stays');
  const [joining, leaving] = [shape.joinMonths, shape.leaveMonths].map((months) =>
    calendarOf({
      start: createdAt,
      end: now,
      hours: shape.hours,
      weightOfDay: (day) => months[new Date(day * dayMs).getUTCMonth()]!,
    }),
  );
  const joinedAt = new Float64Array(count).fill(createdAt);
  const leftAt = new Float64Array(count).fill(now);
  for (let index = 1; index < count; index += 1) {
    const isFormer = index >= currentCount;
    // A former member joined some time ago: a span stays free at the end.
    const latest = isFormer ? chance.between(createdAt, now) : now;
    const isFounder = chance.hits(founderShare);
    joinedAt[index] = joining!(
      chance,
      createdAt,
      isFounder ? Math.min(createdAt + 21 * dayMs, latest) : latest,
    );
    if (isFormer) leftAt[index] = leaving!(chance, latest, now);
  }
  return { joinedAt, leftAt };
};

/** One of each role that the type has, the owner first; then as the shares say. */
const rolesOf = (
  { shape }: Setting,
  chance: Chance,
  count: number,
  currentCount: number,
): Role[] => {
  const possible = Object.keys(shape.roles) as Role[];
  const draw = drawByWeight(possible.map((role) => shape.roles[role]![0]));
  const first = possible.slice(0, currentCount);
  return Array.from({ length: count }, (_, index) => first[index] ?? possible[draw(chance)]!);
};

/** A draw of members by rank, role and length of stay; some of them do nothing. */
const drawMember = (
  { shape, now, createdAt, activity }: Setting,
  { roles, joinedAt, leftAt }: Pick<Members, 'roles' | 'joinedAt' | 'leftAt'>,
  chance: Chance,
  factor: 1 | 2,
): Members['drawAuthor'] => {
  const ranks = shuffle(chance, Uint32Array.from(roles.keys()));
  const weights = roles.map((role, index) => {
    const stay = (leftAt[index]! - joinedAt[index]!) / (now - createdAt);
    if (activity === 'even') return stay;
    const isIdle = index > 0 && chance.hits(idleShare);
    return isIdle ? 0 : zipfWeight(ranks[index]!) * shape.roles[role]![factor] * stay;
  });
  return drawByWeight(weights);
};

/** Adds users and members: the current ones, the owner first, and those who have left since. */
export const addMembers = (
  setting: Setting,
  currentCount: number,
  owner: { readonly id: string | null; readonly enrolled: boolean },
): Members => {
  const { id: organizationId, createdAt, now, shape, emit } = setting;
  const chance = setting.chance('members');
  const years = (now - createdAt) / (365 * dayMs);
  const formerCount = Math.max(1, chance.rounded(currentCount * shape.departuresPerYear * years));
  const count = currentCount + formerCount;
  const roles = rolesOf(setting, chance, count, currentCount);
  const { joinedAt, leftAt } = stays(setting, count, currentCount);
  const ids = roles.map((role, index) => {
    const joined = joinedAt[index]! as Instant;
    const left = index < currentCount ? null : (leftAt[index]! as Instant);
    const isOwner = index === 0;
    const daysBefore = chance.hits(0.6) ? 0 : Math.floor(chance.skewed(200));
    const userId =
      (isOwner ? owner.id : null) ??
      addUser(
        setting,
        chance,
        plusDays(dayOfInstant(joined), -daysBefore),
        isOwner && owner.enrolled,
      );
    emit('member', { organizationId, userId, role, joinedAt: joined, leftAt: left });
    return userId;
  });
  const members = { ids, roles, joinedAt, leftAt };
  return {
    ...members,
    drawAuthor: drawMember(setting, members, chance, 1),
    drawBuilder: drawMember(setting, members, chance, 2),
  };
};

/** Adds users who belong to no organization, yet visit boards and comment there. */
export const addOutsiders = (setting: Setting, count: number): readonly string[] => {
  const chance = setting.chance('outsiders');
  return Array.from({ length: count }, () =>
    addUser(setting, chance, dayOfInstant(chance.between(setting.createdAt, setting.now))),
  );
};

/** Adds invitations, most of them answered or withdrawn by now, the latest still open. */
export const addInvitations = (setting: Setting, count: number): void => {
  const { id: organizationId, createdAt, now, calendar, shape, emit } = setting;
  const chance = setting.chance('invitations');
  const possible = Object.keys(shape.roles) as Role[];
  const drawRole = drawByWeight(possible.map((role) => shape.roles[role]![0]));
  for (let number = 0; number < count; number += 1) {
    const invitedAt = calendar(chance, createdAt, now);
    const closedAt = Math.floor(invitedAt + chance.skewed(12 * dayMs)) as Instant;
    // The first is always open and the second never, so that even the smallest sample has both.
    const isOpen = number === 0 || (number > 1 && (closedAt > now || chance.hits(0.25)));
    emit('invitation', {
      id: chance.id(),
      organizationId,
      role: possible[drawRole(chance)]!,
      email: `${personName(chance).address}${number}@invited.example`,
      invitedAt,
      closedAt: isOpen ? null : (Math.min(closedAt, now) as Instant),
    });
  }
};
