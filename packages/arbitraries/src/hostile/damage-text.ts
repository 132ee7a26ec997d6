import { type Draw, oneOf } from '../random.js';
import { knownWords, oddTexts } from './odd-values.js';

/** A text with a few of its characters replaced, removed, doubled or moved. */
export const damagedText = (draw: Draw, text: string): string => {
  const start = draw(text.length + 1);
  const end = Math.min(text.length, start + draw(9));
  const [before, part, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  return oneOf(draw, [
    () => before + oneOf(draw, oddTexts) + after,
    () => before + oneOf(draw, knownWords) + after,
    () => before + String.fromCharCode(draw(0x10000)) + after,
    () => before + after,
    () => before + part + part + after,
    () => after + part + before,
    () => before,
  ])();
};

/** Bytes with some of their bits turned, or a piece cut off, blanked, doubled or moved. */
export const damagedBytes = (
  draw: Draw,
  bytes: Uint8Array,
): Uint8Array & { readonly buffer: ArrayBuffer } => {
  const damaged = new Uint8Array(bytes);
  const at = draw(bytes.length + 1);
  const length = draw(oneOf(draw, [2, 9, 65, bytes.length + 1]));
  const turn = (): Uint8Array<ArrayBuffer> => {
    for (let count = 1 + draw(4); count > 0; count--) {
      const place = draw(damaged.length);
      if (damaged.length > 0) damaged[place] = damaged[place]! ^ (1 << draw(8));
    }
    return damaged;
  };
  return oneOf(draw, [
    turn,
    turn,
    () => damaged.fill(oneOf(draw, [0, 0xff, draw(256)]), at, at + length),
    () => damaged.copyWithin(at, draw(bytes.length + 1), draw(bytes.length + 1)),
    () => damaged.slice(0, at),
    () => damaged.slice(at),
    () => Uint8Array.from([...damaged, ...new Uint8Array(length % 65).fill(draw(256))]),
  ])();
};

/** Pairs of a query with one of them changed, removed, said again, or one more. */
export const damagedPairs = (
  draw: Draw,
  pairs: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] => {
  const text = (): string => oneOf(draw, draw(2) === 0 ? knownWords : oddTexts);
  const at = draw(pairs.length);
  const [name, value] = pairs[at] ?? ['status[]', 'active'];
  const others = pairs.filter((_, place) => place !== at);
  return oneOf<() => readonly (readonly [string, string])[]>(draw, [
    () => [...others, [name, text()]],
    () => [...others, [text(), value]],
    () => [...others, [name, damagedText(draw, value)]],
    () => [...others, [`${name}[]`, value]],
    () => [...pairs, [name, value]],
    () => [...pairs, [text(), text()]],
    () => others,
  ])();
};
