import {
  type BoardFact,
  type Facts,
  type Instant,
  type MemberFact,
  type PostFact,
  parseDay,
  type Role,
  type UserFact,
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
export const person = ({ id, signup }: Cast): UserFact => ({
  id,
  name: id,
  username: id.toLowerCase(),
  email: `${id.slice(-3).toLowerCase()}.${id.toLowerCase()}@example.org`,
  displayName: null,
  avatar: null,
  bio: null,
  signupDate: dayOf(signup),
  enrolled: false,
});

/** A post without anything but its author and time. */
export const post = (
  id: string,
  boardId: string,
  authorId: string | null,
  createdAt: Instant,
): PostFact => ({
  id,
  boardId,
  sectionId: null,
  authorId,
  subject: null,
  bodyHtml: null,
  color: null,
  status: null,
  sortIndex: null,
  customFields: null,
  createdAt,
  updatedAt: null,
});

/** A comment without text. */
export const comment = (
  id: string,
  boardId: string,
  postId: string,
  authorId: string | null,
  createdAt: Instant,
) => ({ id, boardId, postId, authorId, content: null, status: null, createdAt, updatedAt: null });

/** An attachment without an address. */
export const attachment = (
  id: string,
  postId: string,
  category: string,
  authorId: string,
  createdAt: Instant,
) => ({ id, postId, category, authorId, title: null, url: null, createdAt });

/** A board like another one. */
export const board = (
  like: BoardFact,
  id: string,
  builderId: string,
  createdAt: Instant,
): BoardFact => ({ ...like, id, builderId, createdAt });

const actors = ['edgeAdmin1', 'edgeAdmin2', 'edgeGone01', 'edgeGone02'];
const actor = (index: number): string => actors[index % actors.length]!;

/** What is written at each edge, and what only one person did. */
const content = (boardId: string) => {
  const [before = longAgo, after = longAgo] = instants;
  return {
    post: [
      ...instants.map((instant, index) => post(`edgePost${index}`, boardId, actor(index), instant)),
      post('edgePostAnon', boardId, null, before),
      // Enough to lead a ranking, had the author not left.
      ...Array.from({ length: 12 }, (_, index) =>
        post(`edgePostGone${index}`, boardId, 'edgeGone02', at('2026-03-03T03:03:03.000Z')),
      ),
    ],
    comment: [
      ...instants.map((instant, index) =>
        comment(`edgeComm${index}`, boardId, `edgePost${index}`, actor(index + 1), instant),
      ),
      // On one's own post: no peer.
      comment('edgeCommOwn', boardId, 'edgePost0', 'edgeAdmin1', after),
      comment('edgeCommAnon', boardId, 'edgePost0', null, before),
    ],
    reaction: [
      ...instants.map((createdAt, index) => ({
        id: `edgeReac${index}`,
        boardId,
        postId: `edgePost${index}`,
        authorId: actor(index + 2),
        createdAt,
      })),
      { id: 'edgeReacAnon', boardId, postId: 'edgePost0', authorId: null, createdAt: before },
      {
        id: 'edgeReacOnly',
        boardId,
        postId: 'edgePost0',
        authorId: 'edgeReader',
        createdAt: before,
      },
    ],
  };
};

/** What is seen and attached at each edge. */
const visits = (boardId: string) => ({
  visit: instants.flatMap((instant, index) => [
    {
      id: `edgeVisU${index}`,
      boardId,
      userId: actor(index),
      visitorId: null,
      at: instant,
      seconds: 95,
    },
    {
      id: `edgeVisV${index}`,
      boardId,
      userId: null,
      visitorId: 'edgeVisitor',
      at: instant,
      seconds: 47,
    },
    {
      id: `edgeVisI${index}`,
      boardId,
      userId: 'edgeIdler1',
      visitorId: null,
      at: instant,
      seconds: 31,
    },
  ]),
  attachment: instants.map((instant, index) =>
    attachment(
      `edgeAtta${index}`,
      `edgePost${(index + 1) % 4}`,
      index % 2 === 0 ? 'video' : 'audio',
      actor(index),
      instant,
    ),
  ),
  play: instants.flatMap((instant, index) =>
    [0, 1].map((copy) => ({
      id: `edgePlay${index}${copy}`,
      attachmentId: `edgeAtta${index}`,
      at: instant,
    })),
  ),
});

const billing = (organizationId: string) => ({
  billingTerm: [
    {
      organizationId,
      startsOn: dayOf('2025-02-01'),
      endsOn: dayOf('2026-01-31'),
      status: 'active' as const,
    },
    {
      organizationId,
      startsOn: dayOf('2026-02-01'),
      endsOn: dayOf('2027-01-31'),
      status: 'active' as const,
    },
  ],
  seatChange: [
    { organizationId, on: dayOf('2025-02-01'), seats: 40 },
    { organizationId, on: dayOf('2026-11-01'), seats: 55 },
  ],
});

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
  const elsewhere = (row: { readonly organizationId: string }): boolean =>
    row.organizationId !== organizationId;
  const added = { ...content(boardId), ...visits(boardId) };
  const members: readonly MemberFact[] = cast.map(({ id, role, left }, index) => ({
    organizationId,
    userId: id,
    role: isTeam ? (inTeams[role] ?? role) : role,
    joinedAt: instants[index % 8] ?? longAgo,
    leftAt: left === true ? at('2026-06-06T06:06:06.000Z') : null,
  }));
  const edged: Facts = {
    ...facts,
    ...billing(organizationId),
    billingTerm: [...facts.billingTerm.filter(elsewhere), ...billing(organizationId).billingTerm],
    seatChange: [...facts.seatChange.filter(elsewhere), ...billing(organizationId).seatChange],
    user: [...facts.user, ...cast.map(person)],
    member: [...facts.member, ...members],
    board: [
      ...facts.board,
      ...instants.map((instant, index) =>
        board(
          like,
          `edgeBoard0000000${index}`.slice(-16),
          index < 3 ? 'edgeAdmin1' : 'edgeAdmin3',
          instant,
        ),
      ),
    ],
    post: [...facts.post, ...added.post],
    comment: [...facts.comment, ...added.comment],
    reaction: [...facts.reaction, ...added.reaction],
    visit: [...facts.visit, ...added.visit],
    attachment: [...facts.attachment, ...added.attachment],
    play: [...facts.play, ...added.play],
    scan: [
      ...facts.scan,
      ...instants.map((instant, index) => ({
        id: `edgeScan${index}`,
        organizationId,
        itemType: index < 2 ? 'text' : 'image',
        at: instant,
        durationMs: 100 + 7 * index,
        flags: index < 2 ? ['spam', 'violence'] : [],
        removedAt: index % 2 === 0 ? null : instant,
      })),
    ],
  };
  return { ...world, facts: edged };
};
