import { roles } from '../model/role.js';
import { type ByPeriod, withPeriods } from './by-period.js';
import type { AttachmentColumns, EventColumns, KnownColumns, ScanColumns } from './columns.js';
import { groupContent } from './group-content.js';
import { groupVisits } from './group-visits.js';
import {
  type AttachmentGroups,
  type GroupedColumns,
  neverSeen,
  type ScanGroups,
} from './grouped.js';
import { countedRows, type OccupiedPeriods, occupiedPeriods } from './sums.js';

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
 *
 * @example
 * ```ts
 * const times = { ...organization, today };
 * 'visitors' in groupEvents(columns, periodEdges(times)); // true
 * ```
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
