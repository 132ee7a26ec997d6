import { readFacts } from '@tallyboard/core';
import {
  type Instant,
  type OrganizationType,
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

const createdAt = '2026-01-02T03:04:05.006Z';

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

/** Facts as files hold them: what is left out is null. */
const people = ['olga', 'adam', 'tess', 'stan', 'left', 'nora', 'revoked', 'nobody'];
const users = people.map((id) => ({
  ...{ kind: 'user', id, name: `${id} Sample`, username: id, email: `${id}@example.org` },
  ...{ signupDate: '2026-01-01', enrolled: id === 'olga' },
  ...(id === 'tess' ? { displayName: ' Ms Tess ' } : {}),
}));

const keys = people.map(async (userId) => ({
  kind: 'apiKey',
  keySha256: await webCryptoSha256(new TextEncoder().encode(keyOf(userId))),
  userId,
  ...(userId === 'revoked' ? { revokedAt: createdAt } : {}),
}));

const organization = (id: string, type: OrganizationType, ownerId = 'olga') => ({
  ...{ kind: 'organization', id, type, name: `The ${type}`, ownerId, createdAt },
});

const member = (organizationId: string, userId: string, role: Role, leftAt?: string) => ({
  ...{ kind: 'member', organizationId, userId, role, joinedAt: createdAt, leftAt },
});

const board = (id: string, organizationId: string | null, builderId: string, more = {}) => ({
  ...{ kind: 'board', id, organizationId, builderId, title: `Board ${id}` },
  ...{ createdAt, updatedAt: createdAt, ...more },
});

const post = (id: string, day: string, more = {}) => ({
  ...{ kind: 'post', id, boardId: ids.board, createdAt: `2026-10-0${day}T10:00:00Z`, ...more },
});

const comment = (id: string, content: string, authorId?: string) => ({
  ...{ kind: 'comment', id, boardId: ids.board, postId: 'p1', authorId, content },
  createdAt: '2026-10-06T10:00:00Z',
});

/** Some facts with something of everything that requests can run into. */
export const sampleFacts = readFacts([
  ...users,
  ...(await Promise.all(keys)),
  organization(ids.school, 'school'),
  organization(ids.classroom, 'classroom'),
  organization(ids.team, 'team'),
  organization(ids.unsupported, 'school'),
  organization(ids.notEnrolled, 'school', 'nora'),
  ...[ids.school, ids.classroom, ids.team, ids.unsupported].map((id) =>
    member(id, 'olga', 'owner'),
  ),
  ...[ids.school, ids.classroom].map((id) => member(id, 'tess', 'teacher')),
  member(ids.school, 'adam', 'admin'),
  member(ids.school, 'stan', 'student'),
  member(ids.school, 'left', 'admin', '2026-05-01T00:00:00Z'),
  member(ids.notEnrolled, 'nora', 'owner'),
  member(ids.team, 'nora', 'guest'),
  board(ids.board, ids.school, 'tess', {
    ...{ title: 'Cells', description: 'What cells do', customFields: { level: { type: 'text' } } },
    ...{ font: 3, colorScheme: 'dark', domainName: 'boards.school.example' },
  }),
  board(ids.emptyBoard, ids.school, 'olga'),
  board(ids.personalBoard, null, 'tess'),
  board(ids.teamBoard, ids.team, 'olga'),
  ...[2, 1].map((sortIndex) => ({
    ...{ kind: 'section', id: `s${sortIndex}`, boardId: ids.board, sortIndex },
    ...{ title: `Section ${sortIndex}`, createdAt, updatedAt: createdAt },
  })),
  post('p2', '5', { sortIndex: 2, sectionId: 's2' }),
  post('p1', '4', {
    ...{ sortIndex: 1, sectionId: 's1', authorId: 'tess', subject: 'Mitosis', color: 'green' },
    ...{ bodyHtml: '<p>One becomes two</p>', status: 'approved' },
    customFields: [{ key: 'level', value: 'easy' }],
    updatedAt: '2026-10-04T11:00:00Z',
  }),
  post('p0', '3', { authorId: 'stan' }),
  comment('c2', 'Why?'),
  comment('c1', `a < b & "c" isn't`, 'stan'),
  ...['late', 'early'].map((id, index) => ({
    ...{ kind: 'attachment', id, postId: 'p1', category: 'video', authorId: 'tess' },
    ...{ title: `The ${id} film`, url: `https://films.example/${id}` },
    createdAt: `2026-10-04T1${2 - index}:00:00Z`,
  })),
]);
