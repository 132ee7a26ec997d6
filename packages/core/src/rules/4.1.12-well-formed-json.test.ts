import { describe, expect, it } from 'vitest';
import { isAccepted } from '../model/checked.js';
import { bodyIsNotUtf8, readBodyText } from './4.1.12-well-formed-json.js';
import { refusedBody } from './requests.test-kit.js';

const isMalformed = (read: ReturnType<typeof readBodyText>): boolean =>
  !isAccepted(read) && read.left[0].rule === '4.1.12' && read.left[0].violation === 'malformedJson';

describe('4.1.12: the body is JSON in UTF-8', () => {
  it('reads JSON', () => {
    expect(readBodyText('{"a":["\u00e9\u4e2d\ud83d\ude00",1]}')).toMatchObject({
      right: { a: ['é中😀', 1] },
    });
  });

  it.each(['', '{', '{"a":1,}', "{'a':1}", 'undefined', '\ufeff{}', '{}x', '[1] [2]'])(
    'refuses %j',
    (text) => {
      expect(isMalformed(readBodyText(text))).toBe(true);
    },
  );

  it('has a refusal for bytes that an adapter could not decode', () => {
    expect(isMalformed(bodyIsNotUtf8)).toBe(true);
  });

  it('keeps the last of repeated keys, and __proto__ as an ordinary field', () => {
    const read = readBodyText('{"__proto__":{"x":1},"metrics":1,"metrics":[{"name":"postCount"}]}');
    expect(isAccepted(read) && refusedBody(read.right)).toEqual(['unknownField /__proto__']);
  });

  it.each([[[]], ['x'], [null], [7]])('takes %j for JSON that is not a request', (body) => {
    expect(refusedBody(body)).toEqual(['notAnObject ']);
  });
});
