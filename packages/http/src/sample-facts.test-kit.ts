import {
  type BoardFact,
  type FactByKind,
  type Facts,
  type Instant,
  noFacts,
  type OrganizationType,
  parseDay,
  parseInstant,
  type Role,
} from '@tallyboard/core/vocabulary';
import { webCryptoSha256 } from './checked-ports.js';

/** An instant that is known to be well written. */
export const instant = (text: string): Instant => {
  const parsed = parseInstant(text);
  if (parsed === null) throw new Error(`not an instant: ${text}`);
  return parsed;
};

/** The instant at which sample facts are read. */
export const now = instant('2026-11-20T12:00:00Z');

const signupDate = parseDay('2026-01-01')!;
const createdAt = instant('2026-01-02T03:04:05.006Z');

/** The ids of the sample. */
export const ids = {
  school: 'wksp_school0000000',
  classroom: 'wksp_classroom0000',
  team: 'wksp_team000000000',
  notEnrolled: 'wksp_notenrolled00',
  unsupported: 'org_unsupported000',
  board: 'board00000000001',
  emptyBoard: 'board00000000002',
  personalBoard: 'board00000000003',
  teamBoard: 'board00000000000004x',
} as const;

/** The API key of a sample user. */
export const keyOf = (userId: string): string => `key-of-${userId}`;

const user = (id: string, more: Partial<FactByKind['user']> = {}): FactByKind['user'] => ({
  id,
  name: `${id} Sample`,
  username: id,
  email: `${id}@example.org`,
  displayName: null,
  avatar: null,
  bio: null,
  signupDate,
  enrolled: false,
  ...more,
});

const organization = (id: string, type: OrganizationType, ownerId: string) => ({
  id,
  type,
  name: `The ${type}`,
  ownerId,
  createdAt,
});

const member = (
  organizationId: string,
  userId: string,
  role: Role,
  leftAt: Instant | null = null,
) => ({
  organizationId,
  userId,
  role,
  joinedAt: createdAt,
  leftAt,
});

const board = (
  id: string,
  organizationId: string | null,
  builderId: string,
  more: Partial<BoardFact> = {},
): BoardFact => ({
  id,
  organizationId,
  builderId,
  title: `Board ${id}`,
  description: null,
  iconUrl: null,
  domainName: null,
  font: null,
  colorScheme: null,
  customFields: null,
  createdAt,
  updatedAt: createdAt,
  ...more,
});

const post = (id: string, more: Partial<FactByKind['post']> = {}): FactByKind['post'] => ({
  id,
  boardId: ids.board,
  sectionId: null,
  authorId: null,
  subject: null,
  bodyHtml: null,
  color: null,
  status: null,
  sortIndex: null,
  customFields: null,
  createdAt,
  updatedAt: null,
  ...more,
});

const comment = (id: string, postId: string, authorId: string | null, content: string) => ({
  id,
  boardId: ids.board,
  postId,
  authorId,
  content,
  status: null,
  createdAt: instant('2026-10-06T10:00:00Z'),
  updatedAt: null,
});

const keys = async (userIds: readonly string[]): Promise<readonly FactByKind['apiKey'][]> =>
  Promise.all(
    userIds.map(async (userId) => ({
      keySha256: await webCryptoSha256(new TextEncoder().encode(keyOf(userId))),
      userId,
      revokedAt: userId === 'revoked' ? createdAt : null,
    })),
  );

const people = ['olga', 'adam', 'tess', 'stan', 'left', 'nora', 'revoked', 'nobody'];

/** Some facts with something of everything that requests can run into. */
export const sampleFacts: Facts = {
  ...noFacts(),
  user: people.map((id) =>
    user(id, { enrolled: id === 'olga', displayName: id === 'tess' ? ' Ms Tess ' : null }),
  ),
  apiKey: await keys(people),
  organization: [
    organization(ids.school, 'school', 'olga'),
    organization(ids.classroom, 'classroom', 'olga'),
    organization(ids.team, 'team', 'olga'),
    organization(ids.unsupported, 'school', 'olga'),
    organization(ids.notEnrolled, 'school', 'nora'),
  ],
  member: [
    ...[ids.school, ids.classroom, ids.team, ids.unsupported].map((id) =>
      member(id, 'olga', 'owner'),
    ),
    ...[ids.school, ids.classroom].map((id) => member(id, 'tess', 'teacher')),
    member(ids.school, 'adam', 'admin'),
    member(ids.school, 'stan', 'student'),
    member(ids.school, 'left', 'admin', instant('2026-05-01T00:00:00Z')),
    member(ids.notEnrolled, 'nora', 'owner'),
    member(ids.team, 'nora', 'guest'),
  ],
  board: [
    board(ids.board, ids.school, 'tess', {
      title: 'Cells',
      description: 'What cells do',
      customFields: { level: { type: 'text' } },
      font: 3,
      colorScheme: 'dark',
      domainName: 'boards.school.example',
    }),
    board(ids.emptyBoard, ids.school, 'olga'),
    board(ids.personalBoard, null, 'tess'),
    board(ids.teamBoard, ids.team, 'olga'),
  ],
  section: [2, 1].map((sortIndex) => ({
    id: `s${sortIndex}`,
    boardId: ids.board,
    title: `Section ${sortIndex}`,
    sortIndex,
    createdAt,
    updatedAt: createdAt,
  })),
  post: [
    post('p2', { sortIndex: 2, sectionId: 's2', createdAt: instant('2026-10-05T10:00:00Z') }),
    post('p1', {
      sortIndex: 1,
      sectionId: 's1',
      authorId: 'tess',
      subject: 'Mitosis',
      bodyHtml: '<p>One becomes two</p>',
      color: 'green',
      status: 'approved',
      customFields: [{ key: 'level', value: 'easy' }],
      createdAt: instant('2026-10-04T10:00:00Z'),
      updatedAt: instant('2026-10-04T11:00:00Z'),
    }),
    post('p0', { authorId: 'stan', createdAt: instant('2026-10-03T10:00:00Z') }),
  ],
  comment: [comment('c2', 'p1', null, 'Why?'), comment('c1', 'p1', 'stan', `a < b & "c" isn't`)],
  attachment: ['late', 'early'].map((id, index) => ({
    id,
    postId: 'p1',
    category: 'video',
    authorId: 'tess',
    title: `The ${id} film`,
    url: `https://films.example/${id}`,
    createdAt: instant(`2026-10-04T1${2 - index}:00:00Z`),
  })),
};
