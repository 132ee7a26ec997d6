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
  type UserFact,
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

/** The rows that bear on one organization, picked out of the facts once. */
interface OwnRows {
  readonly users: ReadonlyMap<string, UserFact>;
  readonly members: readonly MemberFact[];
  readonly boards: readonly BoardFact[];
  readonly posts: readonly PostFact[];
  readonly comments: readonly CommentFact[];
  readonly reactions: readonly ReactionFact[];
  readonly visits: readonly VisitFact[];
  readonly attachments: readonly AttachmentFact[];
  readonly plays: readonly PlayFact[];
  readonly scans: readonly ScanFact[];
}

const pickOwn = ({ facts, organizationId }: OracleWorld): OwnRows => {
  const isOwn = (row: { readonly organizationId: string | null }): boolean =>
    row.organizationId === organizationId;
  const boards = facts.board.filter(isOwn);
  const boardIds = new Set(boards.map((board) => board.id));
  const isOnOwnBoard = (row: { readonly boardId: string }): boolean => boardIds.has(row.boardId);
  const posts = facts.post.filter(isOnOwnBoard);
  const postIds = new Set(posts.map((post) => post.id));
  const attachments = facts.attachment.filter((attachment) => postIds.has(attachment.postId));
  const attachmentIds = new Set(attachments.map((attachment) => attachment.id));
  return {
    users: new Map(facts.user.map((user) => [user.id, user])),
    members: facts.member.filter((member) => isOwn(member) && member.leftAt === null),
    boards,
    posts,
    comments: facts.comment.filter(isOnOwnBoard),
    reactions: facts.reaction.filter(isOnOwnBoard),
    visits: facts.visit.filter(isOnOwnBoard),
    attachments,
    plays: facts.play.filter((play) => attachmentIds.has(play.attachmentId)),
    scans: facts.scan.filter(isOwn),
  };
};

// Every figure begins with these rows: picking them anew each time would read all facts each time.
const picked = new WeakMap<OracleWorld, OwnRows>();

const ownRows = (world: OracleWorld): OwnRows => {
  const before = picked.get(world);
  if (before !== undefined) return before;
  const rows = pickOwn(world);
  picked.set(world, rows);
  return rows;
};

/** True when an instant falls on a day of the range, both end days included (2.6.6). */
export const isWithin = (range: DateRange, instant: Instant): boolean => {
  const day = dayOfInstant(instant);
  return day >= range.from && day <= range.to;
};

/** The person of an id, if the facts know one (2.8). */
export const userWith = (world: OracleWorld, userId: string): UserFact | undefined =>
  ownRows(world).users.get(userId);

/** The members who have not left, whatever date they left on (2.6.1). */
export const currentMembers = (world: OracleWorld): readonly MemberFact[] => ownRows(world).members;

/** True when a list of user types asks for all members, not for single roles (2.2). */
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
export const ownBoards = (world: OracleWorld): readonly BoardFact[] => ownRows(world).boards;

/** The posts on the organization's boards (2.6.6). */
export const ownPosts = (world: OracleWorld): readonly PostFact[] => ownRows(world).posts;

/** The comments on the organization's boards (2.6.6). */
export const ownComments = (world: OracleWorld): readonly CommentFact[] => ownRows(world).comments;

/** The reactions on the organization's boards (2.6.6). */
export const ownReactions = (world: OracleWorld): readonly ReactionFact[] =>
  ownRows(world).reactions;

/** The visits to the organization's boards (2.6.6). */
export const ownVisits = (world: OracleWorld): readonly VisitFact[] => ownRows(world).visits;

/** The attachments of posts on the organization's boards (2.6.6). */
export const ownAttachments = (world: OracleWorld): readonly AttachmentFact[] =>
  ownRows(world).attachments;

/** The plays of the organization's attachments (2.6.6). */
export const ownPlays = (world: OracleWorld): readonly PlayFact[] => ownRows(world).plays;

/** The organization's scans that happened in the range, whenever an item was removed (2.6.6). */
export const scansWithin = (world: OracleWorld, range: DateRange): readonly ScanFact[] =>
  ownRows(world).scans.filter((scan) => isWithin(range, scan.at));
