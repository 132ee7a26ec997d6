import type { Facts } from '@tallyboard/core/vocabulary';

/**
 * The facts that can bear on one organization: its own, and everybody's names. Rows elsewhere are in
 * no figure, and leaving them out early keeps the plain reading of the rest affordable.
 */
export const ownFacts = (facts: Facts, organizationId: string): Facts => {
  const isOwn = (row: { readonly organizationId: string | null }): boolean =>
    row.organizationId === organizationId;
  const boards = new Set(facts.board.filter(isOwn).map(({ id }) => id));
  const onBoard = (row: { readonly boardId: string }): boolean => boards.has(row.boardId);
  const post = facts.post.filter(onBoard);
  const posts = new Set(post.map(({ id }) => id));
  const attachment = facts.attachment.filter(({ postId }) => posts.has(postId));
  const attachments = new Set(attachment.map(({ id }) => id));
  return {
    ...facts,
    organization: facts.organization.filter(({ id }) => id === organizationId),
    billingTerm: facts.billingTerm.filter(isOwn),
    seatChange: facts.seatChange.filter(isOwn),
    member: facts.member.filter(isOwn),
    invitation: facts.invitation.filter(isOwn),
    board: facts.board.filter(isOwn),
    section: facts.section.filter(onBoard),
    post,
    comment: facts.comment.filter(onBoard),
    reaction: facts.reaction.filter(onBoard),
    visit: facts.visit.filter(onBoard),
    attachment,
    play: facts.play.filter(({ attachmentId }) => attachments.has(attachmentId)),
    scan: facts.scan.filter(isOwn),
  };
};
