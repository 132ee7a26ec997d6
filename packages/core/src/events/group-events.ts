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
import { type OccupiedPeriods, occupiedPeriods, sumsOf } from './sums.js';

const groupAttachments = (
  { author, category, period }: ByPeriod<AttachmentColumns>,
  { attachmentCategories, members }: EventColumns,
  occupied: OccupiedPeriods,
): AttachmentGroups => {
  const categories = attachmentCategories.length;
  const added = sumsOf(occupied, roles.length * categories);
  for (let row = 0; row < period.length; row++) {
    const person = author[row]!;
    if (person < 0 || person >= members.role.length) continue;
    added.add(period[row]!, members.role[person]! * categories + category[row]!, 1);
  }
  const { period: of, key, sum } = added.rows();
  return {
    period: of,
    role: Uint8Array.from(key, (both) => Math.floor(both / categories)),
    category: key.map((both) => both % categories),
    count: Uint32Array.from(sum),
  };
};

const groupScans = (
  rows: ByPeriod<ScanColumns>,
  { scannedTypes, flagSets }: EventColumns,
  occupied: OccupiedPeriods,
): ScanGroups => {
  const sets = 2 * flagSets.length;
  const counts = sumsOf(occupied, scannedTypes.length * sets);
  const micros = sumsOf(occupied, scannedTypes.length * sets);
  for (let row = 0; row < rows.day.length; row++) {
    const key = rows.type[row]! * sets + 2 * rows.flags[row]! + rows.removed[row]!;
    counts.add(rows.period[row]!, key, 1);
    micros.add(rows.period[row]!, key, Math.round(1000 * rows.durationMs[row]!));
  }
  const { period, key, sum } = counts.rows();
  return {
    period,
    type: key.map((all) => Math.floor(all / sets)),
    flags: key.map((all) => (all % sets) >>> 1),
    removed: Uint8Array.from(key, (all) => all & 1),
    count: Uint32Array.from(sum),
    micros: micros.rows().sum,
  };
};

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
