import type { EventColumns } from '../../../packages/core/src/events/columns.js';
import { roles } from '../../../packages/core/src/model/role.js';
import type { Names, Reads, Rows } from '../reads.js';
import type { Connection } from '../shipped.js';

/* Names and titles in a file of DuckDB, and how as few of them are read as an answer shows. */

/** Runs a query without values to fill in; gives its rows. */
export type Ask = (statement: string) => Promise<readonly (readonly unknown[])[]>;

const labelled = ['members', 'boards', 'media'] as const;
type Labelled = (typeof labelled)[number];

const pairsOf = ({ members, boards, media }: EventColumns) => ({
  members: [members.ids, members.names],
  boards: [boards.ids, boards.titles],
  media: [media.ids, media.titles],
});

/** Writes the tables of names and titles, by code, and of words. */
export const labelTables = async (connection: Connection, columns: EventColumns): Promise<void> => {
  for (const [name, [ids = [], texts = []]] of Object.entries(pairsOf(columns))) {
    const table = `${name}_labels`;
    await connection.run(`create table ${table} (code INTEGER, id TEXT, label TEXT)`);
    const appender = await connection.createAppender(table);
    for (const [code, id] of ids.entries()) {
      appender.appendInteger(code);
      appender.appendVarchar(id);
      appender.appendVarchar(texts[code] ?? '');
      appender.endRow();
    }
    appender.closeSync();
  }
  const { attachmentCategories, scannedTypes, flagSets } = columns;
  await connection.run('create table words (text TEXT)');
  const appender = await connection.createAppender('words');
  appender.appendVarchar(JSON.stringify({ attachmentCategories, scannedTypes, flagSets }));
  appender.endRow();
  appender.closeSync();
};

/** Names and titles by code, as far as they were read. */
interface Labels {
  readonly ids: string[];
  readonly texts: string[];
}

const labelsFrom = async (ask: Ask, name: Labelled, { ids, texts }: Labels, rows: Rows) => {
  const codes = rows.map(([code]) => code).join(', ');
  if (codes === '') return;
  const found = await ask(`select code, id, label from ${name}_labels where code in (${codes})`);
  for (const [code, id, label] of found) {
    ids[Number(code)] = String(id);
    texts[Number(code)] = String(label);
  }
};

/** What a question needs beside events: words, sizes of roles, and labels of those that rank. */
export const namesAndReads = async (
  ask: Ask,
  reads: Reads,
): Promise<{ readonly names: Names; readonly reads: Reads }> => {
  const labels = Object.fromEntries(
    labelled.map((name) => [name, { ids: [], texts: [] }]),
  ) as unknown as Readonly<Record<Labelled, Labels>>;
  const [words] = await ask('select text from words');
  const sizes = await ask('select role, count(*) from members group by role');
  const roleOf = sizes.flatMap(([role, count]) => Array<number>(Number(count)).fill(Number(role)));
  const naming =
    <Args extends readonly unknown[]>(
      name: Labelled,
      read: (...args: Args) => Rows | Promise<Rows>,
    ) =>
    async (...args: Args): Promise<Rows> => {
      const rows = await read(...args);
      await labelsFrom(ask, name, labels[name], rows);
      return rows;
    };
  if (roleOf.some((role) => role >= roles.length)) throw new Error('There is a role too many.');
  const { members, boards, media } = labels;
  const names = {
    ...(JSON.parse(String(words?.[0])) as object),
    members: { role: Uint8Array.from(roleOf), ids: members.ids, names: members.texts },
    boards: { ids: boards.ids, titles: boards.texts },
    media: { ids: media.ids, titles: media.texts },
  } as unknown as Names;
  return {
    names,
    reads: {
      ...reads,
      members: naming('members', reads.members),
      boardsByPosts: naming('boards', reads.boardsByPosts),
      boardsByVisitors: naming('boards', reads.boardsByVisitors),
      media: naming('media', reads.media),
    },
  };
};
