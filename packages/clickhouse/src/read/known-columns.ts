import { type KnownColumns, knownColumnsFrom } from '@tallyboard/core/engine';
import { type Facts, noFacts } from '@tallyboard/core/vocabulary';
import type { Row } from '../shards.js';
import { sql } from '../sql/sql.js';
import type { Asking } from './asking.js';

/** What an organization has, and for each code in its scope what the core has for it. */
export interface Known {
  readonly columns: KnownColumns;
  /** Codes of users: current members by place, others behind them; -1 for codes of no user. */
  readonly users: Int32Array;
  /** How many users there are. */
  readonly usersCount: number;
  /** Places of boards. */
  readonly boards: Int32Array;
  /** Places of videos and audios. */
  readonly media: Int32Array;
}

/** By the code of each row what a function has for its id; -1 for codes that no row has. */
const byCode = (rows: readonly Row[], placeOf: (id: string) => number): Int32Array => {
  let length = 0;
  for (const { code } of rows) length = Math.max(length, Number(code) + 1);
  const places = new Int32Array(length).fill(-1);
  for (const { id, code } of rows) places[Number(code)] = placeOf(String(id));
  return places;
};

const placesIn = (ids: readonly string[]): ReadonlyMap<string, number> =>
  new Map(ids.map((id, place) => [id, place]));

/**
 * Reads what is known of an organization beside its events: of users and boards only what an index has.
 */
export const readKnown = async ({ facts, rows, from }: Asking): Promise<Known> => {
  const [organization, member, invitation, billingTerm, seatChange, user, board, attachment] =
    await Promise.all([
      facts('organization'),
      facts('member'),
      facts('invitation'),
      facts('billingTerm'),
      facts('seatChange'),
      rows(sql`SELECT id, username, displayName, email, signupDate, code FROM ${from('user')}`),
      rows(sql`SELECT id, title, organizationId, code FROM ${from('board')}`),
      rows(sql`SELECT id, title, category, code
        FROM ${from('attachment')} AND code >= 0`),
    ]);
  const few = { organization, member, invitation, billingTerm, seatChange };
  const many = { user, board, attachment } as unknown as Partial<Facts>;
  const columns = knownColumnsFrom({ ...noFacts(), ...few, ...many });
  const { members, boards, media } = columns;
  const [memberPlaces, boardPlaces] = [placesIn(members.ids), placesIn(boards.ids)];
  const mediaPlaces = placesIn(media.ids);
  let next = members.ids.length;
  return {
    columns,
    users: byCode(user, (id) => memberPlaces.get(id) ?? next++),
    usersCount: user.length,
    boards: byCode(board, (id) => boardPlaces.get(id) ?? -1),
    media: byCode(attachment, (id) => mediaPlaces.get(id) ?? -1),
  };
};
