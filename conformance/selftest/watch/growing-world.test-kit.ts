import { checkFacts } from '@tallyboard/core';
import { dayOfInstant, type Facts, type Instant, type Role } from '@tallyboard/core/vocabulary';
import type { World } from '../../src/world/build-world.js';
import { attachment, board, comment, person, post } from '../edges.test-kit.js';

/*
 * A world that goes on: from a day on people join, leave, write, read and are invited at every hour, a month
 * turns, and so does a billing term.
 */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const roles: readonly Role[] = ['student', 'teacher', 'guest', 'admin'];
const teamRoles: readonly Role[] = ['maker', 'contributor', 'guest', 'admin'];

/** What happens within one day, each thing at an hour of its own. */
const dayOf = (world: World, day: number, midnight: number): Partial<Facts> => {
  const organizationId = world.targets.main.org;
  const boardId = world.boards.readable[0] ?? '';
  const like = world.facts.board.find(({ id }) => id === boardId);
  const organization = world.facts.organization.find(({ id }) => id === organizationId);
  const names = organization?.type === 'team' ? teamRoles : roles;
  const role = names[day % names.length] ?? 'guest';
  const hour = (hours: number): Instant => (midnight + hours * hourMs) as Instant;
  const id = `grown${String(day).padStart(3, '0')}`;
  const author = day % 3 === 0 ? id : 'edgeAdmin1';
  const newcomer = { id, role, signup: new Date(midnight).toISOString().slice(0, 10) };
  const joins = day % 3 === 0;
  return {
    user: joins ? [person(newcomer)] : [],
    member: joins ? [{ organizationId, userId: id, role, joinedAt: hour(1), leftAt: null }] : [],
    invitation: [
      {
        id: `${id}invited`,
        organizationId,
        role,
        email: `${id}@example.org`,
        invitedAt: hour(5),
        closedAt: null,
      },
    ],
    board:
      like !== undefined && day % 7 === 0 ? [board(like, `${id}board000`, author, hour(6))] : [],
    post: [7, 12.01, 19].map((at, index) => post(`${id}post${index}`, boardId, author, hour(at))),
    comment: [8, 12.02].map((at, index) =>
      comment(`${id}comm${index}`, boardId, `${id}post0`, 'edgeAdmin2', hour(at)),
    ),
    reaction: [9, 20].map((at, index) => ({
      id: `${id}reac${index}`,
      boardId,
      postId: `${id}post0`,
      authorId: index === 0 ? 'edgeReader' : null,
      createdAt: hour(at),
    })),
    visit: [10, 12.03, 22].map((at, index) => ({
      id: `${id}visi${index}`,
      boardId,
      userId: index === 0 ? 'edgeIdler1' : null,
      visitorId: index === 0 ? null : `${id}visitor`,
      at: hour(at),
      seconds: 40 + day,
    })),
    attachment: [attachment(`${id}atta`, `${id}post0`, 'video', author, hour(11))],
    play: [{ id: `${id}play`, attachmentId: `${id}atta`, at: hour(13) }],
    scan: [
      {
        id: `${id}scan`,
        organizationId,
        itemType: 'text',
        at: hour(14),
        durationMs: 90 + day,
        flags: day % 2 === 0 ? ['spam'] : [],
        removedAt: null,
      },
    ],
  };
};

/** The instant of a fact that has one. */
const instantOf = (row: object): number => {
  for (const name of ['createdAt', 'joinedAt', 'invitedAt', 'at']) {
    const value: unknown = Reflect.get(row, name);
    if (typeof value === 'number') return value;
  }
  return Number.NEGATIVE_INFINITY;
};

/** Terms of which one ends on the tenth day; seats change on the day after the twentieth. */
const billing = (
  organizationId: string,
  start: number,
): Pick<Facts, 'billingTerm' | 'seatChange'> => {
  const day = (days: number) => dayOfInstant(start + days * dayMs);
  const term = { organizationId, status: 'active' as const };
  return {
    billingTerm: [
      { ...term, startsOn: day(-355), endsOn: day(10) },
      { ...term, startsOn: day(11), endsOn: day(375) },
    ],
    seatChange: [
      { organizationId, on: day(-355), seats: 40 },
      { organizationId, on: day(21), seats: 45 },
    ],
  };
};

