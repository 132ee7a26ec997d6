import { createHash } from 'node:crypto';
import { worldArbitrary } from '@tallyboard/arbitraries';
import {
  dayOfInstant,
  type FactOf,
  type Facts,
  type Instant,
  type OrganizationType,
  organizationRoles,
  parseDay,
  type Role,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import type { Boards, Target } from '../model/configuration.js';
import type { TargetName } from '../model/request.js';
import { activity, billing, endOfMonth, second, student, teacher } from './furniture.js';

/** A world to load into a service, with the keys to ask it by. */
export interface World {
  readonly facts: Facts;
  readonly now: string;
  readonly targets: Readonly<Record<TargetName, Target>>;
  readonly boards: Boards;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const signupDate = parseDay('2020-02-29') ?? dayOfInstant(0);
const beginning = Date.parse('2019-09-01T00:00:00Z') as Instant;

const person = (
  id: string,
  enrolled: boolean,
  displayName: string | null = null,
): FactOf<'user'> => ({
  id,
  name: `Person ${id}`,
  username: id.toLowerCase(),
  email: `${id.toLowerCase()}@example.org`,
  displayName,
  avatar: null,
  bio: null,
  signupDate,
  enrolled,
});

const organization = (
  id: string,
  type: OrganizationType,
  ownerId: string,
): FactOf<'organization'> => ({
  id,
  type,
  name: id,
  ownerId,
  createdAt: beginning,
});

const membership = (organizationId: string, userId: string, role: Role): FactOf<'member'> => ({
  organizationId,
  userId,
  role,
  joinedAt: beginning,
  leftAt: null,
});

/** Ids of what is added to every world; keys are made of them. */
const owner = 'worldOwner1';
const stranger = 'worldStrngr';
const team = 'wksp_worldTeam0000001';
const classroom = 'wksp_worldClass000001';
const closed = 'wksp_worldClosed00001';
const guested = 'wksp_worldGuested0001';

const keys: Readonly<Record<TargetName, string>> = {
  main: 'world-key-of-the-owner',
  second: 'world-key-of-the-owner',
  team: 'world-key-of-the-owner',
  notEnrolled: 'world-key-of-a-stranger',
  noAccess: 'world-key-of-a-pupil',
  revoked: 'world-key-that-was-revoked',
  teacher: 'world-key-of-a-teacher',
};

const holders: readonly (readonly [TargetName, string])[] = [
  ['main', owner],
  ['notEnrolled', stranger],
  ['noAccess', student],
  ['revoked', owner],
  ['teacher', teacher],
];

/** Arbitrary facts may name roles that the type of the organization does not have (2.2). */
const possible =
  (organizations: readonly FactOf<'organization'>[]) =>
  <Row extends { readonly organizationId: string; readonly role: Role }>(row: Row): Row => {
    const type = organizations.find(({ id }) => id === row.organizationId)?.type ?? 'school';
    const allowed = organizationRoles[type];
    const last = allowed.at(-1);
    return allowed.includes(row.role) || last === undefined ? row : { ...row, role: last };
  };

/** Nothing is scanned in the earliest two years that can be asked for: there is no average of it. */
const scansOfLateYears = (facts: Facts, now: number): Facts['scan'] => {
  const since = Date.UTC(new Date(now).getUTCFullYear() - 3, 0);
  return facts.scan.filter(({ at }) => at >= since);
};

/** What an organization has to have for every rule to be decided: people, keys, other organizations. */
const furnished = (facts: Facts, now: number): Facts => {
  const [main] = facts.organization;
  if (main === undefined) throw new Error('A world has an organization.');
  const others = facts.organization.slice(1);
  return {
    ...facts,
    user: [
      ...facts.user,
      person(owner, true),
      person(stranger, false),
      // Two words, and not the user name: searches and rankings show which one a service takes.
      person(student, false, 'Pupil Worldly'),
      // Blank: the user name is shown.
      person(teacher, false, '  '),
    ],
    apiKey: holders.map(([name, userId]) => ({
      keySha256: sha256(keys[name]),
      userId,
      revokedAt: name === 'revoked' ? (now as Instant) : null,
    })),
    organization: [
      { ...main, ownerId: owner },
      ...others,
      organization(second, 'school', owner),
      organization(team, 'team', owner),
      organization(classroom, 'classroom', owner),
      organization(closed, 'school', stranger),
      organization(guested, 'school', stranger),
    ],
    ...billing(facts, main.id, now),
    ...activity(facts, main.id, now),
    scan: scansOfLateYears(facts, now),
    invitation: facts.invitation.map(possible(facts.organization)),
    member: [
      ...facts.member.map(possible(facts.organization)),
      membership(main.id, owner, 'owner'),
      {
        ...membership(main.id, student, main.type === 'team' ? 'guest' : 'student'),
        joinedAt: endOfMonth(now, 13),
      },
      membership(main.id, teacher, main.type === 'team' ? 'contributor' : 'teacher'),
      membership(second, owner, 'owner'),
      membership(team, owner, 'owner'),
      membership(classroom, owner, 'owner'),
      membership(classroom, teacher, 'teacher'),
      membership(closed, stranger, 'owner'),
      // Of the owner's organizations one is former, and one is not enrolled.
      { ...membership(closed, owner, 'guest'), leftAt: now as Instant },
      membership(guested, stranger, 'owner'),
      membership(guested, owner, 'guest'),
    ],
  };
};

/** How many kinds of record a board shows, of three. */
const fullness = ({ post, section, comment }: Facts, board: string): number =>
  [post, section, comment].filter((rows) => rows.some(({ boardId }) => boardId === board)).length;

const boardsOf = (facts: Facts): Boards => {
  const [main] = facts.organization;
  const own = facts.board.filter((board) => board.organizationId === main?.id);
  const readable = own.toSorted((a, b) => fullness(facts, b.id) - fullness(facts, a.id))[0];
  const forbidden = facts.board.find(
    (board) => board.organizationId === null && board.builderId !== owner,
  );
  return {
    readable: readable === undefined ? [] : [readable.id],
    forbidden: forbidden === undefined ? [] : [forbidden.id],
  };
};

/** A board that was never updated shows no difference between its two instants. */
const laterThan = (createdAt: Instant, updatedAt: Instant | null, now: string): Instant =>
  updatedAt === null || updatedAt <= createdAt
    ? (Math.max(Date.parse(now), createdAt + 1) as Instant)
    : updatedAt;

/** Furnishes facts for the suite: the first organization becomes the one under test. */
export const worldOf = (drawn: Facts, now: string): World => {
  const furniture = furnished(drawn, Date.parse(now));
  const main = furniture.organization[0]?.id ?? '';
  const boards = boardsOf(furniture);
  const facts = {
    ...furniture,
    // The holder of the main key built the board to read: a run finds it by itself.
    board: furniture.board.map((one) =>
      boards.readable.includes(one.id)
        ? { ...one, builderId: owner, updatedAt: laterThan(one.createdAt, one.updatedAt, now) }
        : one,
    ),
  };
  return {
    facts,
    now,
    targets: {
      main: { org: main, key: keys.main },
      second: { org: second, key: keys.second },
      team: { org: team, key: keys.team },
      notEnrolled: { org: closed, key: keys.notEnrolled },
      noAccess: { org: main, key: keys.noAccess },
      revoked: { org: main, key: keys.revoked },
      teacher: { org: classroom, key: keys.teacher },
    },
    boards,
  };
};

/** How a world may be asked for. */
export interface WorldOptions {
  readonly seed: number;
  readonly now: string;
  readonly organizationType?: OrganizationType;
}

/** How many worlds are drawn for one that is rich: small ones prove little. */
const draws = 40;

const wealth = (facts: Facts): number => {
  const { member, section, invitation, post, comment, visit, attachment, play, scan } = facts;
  // Members twice, since paging, sorting and searching want people.
  return [member, member, section, invitation, post, comment, visit, attachment, play, scan]
    .map((rows) => Math.log(1 + rows.length))
    .reduce((sum, one) => sum + one, 0);
};

/** Whether every rule about boards is decided: one to read shows all kinds of record, and one is forbidden. */
const hasBoards = (facts: Facts): boolean => {
  const { readable, forbidden } = boardsOf(facts);
  return forbidden.length > 0 && readable.some((id) => fullness(facts, id) === 3);
};

/** Arbitrary facts with a main organization of the type asked for. */
export const factsArbitrary = ({ now, organizationType = 'school' }: Omit<WorldOptions, 'seed'>) =>
  worldArbitrary({ today: dayOfInstant(Date.parse(now)), organizationType });

/** A world of a seed, always the same: the richest of a few, if possible one in which every rule is decided. */
export const buildWorld = ({ seed, ...options }: WorldOptions): World => {
  const drawn = fc.sample(factsArbitrary(options), { seed, numRuns: draws });
  const complete = drawn.filter(hasBoards);
  const [richest] = (complete.length > 0 ? complete : drawn).toSorted(
    (a, b) => wealth(b) - wealth(a),
  );
  if (richest === undefined) throw new Error('No world was drawn.');
  return worldOf(richest, options.now);
};
