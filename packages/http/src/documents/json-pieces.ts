import type { RecordParts, Resource } from '@tallyboard/core';

/** Characters of a piece, at least: a few milliseconds of rendering. */
export const pieceLength = 65_536;

/** Links that are rendered at once: one call for each takes twice the time. */
const linksAtOnce = 256;

/** The texts of an array of small elements. */
function* linkTexts(links: readonly unknown[]): Generator<string> {
  if (links.length <= linksAtOnce) {
    yield JSON.stringify(links);
    return;
  }
  for (let at = 0; at < links.length; at += linksAtOnce) {
    const text = JSON.stringify(links.slice(at, at + linksAtOnce));
    yield `${at === 0 ? '[' : ','}${text.slice(1, -1)}`;
  }
  yield ']';
}

/** The texts of an array, element by element: one may be a board with 100,000 links. */
function* recordTexts(records: Iterable<Resource>): Generator<string> {
  let separator = '[';
  for (const record of records) {
    yield separator + JSON.stringify(record);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** The texts of a value, taken apart so many levels deep. */
function* valueTexts(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) yield JSON.stringify(value);
  else if (Array.isArray(value)) yield* linkTexts(value);
  else {
    let separator = '{';
    for (const [name, part] of Object.entries(value)) {
      if (part === undefined) continue;
      yield `${separator}${JSON.stringify(name)}:`;
      yield* valueTexts(part, levels - 1);
      separator = ',';
    }
    yield separator === '{' ? '{}' : '}';
  }
}

/** From a record to its linkage: `relationships`, the relationship, its `data`. */
const linkageLevels = 4;

function* documentTexts({ data, included }: RecordParts<Resource>): Generator<string> {
  yield '{"data":';
  yield* valueTexts(data, linkageLevels);
  if (included !== null) {
    yield ',"included":';
    yield* recordTexts(included);
  }
  yield '}';
}

/**
 * The JSON text of a document in pieces of at least `length` characters, the last one apart; joined they
 * are what `JSON.stringify` gives for the whole document. Records are rendered while pieces are taken.
 */
export function* jsonPieces(
  parts: RecordParts<Resource>,
  length: number = pieceLength,
): Generator<string, undefined> {
  let piece = '';
  for (const text of documentTexts(parts)) {
    piece += text;
    if (piece.length < length) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
  return undefined;
}
