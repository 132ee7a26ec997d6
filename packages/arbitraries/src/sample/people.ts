import { dayOfInstant, type Instant, plusDays, type Role } from '@tallyboard/core/vocabulary';
import { type Chance, weighted, zipfWeight } from './chance.js';
import { calendarOf, dayMs, type Setting } from './setting.js';
import { nameSets } from './words.js';

const { draw: drawNameSet } = weighted(nameSets.map(({ share }) => share));

/** A name as part of an address. Normalization does not take the stroke from an ø. */
const plain = (name: string): string => {
  const letters = name
    .normalize('NFD')
    .replaceAll('ø', 'o')
    .replaceAll(/[^a-zA-Z ]/g, '');
  return letters.trim().replace(' ', '.').toLowerCase();
};

const addUser = (setting: Setting, chance: Chance, joined: Instant, enrolled: boolean): string => {
  const { emit, nextNumber } = setting;
  const id = chance.id();
  const set = nameSets[drawNameSet(chance)]!;
  const [given, family] = [chance.pick(set.given), chance.pick(set.family)];
  const name = set.isFamilyFirst ? family + given : `${given} ${family}`;
  // Names of other scripts have no letters for an address.
  const username = `${plain(`${given} ${family}`) || 'member'}${nextNumber()}`;
  const lot = chance.between(0, 1);
  const day = dayOfInstant(joined);
  emit('user', {
    id,
    name: chance.hits(0.97) ? name : null,
    username: chance.hits(0.98) ? username : null,
    email: chance.hits(0.93) ? `${username}@people.example` : null,
    // Of a blank one: the username is shown in its place.
    displayName: lot < 0.06 ? null : lot < 0.09 ? '  ' : lot < 0.3 ? given : name,
    avatar: chance.hits(0.4) ? `https://avatars.example/${id}.png` : null,
    bio: chance.hits(0.1) ? 'Likes maps, tea & long walks.' : null,
    signupDate: plusDays(day, chance.hits(0.6) ? 0 : -Math.floor(chance.skewed(200))),
    enrolled,
  });
  return id;
};

/** Adds users and members: the current ones, the owner first, and those who have left since. */
export const addMembers = (
  setting: Setting,
  currentCount: number,
  owner: { readonly id: string | null; readonly enrolled: boolean },
) => {
  const { id: organizationId, createdAt, now, shape, emit } = setting;
  const chance = setting.chance('members');
  const possible = Object.keys(shape.roles) as Role[];
  const { draw: drawRole } = weighted(possible.map((role) => shape.roles[role]![0]));
  const monthOf = (day: number): number => new Date(day * dayMs).getUTCMonth();
  const joining = calendarOf(setting, (day) => shape.joinMonths[monthOf(day)]!);
  // One in seven leaves within a year.
  const former = Math.ceil((currentCount * (now - createdAt)) / (7 * 365 * dayMs));
  const members = Array.from({ length: currentCount + former }, (_, index) => {
    const isCurrent = index < currentCount;
    // A former member joined some time ago: a span stays free at the end.
    const latest = isCurrent ? now : chance.between(createdAt, now);
    // Many join at the start.
    const until = chance.hits(0.3) ? Math.min(createdAt + 21 * dayMs, latest) : latest;
    const joinedAt = index === 0 ? createdAt : joining(chance, createdAt, until);
    const leftAt = isCurrent ? null : (Math.floor(chance.between(latest, now)) as Instant);
    // The first members have each role of the type, the owner's first.
    const role = (isCurrent ? possible[index] : undefined) ?? possible[drawRole(chance)]!;
    const own = index === 0 ? owner : { id: null, enrolled: false };
    const userId = own.id ?? addUser(setting, chance, joinedAt, own.enrolled);
    emit('member', { organizationId, userId, role, joinedAt, leftAt });
    return { id: userId, role, joinedAt, until: leftAt ?? now };
  });
  /** A draw of members by luck, role and length of stay; some of them do nothing. */
  const draw = (factor: 1 | 2): ((chance: Chance) => (typeof members)[number]) => {
    const weights = members.map(({ role, joinedAt, until }, index) => {
      const stay = (until - joinedAt) / (now - createdAt);
      const isIdle = index > 0 && chance.hits(0.08);
      const luck = zipfWeight(chance.below(members.length));
      return isIdle ? 0 : luck * shape.roles[role]![factor] * stay;
    });
    const { draw: drawIndex } = weighted(weights);
    return (source) => members[drawIndex(source)]!;
  };
  return { members, drawAuthor: draw(1), drawBuilder: draw(2) };
};

/** The members of an organization; a current one is there until now. */
export type People = ReturnType<typeof addMembers>;
