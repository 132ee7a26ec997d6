import { columnsFrom, type EventColumns, knownColumnsFrom } from '@tallyboard/core';
import { noFacts } from '@tallyboard/core/vocabulary';
import type { Shards } from '../shards.js';
import { sql } from '../sql/sql.js';
import { factRows, type ScopeVersion, versionOf } from './fact-rows.js';
import { columnsOfRollups, readRollups } from './rollups.js';

/** What of an organization is small, or has names, as facts; and its users by their codes. */
const smallFacts = async (shards: Shards, of: ScopeVersion) => {
  const shard = shards.of(of.scope);
  const attachments = await factRows(shards, 'attachment', of, sql`code >= 0`);
  const users = await shard.rows(
    sql`SELECT id FROM ${versionOf(shards, 'user', of)} ORDER BY code`,
  );
  return {
    usersByCode: users.map((row) => String(row['id'])),
    facts: {
      ...noFacts(),
      user: await factRows(shards, 'user', of),
      organization: await factRows(shards, 'organization', of),
      billingTerm: await factRows(shards, 'billingTerm', of),
      seatChange: await factRows(shards, 'seatChange', of),
      member: await factRows(shards, 'member', of),
      invitation: await factRows(shards, 'invitation', of),
      board: await factRows(shards, 'board', of),
      attachment: attachments,
    },
  };
};

const visitorsOf = async (shards: Shards, of: ScopeVersion, users: number): Promise<number> => {
  const [row] = await shards
    .of(of.scope)
    .rows(
      sql`SELECT toInt32(max(visitor)) AS last FROM ${versionOf(shards, 'visit', of)} AND visitor >= ${users}`,
    );
  return Math.max(0, Number(row?.['last'] ?? 0) + 1 - users);
};

/**
 * The columns of an organization, grouped by ClickHouse. An index built from them is the one built from
 * the facts themselves.
 */
export const eventColumns = async (shards: Shards, of: ScopeVersion): Promise<EventColumns> => {
  const { facts, usersByCode } = await smallFacts(shards, of);
  const { media } = knownColumnsFrom(facts);
  const known = { ...columnsFrom({ ...facts, attachment: [] }), media };
  const ours = new Map([...known.members.ids, ...known.otherUsers].map((id, code) => [id, code]));
  const visitors = await visitorsOf(shards, of, usersByCode.length);
  // Users in the order of the core, visitors behind them in the order that they have.
  const codes = Int32Array.from({ length: usersByCode.length + visitors }, (_, code) =>
    code < usersByCode.length ? (ours.get(usersByCode[code]!) ?? -1) : code,
  );
  return columnsOfRollups(await readRollups(shards, of), known, codes);
};