/** A member who is there at the beginning leaves each fifth day, and an old invitation is answered. */
const departures = (facts: Facts, organizationId: string, start: number, days: number): Facts => {
  const leaving = facts.member
    .filter((one) => one.organizationId === organizationId && one.leftAt === null)
    .filter(({ role }) => role !== 'owner')
    .map(({ userId }) => userId)
    .filter((id) => !id.startsWith('world') && !id.startsWith('edge') && !id.startsWith('grown'));
  const leavesAt = (userId: string): Instant | null => {
    const day = 5 * (leaving.indexOf(userId) + 1);
    return leaving.includes(userId) && day <= days ? ((start + day * dayMs) as Instant) : null;
  };
  return {
    ...facts,
    member: facts.member.map((one) =>
      one.organizationId === organizationId && one.leftAt === null
        ? { ...one, leftAt: leavesAt(one.userId) }
        : one,
    ),
    invitation: facts.invitation.map((one) =>
      one.closedAt === null && one.id.startsWith('grown')
        ? { ...one, closedAt: (one.invitedAt + 9 * dayMs) as Instant }
        : one,
    ),
  };
};

/** A world with all that will happen in it, and the facts that there are at an instant. */
export interface GrowingWorld {
  readonly world: World;
  readonly at: (instant: number) => Facts;
  /** When the facts change, in order. */
  readonly changes: readonly number[];
}

/** Lets a world go on for so many days. */
export const growing = (world: World, days: number): GrowingWorld => {
  const start = Date.parse(world.now);
  const midnight = start - (start % dayMs);
  const organizationId = world.targets.main.org;
  const elsewhere = (row: { readonly organizationId: string }): boolean =>
    row.organizationId !== organizationId;
  const grown = Array.from({ length: days }, (_, day) => dayOf(world, day, midnight + day * dayMs));
  const bills = billing(organizationId, start);
  const merged = Object.fromEntries(
    Object.entries(world.facts).map(([kind, rows]) => [
      kind,
      [
        ...(rows as readonly object[]),
        ...grown.flatMap((one) => (one[kind as keyof Facts] ?? []) as readonly object[]),
      ],
    ]),
  ) as unknown as Facts;
  const whole = departures(
    {
      ...merged,
      billingTerm: [...merged.billingTerm.filter(elsewhere), ...bills.billingTerm],
      seatChange: [...merged.seatChange.filter(elsewhere), ...bills.seatChange],
    },
    organizationId,
    start,
    days,
  );
  const errors = checkFacts(whole).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(`Unsound: ${JSON.stringify(errors.slice(0, 3))}`);
  const isPast = (instant: number) => (row: object) => instantOf(row) <= instant;
  const open = (instant: number) => (end: Instant | null) =>
    end !== null && end > instant ? null : end;
  const at = (instant: number): Facts => {
    // What was there before the beginning stays, also where it is dated later.
    const old = new Set(Object.values(world.facts).flat() as readonly object[]);
    const known = Object.entries(whole).map(([kind, rows]) => [
      kind,
      (rows as readonly object[]).filter((row) => old.has(row) || isPast(instant)(row)),
    ]);
    const facts = Object.fromEntries(known) as unknown as Facts;
    const openNow = open(instant);
    return {
      ...facts,
      member: facts.member.map((one) => ({ ...one, leftAt: openNow(one.leftAt) })),
      invitation: facts.invitation.map((one) => ({ ...one, closedAt: openNow(one.closedAt) })),
    };
  };
  const ends = [
    ...whole.member.map(({ leftAt }) => leftAt),
    ...whole.invitation.map(({ closedAt }) => closedAt),
  ].filter((one) => one !== null);
  const instants = [...Object.values(whole).flat().map(instantOf), ...ends];
  const changes = [...new Set(instants.filter((one) => one > start))].toSorted((a, b) => a - b);
  return { world, at, changes };
};
