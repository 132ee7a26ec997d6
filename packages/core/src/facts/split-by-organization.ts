import { type Facts, noFacts } from '../model/facts.js';
import { refuseErrors } from './refuse-errors.js';

type Growing = ReturnType<typeof noFacts>;

const organizationKinds = ['billingTerm', 'seatChange', 'member', 'invitation', 'scan'] as const;
const boardKinds = ['section', 'post', 'comment', 'reaction', 'visit'] as const;

/** The users that the facts of one organization mention. */
const mentionedUsers = (facts: Facts): ReadonlySet<string | null> =>
  new Set([
    ...facts.organization.map(({ ownerId }) => ownerId),
    ...facts.member.map(({ userId }) => userId),
    ...facts.board.map(({ builderId }) => builderId),
    ...facts.post.map(({ authorId }) => authorId),
    ...facts.comment.map(({ authorId }) => authorId),
    ...facts.reaction.map(({ authorId }) => authorId),
    ...facts.visit.map(({ userId }) => userId),
    ...facts.attachment.map(({ authorId }) => authorId),
  ]);

/**
 * The facts of each organization by its id, in one pass over all of them. Each part holds the
 * organization, what happened on its boards, and the users it mentions; personal boards and keys
 * belong to no part.
 *
 * @throws IndexError - when `checkFacts` finds an error in them: a fact that refers to an unknown one
 *   would be in no part, and figures would leave it out unnoticed
 *
 * @example
 * ```ts
 * [...splitByOrganization(facts).keys()]; // ['wksp_riverside01']
 * ```
 */
export const splitByOrganization = (facts: Facts): ReadonlyMap<string, Facts> => {
  refuseErrors(facts);
  const parts = new Map<string, Growing>();
  for (const organization of facts.organization) {
    const part = noFacts();
    part.organization.push(organization);
    parts.set(organization.id, part);
  }
  const place = (owner: Growing | undefined, kind: keyof Growing, fact: object): void => {
    if (owner !== undefined) (owner[kind] as object[]).push(fact);
  };
  for (const kind of organizationKinds) {
    for (const fact of facts[kind]) place(parts.get(fact.organizationId), kind, fact);
  }
  const ofBoard = new Map<string, Growing | undefined>();
  for (const board of facts.board) {
    const part = board.organizationId === null ? undefined : parts.get(board.organizationId);
    ofBoard.set(board.id, part);
    place(part, 'board', board);
  }
  for (const kind of boardKinds) {
    for (const fact of facts[kind]) place(ofBoard.get(fact.boardId), kind, fact);
  }
  const ofPost = new Map(facts.post.map(({ id, boardId }) => [id, ofBoard.get(boardId)]));
  const ofAttachment = new Map<string, Growing | undefined>();
  for (const attachment of facts.attachment) {
    const part = ofPost.get(attachment.postId);
    ofAttachment.set(attachment.id, part);
    place(part, 'attachment', attachment);
  }
  for (const play of facts.play) place(ofAttachment.get(play.attachmentId), 'play', play);

  const users = new Map(facts.user.map((user) => [user.id, user]));
  for (const part of parts.values()) {
    for (const id of mentionedUsers(part)) {
      const user = id === null ? undefined : users.get(id);
      if (user !== undefined) part.user.push(user);
    }
  }
  return parts;
};
