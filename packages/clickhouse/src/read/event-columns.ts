import type { EventColumns } from '@tallyboard/core/engine';
import type { FactKind } from '@tallyboard/core/vocabulary';
import { mentionedUsers, eventColumns as storedColumns } from '@tallyboard/store';
import { newestUsers, saveFacts, withTables } from '../facts.js';
import type { Shards } from '../shards.js';
import { type Sql, sql } from '../sql.js';
import { currentRows, usersUpTo, versionOnce } from '../versions.js';

/** What an index needs of each kind that belongs to an organization. */
const fieldsRead: Readonly<Partial<Record<FactKind, readonly string[] | undefined>>> = {
  ...{ member: undefined, invitation: undefined, billingTerm: undefined, seatChange: undefined },
  board: ['id', 'title', 'organizationId', 'builderId', 'createdAt'],
  post: ['id', 'boardId', 'authorId', 'createdAt'],
  comment: ['postId', 'authorId', 'createdAt'],
  reaction: ['postId', 'authorId', 'createdAt'],
  visit: ['boardId', 'userId', 'visitorId', 'at', 'seconds'],
  attachment: ['id', 'postId', 'authorId', 'title', 'category', 'createdAt'],
  play: ['attachmentId', 'at'],
  scan: ['organizationId', 'itemType', 'flags', 'at', 'removedAt', 'durationMs'],
};

/**
 * The events of an organization: an index of them is the one of the facts themselves. They are read into a database of
 * their own, and from there as those of a store. Ends with `Unavailable` when the shard does not respond.
 *
 * @param version - a version of the organization that the manifest names
 * @param signal - ends it as well
 */
export const eventColumns = (
  shards: Shards,
  organization: string,
  version: number,
  signal?: AbortSignal,
): Promise<EventColumns> =>
  withTables('index', async (tables) => {
    const { database } = tables;
    // Beyond that it uses the directory.
    await database.run("SET memory_limit = '600MB'; SET preserve_insertion_order = false");
    const of = await versionOnce(shards, organization, version);
    const from = [shards.of(organization)];
    const members = sql`SELECT userId FROM ${currentRows(shards, 'member', of)} AND isNull(leftAt)`;
    const users = newestUsers(shards, usersUpTo(version), sql`id IN (${members})`);
    const kinds = Object.entries(fieldsRead).map(([name, only]) => {
      const rows = currentRows(shards, name as FactKind, of);
      const query = (columns: Sql): Sql => sql`SELECT ${columns} FROM ${rows}`;
      return saveFacts(tables, { kind: name as FactKind, from, query, only, signal });
    });
    await Promise.all([
      ...kinds,
      saveFacts(tables, { kind: 'user', from, query: () => users, signal }),
    ]);
    // Of those who are no members, the id is enough.
    await database.run(
      `INSERT INTO stored_user BY NAME FROM (${mentionedUsers()}) ANTI JOIN stored_user USING (id)`,
    );
    // A sweep may have removed rows while they were read.
    await versionOnce(shards, organization, version);
    return storedColumns(database, organization);
  });
