import { describe, expect, it } from 'vitest';
import { isAccepted } from '../checked.js';
import { readBoardInclude, readUserInclude } from './include.js';

const boardWords = (text: string | null): unknown => {
  const read = readBoardInclude(text);
  if (!isAccepted(read)) return read.left;
  return read.right === null ? null : [...read.right];
};

describe('4.3, 4.4: the include list', () => {
  it('tells no include from an empty one', () => {
    expect(boardWords(null)).toBeNull();
    expect(boardWords('')).toEqual([]);
    expect(boardWords(',,')).toEqual([]);
  });

  it('keeps each word once and skips empty segments', () => {
    expect(boardWords('comments,posts,comments')).toEqual(['comments', 'posts']);
    expect(boardWords(',sections,')).toEqual(['sections']);
  });

  it('refuses every unknown word once, and names what there is', () => {
    expect(boardWords('posts,users,__proto__,users,Posts, posts')).toMatchObject([
      { rule: '4.3', violation: 'unknownBoardInclude', place: { parameter: 'include' } },
      {
        detail:
          '"__proto__" cannot be included here; include posts, sections or comments, separated by commas.',
      },
      {},
      {},
    ]);
  });

  it('has words of its own for the current user', () => {
    const read = readUserInclude('organizations,boards');
    expect(isAccepted(read) && [...(read.right ?? [])]).toEqual(['organizations', 'boards']);
    expect(readUserInclude('posts')).toMatchObject({
      left: [{ rule: '4.4', violation: 'unknownUserInclude' }],
    });
  });
});
