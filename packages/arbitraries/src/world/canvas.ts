import type {
  BoardFact,
  CommentFact,
  Instant,
  PostFact,
  ReactionFact,
  SectionFact,
} from '@tallyboard/core/vocabulary';
import { Digits } from './digits.js';
import { momentNear } from './moments.js';
import { authorFor, organizationFor, type Stage } from './stage.js';
import { idOf, titles } from './words.js';

/** The same moment or an hour later: nothing is updated before it was made. */
const updatedAfter = (digits: Digits, createdAt: Instant): Instant =>
  (createdAt + digits.oneOf([0, 3_600_000])) as Instant;

/** A board, once in eight a personal one (2.9). */
export const readBoard = (code: number, place: number, stage: Stage): BoardFact => {
  const digits = new Digits(code);
  const isPersonal = digits.onceIn(8);
  const organizationId = organizationFor(digits, stage).id;
  const builderId = digits.referTo(stage.users).id;
  const createdAt = momentNear(digits, stage.calendar);
  return {
    id: idOf('board', place).padEnd(digits.oneOf([16, 20]), 'x'),
    organizationId: isPersonal ? null : organizationId,
    builderId,
    title: digits.oneOf(titles),
    description: digits.oneOf([null, '', 'For class 4b']),
    iconUrl: null,
    domainName: digits.oneOf([null, 'boards.example.org']),
    font: digits.oneOf([null, 3]),
    colorScheme: digits.oneOf([null, 'dark']),
    customFields: digits.oneOf([null, {}, { f1: { label: 'Due' } }]),
    createdAt,
    updatedAt: updatedAfter(digits, createdAt),
  };
};

/** A section of some board (2.9). */
export const readSection = (
  code: number,
  place: number,
  stage: Stage,
  boards: readonly BoardFact[],
): SectionFact => {
  const digits = new Digits(code);
  const boardId = digits.referTo(boards).id;
  const createdAt = momentNear(digits, stage.calendar);
  return {
    id: idOf('section', place),
    boardId,
    title: digits.oneOf(titles),
    sortIndex: digits.oneOf([0, 1, 1, -2.5]),
    createdAt,
    updatedAt: updatedAfter(digits, createdAt),
  };
};

/** A post, in a section of its own board or in none, once in nine by an unknown author (2.9). */
export const readPost = (
  code: number,
  place: number,
  stage: Stage,
  boards: readonly BoardFact[],
  sections: readonly SectionFact[],
): PostFact => {
  const digits = new Digits(code);
  const boardId = digits.referTo(boards).id;
  const authorId = authorFor(digits, stage, 9);
  const createdAt = momentNear(digits, stage.calendar);
  const section = sections.find((candidate) => candidate.boardId === boardId);
  return {
    id: idOf('post', place),
    boardId,
    sectionId: digits.onceIn(2) ? (section?.id ?? null) : null,
    authorId,
    subject: digits.oneOf([null, 'Subject']),
    bodyHtml: digits.oneOf([null, '<p>Body</p>']),
    color: digits.oneOf([null, 'blue']),
    status: digits.oneOf([null, 'approved']),
    sortIndex: digits.oneOf([null, 0, 2]),
    customFields: digits.oneOf([null, [], [{ key: 'f1', value: 'x' }]]),
    createdAt,
    updatedAt: digits.onceIn(2) ? updatedAfter(digits, createdAt) : null,
  };
};

/** What a comment and a reaction have in common: some post, once in nine an unknown author (2.9). */
const readReply = (
  kind: string,
  place: number,
  digits: Digits,
  stage: Stage,
  posts: readonly PostFact[],
): Pick<CommentFact, keyof ReactionFact> => {
  const post = digits.referTo(posts);
  const authorId = authorFor(digits, stage, 9);
  const createdAt = momentNear(digits, stage.calendar);
  return {
    id: idOf(kind, place),
    boardId: post.boardId,
    postId: post.id,
    authorId: digits.onceIn(8) ? post.authorId : authorId,
    createdAt,
  };
};

/** A comment on some post (2.9). */
export const readComment = (
  code: number,
  place: number,
  stage: Stage,
  posts: readonly PostFact[],
): CommentFact => {
  const digits = new Digits(code);
  const reply = readReply('comment', place, digits, stage, posts);
  return {
    ...reply,
    content: digits.oneOf([null, 'Well <done> & "said"']),
    status: digits.oneOf([null, 'approved']),
    updatedAt: digits.onceIn(2) ? updatedAfter(digits, reply.createdAt) : null,
  };
};

/** A reaction to some post; the same person may react twice (2.9). */
export const readReaction = (
  code: number,
  place: number,
  stage: Stage,
  posts: readonly PostFact[],
): ReactionFact => readReply('reaction', place, new Digits(code), stage, posts);
