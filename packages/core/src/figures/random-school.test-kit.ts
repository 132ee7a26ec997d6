import { dayOf, plusDays } from '../model/day.js';
import { type Facts, noFacts } from '../model/facts.js';
import type { Instant } from '../model/instant.js';
import { type Role, roles } from '../model/role.js';

/*
 * Small schools drawn from a seed: everything within some months of a centre, now and then far from it,
 * with activity spread flat or crowded on a few people, boards and days.
 */

/** Numbers that look random; the same seed gives the same numbers. */
export interface Chance {
  /** A whole number from 0 up to, not including, `count`. */
  readonly below: (count: number) => number;
  readonly onceIn: (count: number) => boolean;
  readonly oneOf: <A>(list: readonly A[]) => A;
}

export const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    onceIn: (count) => below(count) === 0,
    oneOf: (list) => list[below(list.length)]!,
  };
};

export const centre = dayOf(2026, 3, 15);
const msPerDay = 86_400_000;
const farAway = [dayOf(1969, 12, 31), dayOf(2012, 2, 29), dayOf(2099, 1, 1)];
const categories = ['image', 'video', 'audio', 'file'];
const flagWords = ['violence', 'spam', 'constructor'];
const names = ['Ada', 'ada', 'Émile', 'Zoë', '', ' Bo ', 'o\u0308st', 'bo', null];

/** How a school is drawn: more events, over more days, crowded or flat. */
export interface Shape {
  readonly eventsMax: number;
  readonly daysSpan: number;
  readonly crowded: boolean;
}

export const shapeOf = (chance: Chance): Shape => ({
  eventsMax: chance.oneOf([3, 30, 120]),
  daysSpan: chance.oneOf([3, 40, 400]),
  crowded: chance.onceIn(2),
});

type Mutable = ReturnType<typeof noFacts>;

const id = (kind: string, number: number): string => `${kind}${(number * 7919) % 997}-${number}`;

const momentOf = (chance: Chance, { daysSpan, crowded }: Shape): Instant => {
  if (chance.onceIn(60)) return (chance.oneOf(farAway) * msPerDay) as Instant;
  const spread = crowded ? chance.below(chance.below(daysSpan) + 1) : chance.below(daysSpan);
  return (plusDays(centre, -spread) * msPerDay + chance.below(msPerDay)) as Instant;
};

const pick = <A>(chance: Chance, { crowded }: Shape, list: readonly A[]): A =>
  list[crowded ? chance.below(chance.below(list.length) + 1) : chance.below(list.length)]!;

/** Adds people and, for most of them, memberships, some of them ended. */
const addPeople = (facts: Mutable, chance: Chance, shape: Shape, count: number): void => {
  for (let number = 0; number < count; number++) {
    const userId = id('u', facts.user.length);
    const name = chance.oneOf(names);
    facts.user.push({
      id: userId,
      name: null,
      username: chance.onceIn(3) ? null : `user${chance.below(9)}`,
      email: chance.onceIn(3) ? null : `${name ?? 'x'}@Example.test`,
      displayName: name,
      avatar: null,
      bio: null,
      signupDate: plusDays(centre, -chance.below(900)),
      enrolled: false,
    });
    if (chance.onceIn(4)) continue;
    facts.member.push({
      organizationId: 'wksp_0123456789abcdef',
      userId,
      role: chance.oneOf<Role>(
        chance.onceIn(5) ? roles : ['student', 'student', 'teacher', 'admin'],
      ),
      joinedAt: momentOf(chance, shape),
      leftAt: chance.onceIn(6) ? momentOf(chance, shape) : null,
    });
  }
};

const authorOf = (facts: Mutable, chance: Chance, shape: Shape): string | null =>
  chance.onceIn(8) ? null : pick(chance, shape, facts.user).id;

