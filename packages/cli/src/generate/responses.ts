import type { BoardSetting } from './board-setting.js';
import { dayMs } from './calendar.js';
import { skewed } from './chance.js';
import { newId } from './ids.js';
import { aboutThing, changedAt, type PostPlace } from './posts.js';
import { remarks } from './words/post-words.js';

const outsiderShare = 0.01;
const meanDelayMs = 6 * dayMs;

/** A user responds to a post: to the first ones most, within days mostly. */
const responseTo = (board: BoardSetting, posts: readonly PostPlace[], anonymousShare: number) => {
  const { setting, chance, outsiders } = board;
  const lot = chance.fraction();
  const post = posts[Math.floor(lot * lot * posts.length)]!;
  const end = Math.min(setting.now, post.at + dayMs + skewed(chance, meanDelayMs));
  const { authorId, at } = board.act(post.at, end);
  if (chance.hits(anonymousShare)) return { post, authorId: null, at };
  return { post, authorId: chance.hits(outsiderShare) ? chance.pick(outsiders) : authorId, at };
};

/** Adds comments on posts of a board; the moment of the last. */
export const addComments = (
  board: BoardSetting,
  posts: readonly PostPlace[],
  count: number,
): number => {
  const { setting, chance, boardId, createdAt } = board;
  let lastAt: number = createdAt;
  for (let number = 0; number < count; number += 1) {
    const { post, authorId, at } = responseTo(board, posts, setting.shape.anonymous.comment);
    lastAt = Math.max(lastAt, at);
    setting.emit('comment', {
      id: newId(chance),
      boardId,
      postId: post.id,
      authorId,
      content: aboutThing(chance, chance.pick(remarks)),
      status: 'published',
      createdAt: at,
      updatedAt: changedAt(chance, at, setting.now),
    });
  }
  return lastAt;
};

/** Adds reactions to posts of a board. */
export const addReactions = (
  board: BoardSetting,
  posts: readonly PostPlace[],
  count: number,
): void => {
  const { setting, chance, boardId } = board;
  for (let number = 0; number < count; number += 1) {
    const { post, authorId, at } = responseTo(board, posts, setting.shape.anonymous.reaction);
    setting.emit('reaction', {
      id: newId(chance),
      boardId,
      postId: post.id,
      authorId,
      createdAt: at,
    });
  }
};
