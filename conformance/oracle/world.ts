import {
  type AttachmentFact,
  type BoardFact,
  type CommentFact,
  type DateRange,
  type Day,
  dayOfInstant,
  type Facts,
  type Instant,
  type MemberFact,
  type PlayFact,
  type PostFact,
  type ReactionFact,
  type ScanFact,
  type UserType,
  type VisitFact,
} from '@tallyboard/core/vocabulary';

/**
 * What every figure is read from: all facts, the organization asked about, and the day it is (2.6).
 */
export interface OracleWorld {
  readonly facts: Facts;
  readonly organizationId: string;
  readonly today: Day;
}

/** True when an instant falls on a day of the range, both end days included (2.6.6). */
export const isWithin = (range: DateRange, instant: Instant): boolean =>
  dayOfInstant(instant) >= range.from && dayOfInstant(instant) <= range.to;

/** The members who have not left, whatever date they left on (2.6.1). */
export const currentMembers = (world: OracleWorld): readonly MemberFact[] =>
  world.facts.member.filter(
    (member) => member.organizationId === world.organizationId && member.leftAt === null,
  );

/** True when a list of user types asks for everybody, not for single roles (2.2). */
export const asksForAll = (userTypes: readonly UserType[]): boolean => userTypes.includes('all');

/** The current members whose exact role is listed; a metric's `admin` is not an owner (2.2). */
export const membersOfSlice = (
  world: OracleWorld,
  userTypes: readonly UserType[],
): readonly MemberFact[] =>
  currentMembers(world).filter(
    (member) => asksForAll(userTypes) || userTypes.includes(member.role),
  );

/** The boards of the organization: personal boards and those of others do not count (1.1). */
export const ownBoards = (world: OracleWorld): readonly BoardFact[] =>
  world.facts.board.filter((board) => board.organizationId === world.organizationId);

const onOwnBoards = <Row extends { readonly boardId: string }>(
  world: OracleWorld,
  rows: readonly Row[],
): readonly Row[] => {
  const boards = new Set(ownBoards(world).map((board) => board.id));
  return rows.filter((row) => boards.has(row.boardId));
};

/** The posts on the organization's boards (2.6.6). */
export const ownPosts = (world: OracleWorld): readonly PostFact[] =>
  onOwnBoards(world, world.facts.post);

/** The comments on the organization's boards (2.6.6). */
export const ownComments = (world: OracleWorld): readonly CommentFact[] =>
  onOwnBoards(world, world.facts.comment);

/** The reactions on the organization's boards (2.6.6). */
export const ownReactions = (world: OracleWorld): readonly ReactionFact[] =>
  onOwnBoards(world, world.facts.reaction);

/** The visits to the organization's boards (2.6.6). */
export const ownVisits = (world: OracleWorld): readonly VisitFact[] =>
  onOwnBoards(world, world.facts.visit);

/** The attachments of posts on the organization's boards (2.6.6). */
export const ownAttachments = (world: OracleWorld): readonly AttachmentFact[] => {
  const posts = new Set(ownPosts(world).map((post) => post.id));
  return world.facts.attachment.filter((attachment) => posts.has(attachment.postId));
};

/** The plays of the organization's attachments (2.6.6). */
export const ownPlays = (world: OracleWorld): readonly PlayFact[] => {
  const attachments = new Set(ownAttachments(world).map((attachment) => attachment.id));
  return world.facts.play.filter((play) => attachments.has(play.attachmentId));
};

/** The organization's scans that happened in the range, whenever an item was removed (2.6.6). */
export const scansWithin = (world: OracleWorld, range: DateRange): readonly ScanFact[] =>
  world.facts.scan.filter(
    (scan) => scan.organizationId === world.organizationId && isWithin(range, scan.at),
  );
