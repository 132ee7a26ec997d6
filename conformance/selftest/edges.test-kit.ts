import {
  type FactOf,
  type Facts,
  type Instant,
  parseDay,
  type Role,
} from '@tallyboard/core/vocabulary';
import type { World } from '../src/world/build-world.js';

const at = (text: string): Instant => Date.parse(text) as Instant;
const dayOf = (text: string) => parseDay(text) as NonNullable<ReturnType<typeof parseDay>>;

/** The last instant of a closed month and the first of the next, at both ends of a range. */
const instants = [
  at('2025-10-31T23:59:59.999Z'),
  at('2025-11-01T00:00:00.000Z'),
  at('2026-10-31T23:59:59.999Z'),
  at('2026-11-01T00:00:00.000Z'),
];

const longAgo = at('2023-05-05T05:05:05.000Z');

/** A person to add to a world. */
interface Cast {
  readonly id: string;
  readonly role: Role;
  readonly signup: string;
  readonly left?: boolean;
}

/** People who are there for one reason each: to sort by, to have left, to have done one thing. */
const cast: readonly Cast[] = [
  { id: 'edgeAdmin1', role: 'admin', signup: '2021-03-04' },
  { id: 'edgeAdmin2', role: 'admin', signup: '2024-02-29' },
  { id: 'edgeAdmin3', role: 'admin', signup: '2022-12-31' },
  { id: 'edgeIdler1', role: 'student', signup: '2023-07-01' },
  { id: 'edgeIdler2', role: 'teacher', signup: '2020-01-15' },
  { id: 'edgeIdler3', role: 'guest', signup: '2025-05-05' },
  { id: 'edgeIdler4', role: 'student', signup: '2019-11-11' },
  { id: 'edgeReader', role: 'student', signup: '2022-02-02' },
  { id: 'edgeGone01', role: 'teacher', signup: '2021-01-01', left: true },
  { id: 'edgeGone02', role: 'student', signup: '2021-01-02', left: true },
  { id: 'edgeGone03', role: 'student', signup: '2021-01-03', left: true },
];

/** The user of a person. */
export const person = ({ id, signup }: Cast): FactOf<'user'> => ({
  ...{ id, name: id, username: id.toLowerCase() },
  email: `${id.slice(-3).toLowerCase()}.${id.toLowerCase()}@example.org`,
  ...{ displayName: null, avatar: null, bio: null, signupDate: dayOf(signup), enrolled: false },
});

/** A post without anything but its author and time. */
export const post = (
  id: string,
  boardId: string,
  authorId: string | null,
  createdAt: Instant,
): FactOf<'post'> => ({
  ...{ id, boardId, sectionId: null, authorId, createdAt, updatedAt: null },
  ...{ subject: null, bodyHtml: null, color: null, status: null, sortIndex: null },
  customFields: null,
});

const actors = ['edgeAdmin1', 'edgeAdmin2', 'edgeGone01', 'edgeGone02'];
const actor = (index: number): string => actors[index % actors.length]!;

