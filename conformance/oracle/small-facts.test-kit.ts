/*
 * Hand-written facts for the tests of the oracle: each builder names what a test is about and fills
 * in the rest, so that an expectation can be counted on the page.
 */

/** One fact in its JSON form (2.6). */
export type Row = Readonly<Record<string, unknown>>;

/** The organization that the small worlds ask about (2.1). */
export const organizationId = 'wksp_0123456789ab';

/** Another organization, whose facts must not count (2.1). */
export const otherOrganizationId = 'wksp_zyxwvutsrqpo';

/** The instant at which nothing special happens: noon in the middle of March 2026. */
const noon = '2026-03-10T12:00:00.000Z';

/** A person (2.10). */
export const user = (id: string, fields: Row = {}): Row => ({
  kind: 'user',
  id,
  signupDate: '2020-02-02',
  ...fields,
});

/** A current member since 2020, unless told otherwise (2.2). */
export const member = (userId: string, role: string, fields: Row = {}): Row => ({
  kind: 'member',
  organizationId,
  userId,
  role,
  joinedAt: '2020-03-03T00:00:00Z',
  ...fields,
});

/** A board's id of the length that the wire asks for (2.9). */
export const boardId = (name: string): string => name.padEnd(16, '_');

/** A board of the organization (2.9). */
export const board = (
  name: string,
  builderId: string,
  createdAt = noon,
  fields: Row = {},
): Row => ({
  kind: 'board',
  id: boardId(name),
  organizationId,
  builderId,
  title: `Board ${name}`,
  createdAt,
  updatedAt: createdAt,
  ...fields,
});

/** A post (2.9). */
export const post = (id: string, on: string, authorId: string | null, createdAt = noon): Row => ({
  kind: 'post',
  id,
  boardId: boardId(on),
  authorId,
  createdAt,
});

/** A comment on, or a reaction to, a post (2.9). */
export const answer = (
  kind: 'comment' | 'reaction',
  id: string,
  postId: string,
  on: string,
  authorId: string | null,
  createdAt = noon,
): Row => ({ kind, id, postId, boardId: boardId(on), authorId, createdAt });

/** A visit by a user, or by a visitor when the name starts with a question mark (2.4). */
export const visit = (id: string, on: string, who: string, seconds: number, at = noon): Row => ({
  kind: 'visit',
  id,
  boardId: boardId(on),
  ...(who.startsWith('?') ? { visitorId: who.slice(1) } : { userId: who }),
  seconds,
  at,
});

/** Something attached to a post (2.4). */
export const attachment = (
  id: string,
  postId: string,
  category: string,
  authorId: string | null,
  fields: Row = {},
): Row => ({ kind: 'attachment', id, postId, category, authorId, createdAt: noon, ...fields });

/** A play of an attachment (2.4). */
export const play = (id: string, attachmentId: string, at = noon): Row => ({
  kind: 'play',
  id,
  attachmentId,
  at,
});

/** A scan that took 100 ms and found nothing, unless told otherwise (2.4). */
export const scan = (id: string, fields: Row = {}): Row => ({
  kind: 'scan',
  id,
  organizationId,
  itemType: 'text',
  at: noon,
  durationMs: 100,
  flags: [],
  ...fields,
});

/** An invitation, open unless told otherwise (2.6.5). */
export const invitation = (id: string, role: string, fields: Row = {}): Row => ({
  kind: 'invitation',
  id,
  organizationId,
  role,
  email: `${id}@example.org`,
  invitedAt: noon,
  ...fields,
});
