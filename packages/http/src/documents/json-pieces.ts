import type { InParts, RecordParts, Resource } from '@tallyboard/core/engine';

/** Characters of a piece, at least: a few milliseconds of rendering. */
export const pieceLength = 65_536;

/** Links that are rendered at once: one call for each takes twice the time. */
const linksAtOnce = 256;

const isLinks = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

/** The texts of an array of links, which are made meanwhile. */
function* linkTexts(links: Iterable<unknown>): Generator<string> {
  let separator = '[';
  let some: unknown[] = [];
  const text = (): string => `${separator}${JSON.stringify(some).slice(1, -1)}`;
  for (const link of links) {
    some.push(link);
    if (some.length < linksAtOnce) continue;
    yield text();
    separator = ',';
    some = [];
  }
  if (some.length > 0 || separator === '[') yield text();
  yield ']';
}

/** The texts of a relationship: its links are all that it may have many of. */
function* relationshipTexts(relationship: { readonly data?: unknown }): Generator<string> {
  if (isLinks(relationship.data)) {
    yield '{"data":';
    yield* linkTexts(relationship.data);
    yield '}';
  } else yield JSON.stringify(relationship);
}

/** The texts of a record, relationships last as in every record. */
function* recordTexts({ relationships, ...own }: InParts<Resource>): Generator<string> {
  yield `${JSON.stringify(own).slice(0, -1)},"relationships":`;
  let separator = '{';
  for (const [kind, relationship] of Object.entries<{ readonly data?: unknown }>(relationships)) {
    yield `${separator}${JSON.stringify(kind)}:`;
    yield* relationshipTexts(relationship);
    separator = ',';
  }
  yield separator === '{' ? '{}}' : '}}';
}

const hasLinks = ({ relationships }: InParts<Resource>): boolean =>
  Object.values<{ readonly data?: unknown }>(relationships).some(({ data }) => isLinks(data));

/** The texts of an array of records. */
function* arrayTexts(records: Iterable<InParts<Resource>>): Generator<string> {
  let separator = '[';
  for (const record of records) {
    yield separator;
    if (hasLinks(record)) yield* recordTexts(record);
    else yield JSON.stringify(record);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

function* documentTexts({ data, included }: RecordParts<Resource>): Generator<string> {
  yield '{"data":';
  yield* recordTexts(data);
  if (included !== null) {
    yield ',"included":';
    yield* arrayTexts(included);
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
