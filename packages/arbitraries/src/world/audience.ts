import type {
  AttachmentFact,
  BoardFact,
  PlayFact,
  PostFact,
  ScanFact,
  VisitFact,
} from '@tallyboard/core/vocabulary';
import { Digits } from './digits.js';
import { momentNear } from './moments.js';
import { authorFor, organizationFor, type Stage } from './stage.js';
import {
  attachmentCategories,
  durationsMs,
  flagLists,
  idOf,
  itemTypes,
  titles,
  visitSeconds,
} from './words.js';

/** A visit by a user or by a visitor; some visitors bear the id of a user, who is another (2.4). */
export const readVisit = (
  code: number,
  place: number,
  stage: Stage,
  boards: readonly BoardFact[],
): VisitFact => {
  const digits = new Digits(code);
  const boardId = digits.referTo(boards).id;
  const userId = digits.referTo(stage.users).id;
  const visitorId = digits.oneOf([null, null, 'visitor1', 'visitor2', 'Visitor1', userId]);
  return {
    id: idOf('visit', place),
    boardId,
    userId: visitorId === null ? userId : null,
    visitorId,
    at: momentNear(digits, stage.calendar),
    seconds: digits.oneOf(visitSeconds),
  };
};

/** Something attached to a post, not always by the post's author (2.4). */
export const readAttachment = (
  code: number,
  place: number,
  stage: Stage,
  posts: readonly PostFact[],
): AttachmentFact => {
  const digits = new Digits(code);
  const post = digits.referTo(posts);
  const authorId = authorFor(digits, stage, 9);
  return {
    id: idOf('attachment', place),
    postId: post.id,
    category: digits.oneOf(attachmentCategories),
    authorId: digits.onceIn(3) ? post.authorId : authorId,
    createdAt: momentNear(digits, stage.calendar),
    title: digits.oneOf([null, ...titles]),
    url: digits.oneOf([null, 'https://example.org/file']),
  };
};

/** A play of some attachment, mostly of media (2.4). */
export const readPlay = (
  code: number,
  place: number,
  stage: Stage,
  attachments: readonly AttachmentFact[],
): PlayFact => {
  const digits = new Digits(code);
  return {
    id: idOf('play', place),
    attachmentId: digits.referTo(attachments).id,
    at: momentNear(digits, stage.calendar),
  };
};

/** A scan with no flag, one, or several, and now and then an item that a person removed (2.4). */
export const readScan = (code: number, place: number, stage: Stage): ScanFact => {
  const digits = new Digits(code);
  const organizationId = organizationFor(digits, stage).id;
  const flags = digits.oneOf(flagLists);
  const isRemoved = digits.onceIn(3);
  const at = momentNear(digits, stage.calendar);
  return {
    id: idOf('scan', place),
    organizationId,
    itemType: digits.oneOf(itemTypes),
    at,
    durationMs: digits.oneOf(durationsMs),
    flags,
    removedAt: isRemoved ? momentNear(digits, stage.calendar) : null,
  };
};
