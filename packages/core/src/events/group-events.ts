import { roles } from '../api/organizations.js';
import {
  type AttachmentColumns,
  type ContentColumns,
  type ContentKind,
  contentKinds,
  type EventColumns,
  type KnownColumns,
  type MemberColumns,
  type ScanColumns,
} from './columns.js';
import { groupVisits } from './group-visits.js';
import {
  type AttachmentGroups,
  type GroupedColumns,
  neverSeen,
  type ScanGroups,
  type ThingGroups,
} from './grouped.js';
import {
  type ByPeriod,
  countedRows,
  type OccupiedPeriods,
  occupiedPeriods,
  withPeriods,
} from './periods.js';

const groupAttachments = (
  { author, category, period }: ByPeriod<AttachmentColumns>,
  { attachmentCategories, members }: EventColumns,
  occupied: OccupiedPeriods,
): AttachmentGroups => {
  const categories = attachmentCategories.length;
  const keys = roles.length * categories;
  const counts = new Uint32Array(occupied.periods.length * keys);
  for (let row = 0; row < period.length; row++) {
    const person = author[row]!;
    if (person < 0 || person >= members.role.length) continue;
    const key = members.role[person]! * categories + category[row]!;
    counts[occupied.places[period[row]!]! * keys + key]!++;
  }
  const rows = countedRows(counts, occupied, keys);
  return {
    period: rows.period,
    role: Uint8Array.from(rows.key, (both) => Math.floor(both / categories)),
    category: rows.key.map((both) => both % categories),
    count: rows.count,
  };
};

const groupScans = (
  rows: ByPeriod<ScanColumns>,
  { scannedTypes, flagSets }: EventColumns,
  occupied: OccupiedPeriods,
): ScanGroups => {
  const sets = 2 * flagSets.length;
  const keys = scannedTypes.length * sets;
  const counts = new Uint32Array(occupied.periods.length * keys);
  const micros = new Float64Array(counts.length);
  for (let row = 0; row < rows.day.length; row++) {
    const key = rows.type[row]! * sets + 2 * rows.flags[row]! + rows.removed[row]!;
    const cell = occupied.places[rows.period[row]!]! * keys + key;
    counts[cell]!++;
    micros[cell]! += Math.round(1000 * rows.durationMs[row]!);
  }
  const { period, key, count, cells } = countedRows(counts, occupied, keys);
  return {
    period,
    type: key.map((all) => Math.floor(all / sets)),
    flags: key.map((all) => (all % sets) >>> 1),
    removed: Uint8Array.from(key, (all) => all & 1),
    count,
    micros: Float64Array.from(cells, (cell) => micros[cell]!),
  };
};

/** What is known beside the events, without them. */
const knownOf = (columns: KnownColumns): KnownColumns => ({
  organizationId: columns.organizationId,
  members: columns.members,
  boards: columns.boards,
  media: columns.media,
  attachmentCategories: columns.attachmentCategories,
  scannedTypes: columns.scannedTypes,
  flagSets: columns.flagSets,
  invitations: columns.invitations,
  billingTerms: columns.billingTerms,
  seatChanges: columns.seatChanges,
});

/**
 * Counts the events of an organization by period.
 *
 * @param columns - one row an event
 * @param edges - the days on which periods begin, as `periodEdges` gives them
 */
export const groupEvents = (columns: EventColumns, edges: Int32Array): GroupedColumns => {
  const content = withPeriods(columns.content, edges);
  const visits = withPeriods(columns.visits, edges);
  const attachments = withPeriods(columns.attachments, edges);
  const { media, period } = withPeriods(columns.plays, edges);
  const scans = withPeriods(columns.scans, edges);
  const tables = [content, visits, attachments, scans];
  const occupied = occupiedPeriods(
    tables.map((table) => table.period),
    edges.length + 1,
  );
  const lastSeen = new Int32Array(columns.members.role.length).fill(neverSeen);
  return {
    ...knownOf(columns),
    ...groupContent(content, columns.members, occupied, lastSeen),
    ...groupVisits(visits, columns, occupied, lastSeen),
    attachments: groupAttachments(attachments, columns, occupied),
    plays: { thing: media, period },
    scans: groupScans(scans, columns, occupied),
    lastSeen,
  };
};

type ContentRows = ByPeriod<ContentColumns>;

const postKind = contentKinds.indexOf('posts');

/** Where the rows of each kind begin. As `startsOf`, which is slower for a third type of array. */
const startsOfKinds = (kind: Uint8Array): Uint32Array => {
  const starts = new Uint32Array(contentKinds.length + 1);
  for (let row = 0; row < kind.length; row++) starts[kind[row]! + 1]!++;
  for (let of = 0; of < contentKinds.length; of++) starts[of + 1]! += starts[of]!;
  return starts;
};

/** Content kind by kind: by author, and posts by board as well. */
const byKind = ({ kind, author, board, period }: ContentRows) => {
  const starts = startsOfKinds(kind);
  const next = starts.slice();
  const things = new Int32Array(kind.length);
  const boards = new Int32Array(kind.length);
  const periods = new Uint16Array(kind.length);
  for (let row = 0; row < kind.length; row++) {
    const to = next[kind[row]!]!++;
    things[to] = author[row]!;
    boards[to] = board[row]!;
    periods[to] = period[row]!;
  }
  const partOf = (thing: Int32Array, of: number): ThingGroups => ({
    thing: thing.subarray(starts[of], starts[of + 1]),
    period: periods.subarray(starts[of], starts[of + 1]),
  });
  return {
    content: Object.fromEntries(
      contentKinds.map((name, of) => [name, partOf(things, of)]),
    ) as unknown as Readonly<Record<ContentKind, ThingGroups>>,
    boardPosts: partOf(boards, postKind),
  };
};

/** Content by kind and member, posts by board, and what went to peers; notes when members were seen. */
export const groupContent = (
  content: ContentRows,
  { role }: MemberColumns,
  occupied: OccupiedPeriods,
  lastSeen: Int32Array,
): Pick<GroupedColumns, 'content' | 'toPeers' | 'boardPosts'> => {
  const { day, author, toPeer, period } = content;
  const peers = new Uint32Array(occupied.periods.length * roles.length);
  for (let row = 0; row < day.length; row++) {
    const person = author[row]!;
    if (person < 0 || person >= role.length) continue;
    if (day[row]! > lastSeen[person]!) lastSeen[person] = day[row]!;
    peers[occupied.places[period[row]!]! * roles.length + role[person]!]! += toPeer[row]!;
  }
  const rows = countedRows(peers, occupied, roles.length);
  return {
    ...byKind(content),
    toPeers: { period: rows.period, role: Uint8Array.from(rows.key), count: rows.count },
  };
};
