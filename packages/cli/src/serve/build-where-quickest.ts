import {
  buildIndex,
  type EventColumns,
  type IndexTimes,
  type OrganizationIndex,
} from '@tallyboard/core';
import type { IndexWorkers } from './index-workers.js';

/** Rows of an organization that are built at once: quicker than asking a thread. */
const smallMax = 5_000;

/** Rows of an organization that a build goes through. */
export const rowsOf = ({
  content,
  visits,
  attachments,
  plays,
  scans,
  members,
}: EventColumns): number =>
  [content, visits, attachments, plays, scans].reduce((sum, { day }) => sum + day.length, 0) +
  members.ids.length;

/** Builds an index: a small one here, any other in a thread. */
export const buildWhereQuickest = (
  workers: IndexWorkers,
  columns: EventColumns,
  times: IndexTimes,
  signal: AbortSignal,
): Promise<OrganizationIndex> =>
  rowsOf(columns) <= smallMax
    ? Promise.resolve(buildIndex(columns, times))
    : workers.build(columns, times, signal);
