import { type ContentKind, contentKinds, type EventColumns } from './columns.js';
import { sortByDay } from './sort-by-day.js';

/** One kind of content, ascending by day. */
export interface ContentOfKind {
  readonly day: Int32Array;
  readonly author: Int32Array;
  readonly board: Int32Array;
  readonly toPeer: Uint8Array;
}

/**
 * What figures are computed from: the columns with every table of events ascending by day, so that a
 * range is a run of rows, and what depends on no range worked out beforehand. Immutable.
 */
export interface OrganizationIndex extends Omit<EventColumns, 'content'> {
  readonly content: { readonly [K in ContentKind]: ContentOfKind };
  /** The last day of any content or visit of each member, `never` without one (2.8). */
  readonly lastActivity: Int32Array;
}

/** The last activity of a member who never had any. */
export const never = -0x80000000;

const contentOfKind = ({ content }: EventColumns, code: number): ContentOfKind => {
  const rows: number[] = [];
  for (let row = 0; row < content.kind.length; row++)
    if (content.kind[row] === code) rows.push(row);
  const pick = (column: Int32Array): Int32Array => Int32Array.from(rows, (row) => column[row] ?? 0);
  return sortByDay({
    day: pick(content.day),
    author: pick(content.author),
    board: pick(content.board),
    toPeer: Uint8Array.from(rows, (row) => content.toPeer[row] ?? 0),
  });
};

const lastActivityOf = ({ members, content, visits }: EventColumns): Int32Array => {
  const last = new Int32Array(members.ids.length).fill(never);
  const see = (person: number, day: number): void => {
    if (person >= 0 && person < last.length && day > (last[person] ?? never)) last[person] = day;
  };
  for (const [row, day] of content.day.entries()) see(content.author[row] ?? -1, day);
  for (const [row, day] of visits.day.entries()) see(visits.visitor[row] ?? -1, day);
  return last;
};

/** Builds the index of one organization's columns. */
export const buildIndex = (columns: EventColumns): OrganizationIndex => ({
  ...columns,
  content: Object.fromEntries(
    contentKinds.map((kind, code) => [kind, contentOfKind(columns, code)]),
  ) as OrganizationIndex['content'],
  visits: sortByDay(columns.visits),
  attachments: sortByDay(columns.attachments),
  plays: sortByDay(columns.plays),
  scans: sortByDay(columns.scans),
  lastActivity: lastActivityOf(columns),
});
