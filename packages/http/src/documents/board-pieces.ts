import { type BoardPages, boardParts, type WebAddresses } from '@tallyboard/core/engine';
import { type BoardInclude } from '@tallyboard/core/vocabulary';
import { pieceLength } from './json-pieces.js';

/** Texts of the values that a list has, without its brackets. */
const itemsOf = (values: Iterable<unknown>): string => JSON.stringify([...values]).slice(1, -1);

/** The texts of pages, with commas between them. */
async function* separated(pages: AsyncIterable<string>): AsyncGenerator<string> {
  let separator = '';
  for await (const page of pages) {
    if (page === '') continue;
    yield separator + page;
    separator = ',';
  }
}

async function* documentTexts(
  { outline, pages }: BoardPages,
  include: ReadonlySet<BoardInclude> | null,
  addresses: WebAddresses,
): AsyncGenerator<string> {
  const { relationships, ...own } = boardParts(outline, null, addresses).data;
  const kinds = Object.keys(relationships) as BoardInclude[];

  async function* links(kind: BoardInclude): AsyncGenerator<string> {
    for await (const page of pages(kind, true)) {
      const { relationships: linked } = boardParts(page, null, addresses).data;
      yield itemsOf(linked[kind].data);
    }
  }
  async function* records(): AsyncGenerator<string> {
    for (const kind of kinds.filter((one) => include?.has(one))) {
      for await (const page of pages(kind, false)) {
        const { included } = boardParts(page, new Set<BoardInclude>([kind]), addresses);
        for (const record of included ?? []) yield JSON.stringify(record);
      }
    }
  }

  yield `{"data":${JSON.stringify(own).slice(0, -1)},"relationships":{`;
  for (const [at, kind] of kinds.entries()) {
    yield `${at === 0 ? '' : ','}${JSON.stringify(kind)}:{"data":[`;
    yield* separated(links(kind));
    yield ']}';
  }
  yield '}}';
  if (include !== null) {
    yield ',"included":[';
    yield* separated(records());
    yield ']';
  }
  yield '}';
}

/**
 * The JSON text of a board's document (4.3) in pieces, the same as that of `jsonPieces` for all of its records.
 * Each page is read when the pieces before it have been taken.
 */
export async function* boardPieces(
  board: BoardPages,
  include: ReadonlySet<BoardInclude> | null,
  addresses: WebAddresses,
  length: number = pieceLength,
): AsyncGenerator<string, undefined> {
  let piece = '';
  for await (const text of documentTexts(board, include, addresses)) {
    piece += text;
    if (piece.length < length) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
  return undefined;
}
