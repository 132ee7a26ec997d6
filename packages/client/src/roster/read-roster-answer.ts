import { type RosterRow, rosterRoles } from '@tallyboard/core/vocabulary';
import { type DateRange, readDateRange } from '../wire/analytics.js';
import {
  fieldOf,
  hasFields,
  isCount,
  isText,
  isTextOrNull,
  listOf,
  Malformed,
} from '../wire/read.js';

/** One page of the roster. */
export interface RosterPage {
  /** Empty past the end. */
  readonly rows: readonly RosterRow[];
  /** The days that counts of content cover. */
  readonly dateRange: DateRange;
  /** Counted from 1. */
  readonly page: number;
  /** Rows that a full page has. */
  readonly perPage: number;
  /** Members that match, on all pages together. */
  readonly totalCount: number;
  /** 0 when no member matches. */
  readonly totalPages: number;
}

const rowChecks = {
  name: isText,
  username: isTextOrNull,
  email: isTextOrNull,
  userType: (value: unknown) => (rosterRoles as readonly unknown[]).includes(value),
  active: (value: unknown) => typeof value === 'boolean',
  signupDate: isText,
  lastActivityDate: isTextOrNull,
  boards: isCount,
  posts: isCount,
  comments: isCount,
  reactions: isCount,
};

const readRow = (resource: unknown): RosterRow | null => {
  const id = fieldOf(resource, 'id');
  const attributes = fieldOf(resource, 'attributes');
  return isText(id) && hasFields(attributes, rowChecks)
    ? { ...(attributes as Omit<RosterRow, 'id'>), id }
    : null;
};

/**
 * Reads a computed page (2.8).
 *
 * @throws Malformed when it is not this page
 */
export const readRosterAnswer = (json: unknown, page: number, perPage: number): RosterPage => {
  const dateRange = readDateRange(json);
  const meta = fieldOf(json, 'meta');
  const totalCount = fieldOf(meta, 'totalCount');
  const totalPages = fieldOf(meta, 'totalPages');
  if (!isCount(totalCount) || totalPages !== Math.ceil(totalCount / perPage)) {
    throw new Malformed('its totals do not fit together');
  }
  if (fieldOf(meta, 'page') !== page || fieldOf(meta, 'perPage') !== perPage) {
    throw new Malformed('it is about another page');
  }
  const rows = listOf(fieldOf(json, 'data'))?.map(readRow);
  // A row too few would be a member lost without a sign.
  const expected = Math.max(0, Math.min(perPage, totalCount - (page - 1) * perPage));
  if (rows?.length !== expected) throw new Malformed(`it does not have ${expected} rows`);
  if (!rows.every((row) => row !== null)) throw new Malformed('one of its rows has another shape');
  return { rows, dateRange, page, perPage, totalCount, totalPages };
};