const add: readonly ((facts: Mutable, chance: Chance, shape: Shape) => void)[] = [
  (facts, chance, shape) => {
    const createdAt = momentOf(chance, shape);
    facts.board.push({
      ...({} as Facts['board'][number]),
      id: id('b', facts.board.length),
      organizationId: 'wksp_0123456789abcdef',
      builderId: pick(chance, shape, facts.user).id,
      title: `Board ${facts.board.length}`,
      createdAt,
      updatedAt: createdAt,
    });
  },
  (facts, chance, shape) => {
    facts.post.push({
      ...({} as Facts['post'][number]),
      id: id('p', facts.post.length),
      boardId: pick(chance, shape, facts.board).id,
      authorId: authorOf(facts, chance, shape),
      createdAt: momentOf(chance, shape),
    });
  },
  ...(['comment', 'reaction'] as const).map(
    (kind) =>
      (facts: Mutable, chance: Chance, shape: Shape): void => {
        if (facts.post.length === 0) return;
        const post = pick(chance, shape, facts.post);
        (facts[kind] as object[]).push({
          id: id(kind, facts[kind].length),
          boardId: post.boardId,
          postId: post.id,
          authorId: authorOf(facts, chance, shape),
          createdAt: momentOf(chance, shape),
        });
      },
  ),
  ...[1, 2, 3].map(() => (facts: Mutable, chance: Chance, shape: Shape): void => {
    const isUser = !chance.onceIn(3);
    facts.visit.push({
      id: id('v', facts.visit.length),
      boardId: pick(chance, shape, facts.board).id,
      userId: isUser ? pick(chance, shape, facts.user).id : null,
      visitorId: isUser ? null : `visitor${chance.below(6)}`,
      at: momentOf(chance, shape),
      seconds: chance.oneOf([0, 29, 30, 61, 400, 70_000]),
    });
  }),
  (facts, chance, shape) => {
    if (facts.post.length === 0) return;
    facts.attachment.push({
      ...({} as Facts['attachment'][number]),
      id: id('a', facts.attachment.length),
      postId: pick(chance, shape, facts.post).id,
      category: chance.oneOf(categories),
      authorId: authorOf(facts, chance, shape),
      title: `Item ${facts.attachment.length}`,
      createdAt: momentOf(chance, shape),
    });
  },
  (facts, chance, shape) => {
    if (facts.attachment.length === 0) return;
    const attachmentId = pick(chance, shape, facts.attachment).id;
    facts.play.push({ id: id('y', facts.play.length), attachmentId, at: momentOf(chance, shape) });
  },
  (facts, chance, shape) => {
    facts.scan.push({
      id: id('s', facts.scan.length),
      organizationId: 'wksp_0123456789abcdef',
      itemType: chance.oneOf(['text', 'image', '__proto__']),
      at: momentOf(chance, shape),
      durationMs: chance.oneOf([0, 7, 10.05, 333.333]),
      flags: flagWords.filter(() => chance.onceIn(3)),
      removedAt: chance.onceIn(5) ? momentOf(chance, shape) : null,
    });
  },
];

/** Adds events of all kinds, at most as many as the shape allows. */
const addEvents = (facts: Mutable, chance: Chance, shape: Shape): void => {
  for (let left = chance.below(shape.eventsMax); left > 0; left--) {
    chance.oneOf(facts.board.length === 0 ? add.slice(0, 1) : add)(facts, chance, shape);
  }
};

/** A school of that seed; small unless told how many people it has. */
export const randomSchool = (
  chance: Chance,
  shape: Shape,
  people: number = 1 + chance.below(14),
): Mutable => {
  const facts = noFacts();
  addPeople(facts, chance, shape, people);
  addEvents(facts, chance, shape);
  return facts;
};

/** The same school later: more people and events, some of them late, and changed memberships. */
export const schoolLater = (facts: Facts, chance: Chance, shape: Shape): Mutable => {
  const later: Mutable = {
    ...noFacts(),
    ...Object.fromEntries(Object.entries(facts).map(([kind, rows]) => [kind, [...rows]])),
  };
  if (chance.onceIn(2)) {
    later.member = later.member.map((member) =>
      chance.onceIn(4)
        ? {
            ...member,
            role: chance.oneOf(roles),
            leftAt: chance.onceIn(2) ? null : momentOf(chance, shape),
          }
        : member,
    );
  }
  if (chance.onceIn(2)) addPeople(later, chance, shape, chance.below(4));
  addEvents(later, chance, shape);
  return later;
};

/** The rows of `later` that `before` does not have yet. */
export const newFacts = (before: Facts, later: Facts): Facts =>
  Object.fromEntries(
    Object.entries(later).map(([kind, rows]) => [
      kind,
      rows.slice(before[kind as keyof Facts].length),
    ]),
  ) as unknown as Facts;
