import {
  type BoardPages,
  type BoardRecords,
  boardResource,
  groupedBy,
  identify,
  includedRecords,
  inOrder,
  type UserRecords,
  userResources,
  type WebAddresses,
} from '@tallyboard/core/engine';
import { type BoardInclude, boardIncludeRows, type UserInclude } from '@tallyboard/core/vocabulary';

/*
 * Documents of boards and users (4.3, 4.4) as generators of JSON text. Each text takes a few milliseconds to make,
 * and each page is read when the texts before it have been taken: at no time is more than a page in memory.
 */

/** A document to send. */
export interface TextDocument {
  readonly text: AsyncIterator<string, unknown>;
  /** Whether a page takes so long that few such documents are sent at a time. */
  readonly isLarge: boolean;
  /** Whose share of the slots for large documents it takes. */
  readonly organization: string;
}

/** Records and links that are rendered at once. */
const [recordsAtOnce, linksAtOnce] = [64, 1_024];

/** Texts of the values that a list has, without its brackets. */
const items = (values: readonly unknown[]): string => JSON.stringify(values).slice(1, -1);

/** The texts that are not empty, with commas between them. */
async function* separated(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let separator = '';
  for await (const text of texts) {
    if (text === '') continue;
    yield separator + text;
    separator = ',';
  }
}

const noContents = { sections: [], posts: [], comments: [], attachments: [] };

/** Records that are in memory as one page. */
export const onePage = (records: BoardRecords): BoardPages => ({
  outline: { ...records, ...noContents },
  isLarge: false,
  async *pages() {
    yield await Promise.resolve(records);
  },
});

/** The records of one kind of a page, so many at a time: ports put pages in order, but not what is on a page. */
async function* slicesOf(
  { outline, pages }: BoardPages,
  { word, order }: (typeof boardIncludeRows)[number],
  linksOnly: boolean,
): AsyncGenerator<BoardRecords> {
  const size = linksOnly ? linksAtOnce : recordsAtOnce;
  for await (const page of pages(word, linksOnly)) {
    const attachments = groupedBy(page.attachments, ({ postId }) => postId);
    const ordered = inOrder<BoardRecords[BoardInclude][number]>(page[word], order);
    for (let at = 0; at < ordered.length; at += size) {
      const rows = ordered.slice(at, at + size);
      const attached = rows.flatMap(({ id }) => attachments.get(id) ?? []);
      yield { ...outline, users: page.users, [word]: rows, attachments: attached };
    }
  }
}

/** A board's own record with links to all that is on it (2.9). */
async function* boardRecord(board: BoardPages, addresses: WebAddresses): AsyncGenerator<string> {
  async function* links(row: (typeof boardIncludeRows)[number]) {
    for await (const slice of slicesOf(board, row, true)) {
      yield items(slice[row.word].map(({ id }) => identify(row.type, id)));
    }
  }

  yield `${JSON.stringify(boardResource(board.outline, addresses)).slice(0, -1)},"relationships":{`;
  for (const [at, row] of boardIncludeRows.entries()) {
    yield `${at === 0 ? '' : ','}${JSON.stringify(row.word)}:{"data":[`;
    yield* separated(links(row));
    yield ']}';
  }
  yield '}}';
}

/** The document of a board (4.3). */
export async function* boardText(
  board: BoardPages,
  include: ReadonlySet<BoardInclude> | null,
  addresses: WebAddresses,
): AsyncGenerator<string> {
  async function* included() {
    for (const row of boardIncludeRows) {
      if (include?.has(row.word) !== true) continue;
      for await (const slice of slicesOf(board, row, false)) {
        yield items(includedRecords[row.word](slice, addresses));
      }
    }
  }

  yield '{"data":';
  yield* boardRecord(board, addresses);
  if (include !== null) {
    yield ',"included":[';
    yield* separated(included());
    yield ']';
  }
  yield '}';
}

/** The document of a user (4.4). */
export async function* userText(
  records: UserRecords,
  include: ReadonlySet<UserInclude> | null,
  addresses: WebAddresses,
): AsyncGenerator<string> {
  const { data, boards, organizations } = userResources(records);
  yield `{"data":${JSON.stringify(data)}`;
  if (include !== null) {
    yield ',"included":[';
    let separator = '';
    for (const board of include.has('boards') ? boards : []) {
      yield separator;
      yield* boardRecord(onePage(board), addresses);
      separator = ',';
    }
    if (include.has('organizations') && organizations.length > 0) {
      yield separator + items(organizations);
    }
    yield ']';
  }
  yield '}';
}
