import type { FactKind, Facts } from '@tallyboard/core/vocabulary';

/** Kinds that can be left out, those that others refer to last. People and organizations stay. */
const kinds: readonly FactKind[] = [
  'play',
  'scan',
  'visit',
  'reaction',
  'comment',
  'attachment',
  'section',
  'post',
  'board',
  'invitation',
  'seatChange',
  'billingTerm',
  'member',
];

/** Leaves out what refers to something that is gone. */
const consistent = (facts: Facts): Facts => {
  const boards = new Set(facts.board.map(({ id }) => id));
  const section = facts.section.filter(({ boardId }) => boards.has(boardId));
  const sections = new Set(section.map(({ id }) => id));
  const post = facts.post
    .filter(({ boardId }) => boards.has(boardId))
    .map((one) => (sections.has(one.sectionId ?? '') ? one : { ...one, sectionId: null }));
  const posts = new Set(post.map(({ id }) => id));
  const attachment = facts.attachment.filter(({ postId }) => posts.has(postId));
  const attachments = new Set(attachment.map(({ id }) => id));
  return {
    ...facts,
    section,
    post,
    comment: facts.comment.filter(({ postId }) => posts.has(postId)),
    reaction: facts.reaction.filter(({ postId }) => posts.has(postId)),
    visit: facts.visit.filter(({ boardId }) => boards.has(boardId)),
    attachment,
    play: facts.play.filter(({ attachmentId }) => attachments.has(attachmentId)),
  };
};

/** A member fact of an owner stays: an organization without one cannot be loaded. */
const isKept = (facts: Facts, kind: FactKind, row: object): boolean =>
  kind === 'member' &&
  'userId' in row &&
  facts.organization.some(({ ownerId }) => ownerId === row.userId);

const withoutSlice = (facts: Facts, kind: FactKind, from: number, to: number): Facts =>
  consistent({
    ...facts,
    [kind]: facts[kind].filter(
      (row, index) => index < from || index >= to || isKept(facts, kind, row),
    ),
  });

const sizeOf = (facts: Facts): number => kinds.reduce((sum, kind) => sum + facts[kind].length, 0);

/**
 * Makes facts smaller as long as they still disagree: first whole kinds, then ever smaller slices.
 * Every try costs a load, so there are at most `triesMax`.
 */
export const shrinkFacts = async (
  facts: Facts,
  stillDisagrees: (smaller: Facts) => Promise<boolean>,
  triesMax: number,
): Promise<{ readonly facts: Facts; readonly tries: number }> => {
  let [best, tries] = [facts, 0];
  const attempt = async (smaller: Facts): Promise<boolean> => {
    if (tries >= triesMax || sizeOf(smaller) >= sizeOf(best)) return false;
    tries += 1;
    const works = await stillDisagrees(smaller);
    if (works) best = smaller;
    return works;
  };
  for (let parts = 1; parts <= 64 && tries < triesMax; parts *= 2) {
    for (const kind of kinds) {
      const step = Math.ceil(best[kind].length / parts);
      for (let from = 0; step > 0 && from < best[kind].length && tries < triesMax; ) {
        // After a success the next slice has moved into the place of the one that went.
        if (!(await attempt(withoutSlice(best, kind, from, from + step)))) from += step;
      }
    }
  }
  return { facts: best, tries };
};
