import {
  type Client,
  ClientError,
  describeFailure,
  type Progress,
  type RosterRequest,
} from '@tallyboard/client';
import { limits, type RosterRow, rosterColumns } from '@tallyboard/core/vocabulary';
import { csvOf, type Table } from '../model/tables.js';

export interface ExportProgress {
  readonly pagesDone: number;
  readonly pagesTotal: number;
  /** While it waits for the allowance: until when, in milliseconds since 1970. */
  readonly until: number | null;
}

export const rosterTable = (rows: readonly RosterRow[]): Table => ({
  columns: rosterColumns,
  rows: rows.map((row) =>
    rosterColumns.map((column) => {
      const value = row[column];
      return typeof value === 'boolean' ? String(value) : (value ?? '');
    }),
  ),
});

export const requestsForRoster = (totalCount: number): number =>
  Math.max(1, Math.ceil(totalCount / limits.perPageMax));

/**
 * Reads every page of a roster and makes CSV of it.
 *
 * @returns the CSV, or why there is none; `null` when `signal` ended it
 */
export const exportRoster = async (
  client: Client,
  request: RosterRequest,
  signal: AbortSignal,
  onProgress: (step: ExportProgress, progress: Progress) => void,
): Promise<{ readonly csv: string } | { readonly why: string } | null> => {
  const rows: RosterRow[] = [];
  let step: ExportProgress = { pagesDone: 0, pagesTotal: 0, until: null };
  const tell = (progress: Progress): void => {
    if (progress.kind === 'page') {
      step = { pagesDone: progress.page, pagesTotal: progress.totalPages, until: null };
    } else if (progress.kind === 'waiting') step = { ...step, until: progress.until.getTime() };
    else step = { ...step, until: null };
    onProgress(step, progress);
  };
  try {
    const walk = client.rosterPages(request, { signal, onProgress: tell });
    for await (const page of walk) rows.push(...page.rows);
    return { csv: csvOf(rosterTable(rows)) };
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return error.failure.kind === 'aborted' ? null : { why: describeFailure(error.failure) };
  }
};
