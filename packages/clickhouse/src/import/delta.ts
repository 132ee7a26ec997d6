import { join } from 'node:path';
import { type FactKind, factFields, factKeys, factKinds } from '@tallyboard/core/vocabulary';
import { type Database, withStored } from '@tallyboard/store';

/*
 * What an import changes: the facts of a store as they are after it, compared with those that were there before it.
 */

/** A name in SQL of DuckDB. */
export const quoted = (name: string): string => `"${name}"`;
/** A text in SQL of DuckDB. */
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const post = 'JOIN stored_post AS post ON fact."postId" = post.id';
const ownerOf: Readonly<Partial<Record<FactKind, string>>> = {
  user: "''",
  apiKey: `'key_' || "keySha256"`,
  organization: 'id',
};
const boardOf: Readonly<Partial<Record<FactKind, string>>> = {
  board: 'fact JOIN own_board AS board ON fact.id = board.id',
  attachment: `fact ${post} JOIN own_board AS board ON post."boardId" = board.id`,
  play: `fact JOIN stored_attachment AS on_it ON fact."attachmentId" = on_it.id
    JOIN stored_post AS post ON on_it."postId" = post.id JOIN own_board AS board ON post."boardId" = board.id`,
};

const isOwned = (kind: FactKind): boolean =>
  kind !== 'board' && factFields[kind].some(({ name }) => name === 'organizationId');

/** The stored facts of a kind with their organization; boards of none are with the user who made them. */
const withOrganization = (kind: FactKind): string => {
  const fields = factFields[kind].map(({ name }) => `fact.${quoted(name)}`).join(', ');
  const owner = ownerOf[kind] ?? (isOwned(kind) ? '"organizationId"' : null);
  if (owner !== null)
    return `SELECT ${owner} AS organization, ${fields} FROM ${quoted(`stored_${kind}`)} AS fact`;
  const from = boardOf[kind] ?? 'fact JOIN own_board AS board ON fact."boardId" = board.id';
  return `SELECT board.organization, ${fields} FROM ${quoted(`stored_${kind}`)} AS ${from}`;
};

const ownBoards = `CREATE OR REPLACE TEMP VIEW own_board AS
  SELECT id, coalesce("organizationId", 'user_' || "builderId") AS organization FROM stored_board`;

const priorFile = (directory: string, kind: FactKind): string =>
  literal(join(directory, `prior-${kind}.parquet`));

/** Writes the facts of a store with their organizations, to be compared with those after an import. */
export const keepPrior = (store: string, directory: string): Promise<void> =>
  withStored(store, async ({ run }) => {
    await run(ownBoards);
    for (const kind of factKinds) {
      await run(
        `COPY (${withOrganization(kind)}) TO ${priorFile(directory, kind)} (FORMAT parquet)`,
      );
    }
  });

/** What an import is compared with. */
export interface Comparison {
  /** Where `keepPrior` wrote; `null` when ClickHouse had nothing of what was asked for. */
  readonly prior: string | null;
  /** An organization whose facts count as new, because the older ones do not count any more. */
  readonly replaced: string | null;
}

/**
 * Makes the tables `delta_*`: the rows that ClickHouse gets. A row is `again` when there is one of its key, and `removed` when
 * the fact is no longer there.
 */
export const makeDelta = async (
  { run }: Database,
  { prior, replaced }: Comparison,
): Promise<void> => {
  await run(ownBoards);
  for (const kind of factKinds) {
    const key = quoted(factKeys[kind].at(-1)!);
    const now = withOrganization(kind);
    const was =
      prior === null
        ? `SELECT * FROM (${now}) WHERE false`
        : `SELECT * FROM read_parquet(${priorFile(prior, kind)}) WHERE organization <> ${literal(replaced ?? '.')}`;
    await run(`CREATE OR REPLACE TEMP VIEW now_${kind} AS ${now}`);
    await run(`CREATE OR REPLACE TEMP VIEW was_${kind} AS ${was}`);
    // Without anything to compare with all is new: no copy of it is made.
    const delta =
      prior === null
        ? `VIEW delta_${kind} AS SELECT 0 AS removed, 0 AS again, * FROM now_${kind}`
        : `TABLE delta_${kind} AS SELECT 0 AS removed,
             CAST((organization, ${key}) IN (SELECT (organization, ${key}) FROM was_${kind}) AS INTEGER) AS again, *
           FROM (TABLE now_${kind} EXCEPT TABLE was_${kind})
           UNION ALL SELECT 1, 1, * FROM was_${kind} ANTI JOIN now_${kind} USING (organization, ${key})`;
    await run(`CREATE OR REPLACE TEMP ${delta}`);
  }
};

/** The first column of a result as texts. */
export const column = async ({ rows }: Database, query: string): Promise<readonly string[]> =>
  (await rows(query)).map((row) => String(Object.values(row)[0]));

/** Boards, sections, posts and attachments that are elsewhere than before. */
export const movedThings = async (database: Database): Promise<readonly string[]> => {
  const kinds = {
    board: 'organization',
    section: '"boardId"',
    post: '"boardId"',
    attachment: '"postId"',
  };
  const moved = Object.entries(kinds).map(
    ([kind, where]) => `SELECT id FROM now_${kind} AS now JOIN was_${kind} AS was USING (id)
      WHERE now.organization <> was.organization OR now.${where} <> was.${where}`,
  );
  return column(database, moved.join(' UNION ALL '));
};
