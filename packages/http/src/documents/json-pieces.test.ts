import type { Resource } from '@tallyboard/core/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonPieces } from './json-pieces.js';

const value = fc.jsonValue({ maxDepth: 3 });
const resource = fc.record({
  type: fc.string({ unit: 'binary' }),
  id: fc.string(),
  attributes: fc.dictionary(fc.string(), value),
  relationships: fc.dictionary(
    fc.string(),
    fc.record({
      data: fc.oneof(
        fc.constant(null),
        fc.array(value),
        fc.array(fc.constant({ type: 'post', id: 'post_1' }), { maxLength: 600 }),
      ),
    }),
  ),
}) as fc.Arbitrary<Resource>;

test('the pieces are the text of the document, each as long as asked', () => {
  fc.assert(
    fc.property(
      resource,
      fc.option(fc.array(resource)),
      fc.integer({ min: 1, max: 300 }),
      (data, included, length) => {
        const pieces = [...jsonPieces({ data, included }, length)];
        const document = included === null ? { data } : { data, included };
        expect(pieces.join('')).toBe(JSON.stringify(document));
        for (const piece of pieces.slice(0, -1))
          expect(piece.length).toBeGreaterThanOrEqual(length);
      },
    ),
  );
});

test('records are rendered while pieces are taken', () => {
  let made = 0;
  const included = {
    *[Symbol.iterator](): Generator<Resource> {
      for (; made < 1_000; made += 1)
        yield { type: 't', id: 'x', attributes: {}, relationships: {} };
    },
  };
  const data = { type: 't', id: 'y', attributes: {}, relationships: {} };
  const pieces = jsonPieces({ data, included }, 500);
  pieces.next();
  expect(made).toBeLessThan(20);
});

test('links are made while pieces are taken', () => {
  let made = 0;
  const links = {
    *[Symbol.iterator]() {
      for (; made < 10_000; made += 1) yield { type: 't', id: 'x' };
    },
  };
  const board = { type: 't', id: 'y', attributes: {}, relationships: { posts: { data: links } } };
  const ofPrimary = jsonPieces({ data: board, included: null }, 500);
  ofPrimary.next();
  expect(made).toBeLessThan(300);
  made = 0;
  const plain = { type: 't', id: 'z', attributes: {}, relationships: {} };
  const ofIncluded = jsonPieces({ data: plain, included: [board] }, 500);
  ofIncluded.next();
  expect(made).toBeLessThan(300);
});