/** What is written, seen and attached at each edge, and what only one person did. */
const content = (boardId: string) => {
  const [before = longAgo, after = longAgo] = instants;
  const comment = (id: string, post: number, authorId: string | null, createdAt: Instant) => ({
    ...{ id, boardId, postId: `edgePost${post}`, authorId, createdAt },
    ...{ content: null, status: null, updatedAt: null },
  });
  const reaction = (id: string, post: number, authorId: string | null, createdAt: Instant) => ({
    ...{ id, boardId, postId: `edgePost${post}`, authorId, createdAt },
  });
  const visit = (id: string, userId: string | null, visitorId: string | null, seconds: number) =>
    instants.map((at, index) => ({ id: `${id}${index}`, boardId, userId, visitorId, at, seconds }));
  return {
    post: [
      ...instants.map((instant, index) => post(`edgePost${index}`, boardId, actor(index), instant)),
      post('edgePostAnon', boardId, null, before),
      post('edgePostLeap', boardId, 'edgeAdmin1', at('2024-02-29T23:59:59.999Z')),
      // Enough to lead a ranking, had the author not left.
      ...Array.from({ length: 12 }, (_, index) =>
        post(`edgePostGone${index}`, boardId, 'edgeGone02', at('2026-03-03T03:03:03.000Z')),
      ),
    ],
    comment: [
      ...instants.map((instant, index) =>
        comment(`edgeComm${index}`, index, actor(index + 1), instant),
      ),
      // On one's own post: no peer.
      comment('edgeCommOwn', 0, 'edgeAdmin1', after),
      comment('edgeCommAnon', 0, null, before),
    ],
    reaction: [
      ...instants.map((instant, index) =>
        reaction(`edgeReac${index}`, index, actor(index + 2), instant),
      ),
      reaction('edgeReacAnon', 0, null, before),
      reaction('edgeReacOnly', 0, 'edgeReader', before),
    ],
    visit: [
      ...visit('edgeVisU', null, null, 95).map((one, index) => ({ ...one, userId: actor(index) })),
      ...visit('edgeVisV', null, 'edgeVisitor', 47),
      ...visit('edgeVisI', 'edgeIdler1', null, 31),
    ],
    attachment: instants.map((createdAt, index) => ({
      ...{ id: `edgeAtta${index}`, postId: `edgePost${(index + 1) % 4}`, authorId: actor(index) },
      ...{ category: index % 2 === 0 ? 'video' : 'audio', title: null, url: null, createdAt },
    })),
    play: instants.flatMap((instant, index) =>
      [0, 1].map((copy) => ({
        ...{ id: `edgePlay${index}${copy}`, attachmentId: `edgeAtta${index}`, at: instant },
      })),
    ),
  };
};

const billing = (organizationId: string) => {
  const term = (startsOn: string, endsOn: string) => ({
    ...{ organizationId, startsOn: dayOf(startsOn), endsOn: dayOf(endsOn) },
    status: 'active' as const,
  });
  return {
    billingTerm: [term('2025-02-01', '2026-01-31'), term('2026-02-01', '2027-01-31')],
    seatChange: [
      { organizationId, on: dayOf('2025-02-01'), seats: 40 },
      { organizationId, on: dayOf('2026-11-01'), seats: 55 },
    ],
  };
};

/** What a team has in place of the roles of a school. */
const inTeams: Readonly<Partial<Record<Role, Role>>> = { student: 'contributor', teacher: 'maker' };

/** Adds to a world what shows off-by-ones, former members and the like in some figure. */
export const withEdges = (world: World): World => {
  const { facts } = world;
  const organizationId = world.targets.main.org;
  const boardId = world.boards.readable[0] ?? '';
  const like = facts.board.find(({ id }) => id === boardId);
  if (like === undefined) throw new Error('The world has no board to read.');
  const isTeam = facts.organization.find(({ id }) => id === organizationId)?.type === 'team';
  const others = <Row extends { readonly organizationId: string }>(rows: readonly Row[]) =>
    rows.filter((row) => row.organizationId !== organizationId);
  const { billingTerm, seatChange } = billing(organizationId);
  const added = {
    ...content(boardId),
    user: cast.map(person),
    member: cast.map(({ id, role, left }, index) => ({
      ...{ organizationId, userId: id, role: isTeam ? (inTeams[role] ?? role) : role },
      joinedAt: instants[index % 8] ?? longAgo,
      leftAt: left === true ? at('2026-06-06T06:06:06.000Z') : null,
    })),
    board: instants.map((createdAt, index) => ({
      ...like,
      id: `edgeBoard0000000${index}`.slice(-16),
      builderId: index < 3 ? 'edgeAdmin1' : 'edgeAdmin3',
      createdAt,
    })),
    scan: instants.map((instant, index) => ({
      ...{ id: `edgeScan${index}`, organizationId, at: instant, durationMs: 100 + 7 * index },
      itemType: index < 2 ? 'text' : 'image',
      flags: index < 2 ? ['spam', 'violence'] : [],
      removedAt: index % 2 === 0 ? null : instant,
    })),
  };
  const together = Object.entries(added).map(([kind, rows]) => [
    kind,
    [...facts[kind as keyof typeof added], ...rows],
  ]);
  return {
    ...world,
    facts: {
      ...facts,
      ...(Object.fromEntries(together) as Partial<Facts>),
      billingTerm: [...others(facts.billingTerm), ...billingTerm],
      seatChange: [...others(facts.seatChange), ...seatChange],
    },
  };
};
