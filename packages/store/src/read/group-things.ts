import type { GroupedColumns } from '@tallyboard/core/engine';
import { type Role, roles } from '@tallyboard/core/vocabulary';
import type { Statements } from '../duck/database.js';
import { literal } from '../duck/sql.js';
import { dayOf, inPeriods } from './group-by-period.js';
import { streamColumns } from './stream-columns.js';

/** Words and their codes, in the order in which they come. */
const dictionary = (...first: readonly string[]) => {
  const codes = new Map(first.map((word, code) => [word, code]));
  return {
    codeOf: (word: string): number => {
      const code = codes.get(word) ?? codes.size;
      codes.set(word, code);
      return code;
    },
    words: (): readonly string[] => [...codes.keys()],
  };
};

/** Attachments by period, role of the member who added them, and category. */
export const groupAttachments = async (
  { rows }: Statements,
  edges: Int32Array,
): Promise<Pick<GroupedColumns, 'attachments' | 'attachmentCategories'>> => {
  const dated = `SELECT category, ${dayOf('made."createdAt"')} AS day, member.role FROM stored_attachment AS made
    SEMI JOIN own_post AS post ON made."postId" = post.id
    LEFT JOIN member_codes AS member ON made."authorId" = member.id`;
  const found = await rows(
    `SELECT period, role, category, count(*)::DOUBLE AS count
     FROM ${inPeriods(dated, edges)} GROUP BY ALL`,
  );
  const categories = dictionary();
  for (const { category } of found) categories.codeOf(String(category));
  const byMembers = found.filter((row) => row['role'] !== null);
  return {
    attachmentCategories: categories.words(),
    attachments: {
      period: Uint16Array.from(byMembers, ({ period }) => Number(period)),
      role: Uint8Array.from(byMembers, ({ role }) => roles.indexOf(role as Role)),
      category: Uint32Array.from(byMembers, (row) => categories.codeOf(String(row['category']))),
      count: Uint32Array.from(byMembers, ({ count }) => Number(count)),
    },
  };
};

/** Plays by period and video or audio. */
export const groupPlays = (
  database: Statements,
  edges: Int32Array,
): Promise<GroupedColumns['plays']> => {
  const dated = `SELECT media.code AS thing, ${dayOf('play."at"')} AS day
    FROM stored_play AS play JOIN media_codes AS media ON play."attachmentId" = media.id`;
  return streamColumns(
    database,
    { period: 'USMALLINT', thing: 'INTEGER', count: 'UINTEGER' },
    `SELECT period, thing, count(*) AS count FROM ${inPeriods(dated, edges)} GROUP BY ALL`,
  );
};

/** Flags as a set: each once, in one order, whatever order the facts have. */
const setOf = (text: string): string =>
  JSON.stringify([...new Set(JSON.parse(text) as string[])].sort((a, b) => (a < b ? -1 : 1)));

/** Scans by period, type, flags, and whether the item was removed later. */
export const groupScans = async (
  { rows }: Statements,
  organizationId: string,
  edges: Int32Array,
): Promise<Pick<GroupedColumns, 'scans' | 'scannedTypes' | 'flagSets'>> => {
  const dated = `SELECT "itemType", flags, "removedAt" IS NOT NULL AS removed, ${dayOf('"at"')} AS day,
      round(1000 * "durationMs") AS micros
    FROM stored_scan WHERE "organizationId" = ${literal(organizationId)}`;
  const found = await rows(
    `SELECT period, "itemType", CAST(to_json(flags) AS VARCHAR) AS flags, removed, count, micros
     FROM (SELECT period, "itemType", flags, removed, count(*)::DOUBLE AS count, sum(micros) AS micros
       FROM ${inPeriods(dated, edges)} GROUP BY ALL)`,
  );
  const types = dictionary();
  const sets = dictionary('[]');
  return {
    scans: {
      period: Uint16Array.from(found, ({ period }) => Number(period)),
      type: Uint32Array.from(found, ({ itemType }) => types.codeOf(String(itemType))),
      flags: Uint32Array.from(found, ({ flags }) => sets.codeOf(setOf(String(flags)))),
      removed: Uint8Array.from(found, ({ removed }) => (removed === true ? 1 : 0)),
      count: Uint32Array.from(found, ({ count }) => Number(count)),
      micros: Float64Array.from(found, ({ micros }) => Number(micros)),
    },
    scannedTypes: types.words(),
    flagSets: sets.words().map((text) => JSON.parse(text) as readonly string[]),
  };
};
