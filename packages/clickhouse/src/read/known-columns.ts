import { type KnownColumns, knownColumnsFrom } from '@tallyboard/core';
import { type Facts, noFacts } from '@tallyboard/core/vocabulary';
import { sql } from '../sql/sql.js';
import type { Asking } from './asking.js';

/** What an organization has, and the places of its things in the lists of the core. */
export interface Known {
  readonly columns: KnownColumns;
  /** By the code of a user in the scope the code of the current member; -1 for others. */
  readonly members: Int32Array;
  /** By the code of a board in the scope its place. */
  readonly boards: Int32Array;
  /** By the code of a video or audio in the scope its place. */
  readonly media: Int32Array;
}

const smallFacts = async ({ facts, rows, from }: Asking): Promise<Facts> => ({
  ...noFacts(),
  organization: await facts('organization'),
  user: await facts('user'),
  member: await facts('member'),
  invitation: await facts('invitation'),
  billingTerm: await facts('billingTerm'),
  seatChange: await facts('seatChange'),
  // Of boards only what a ranking shows.
  board: (await rows(
    sql`SELECT id, title, organizationId FROM ${from('board')}`,
  )) as unknown as Facts['board'],
  attachment: await facts('attachment', sql`code >= 0`),
});

/** For each code in the scope the place of its id in a list; -1 where the list does not have it. */
const placesOf = async (
  { rows, from }: Asking,
  table: 'user' | 'board' | 'attachment',
  ids: readonly string[],
): Promise<Int32Array> => {
  const found = await rows(sql`SELECT id FROM ${from(table)} AND code >= 0 ORDER BY code`);
  const places = new Map(ids.map((id, place) => [id, place]));
  return Int32Array.from(found, (row) => places.get(String(row['id'])) ?? -1);
};

/** Reads what is known of an organization beside its events. */
export const readKnown = async (ask: Asking): Promise<Known> => {
  const columns = knownColumnsFrom(await smallFacts(ask));
  return {
    columns,
    members: await placesOf(ask, 'user', columns.members.ids),
    boards: await placesOf(ask, 'board', columns.boards.ids),
    media: await placesOf(ask, 'attachment', columns.media.ids),
  };
};
