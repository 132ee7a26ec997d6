/** A type of record in a document (JSON:API). */
export type RecordType = 'board' | 'section' | 'post' | 'comment' | 'user' | 'organization';

/** What a word of `include` brings along (4.3, 4.4). */
export interface IncludeRow {
  /** The type of the records; those of a board are facts of this kind. */
  readonly type: RecordType;
  /** Where they come among the relationships and in `included`, whatever order was asked for. */
  readonly position: number;
  /** `place`: by their place on the board, then as `age`. `age`: by creation, then id (P33). */
  readonly order: 'place' | 'age';
}

/**
 * Every word of `include`, in the order of the specification. What a document lists, links and includes
 * follows from it; a new include is a row here and a renderer in `answer/board-document.ts`.
 */
// biome-ignore format: a table reads by its columns
const includeTable = {
  board: {
    posts:         { type: 'post',         position: 2, order: 'place' },
    sections:      { type: 'section',      position: 1, order: 'place' },
    comments:      { type: 'comment',      position: 3, order: 'age' },
  },
  user: {
    boards:        { type: 'board',        position: 1, order: 'age' },
    organizations: { type: 'organization', position: 2, order: 'age' },
  },
} as const satisfies Readonly<Record<'board' | 'user', Readonly<Record<string, IncludeRow>>>>;

/** The includes of a board, by word. */
export type BoardIncludes = (typeof includeTable)['board'];

/** A kind of record that can be included with a board (4.3). */
export type BoardInclude = keyof BoardIncludes;

/** The includes of the current user, by word. */
export type UserIncludes = (typeof includeTable)['user'];

/** A kind of record that can be included with the current user (4.4). */
export type UserInclude = keyof UserIncludes;

/** A row of the table with its word. */
export type IncludeRowOf<Table extends Readonly<Record<string, IncludeRow>>> = IncludeRow & {
  /** What `include` says. */
  readonly word: keyof Table & string;
  /** The type of the records. */
  readonly type: Table[keyof Table]['type'];
};

const inOrder = <Table extends Readonly<Record<string, IncludeRow>>>(
  table: Table,
): readonly IncludeRowOf<Table>[] =>
  Object.entries(table)
    .map(([word, row]) => ({ word, ...row }))
    .sort((a, b) => a.position - b.position);

/** What `include` may ask for beside a board (4.3). */
export const boardIncludes = Object.keys(includeTable.board) as readonly BoardInclude[];

/** What `include` may ask for beside the current user (4.4). */
export const userIncludes = Object.keys(includeTable.user) as readonly UserInclude[];

/** The includes of a board in the order of a document. */
export const boardIncludeRows: readonly IncludeRowOf<BoardIncludes>[] = inOrder(includeTable.board);

/** The includes of the current user in the order of a document. */
export const userIncludeRows: readonly IncludeRowOf<UserIncludes>[] = inOrder(includeTable.user);
