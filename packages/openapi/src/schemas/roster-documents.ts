import type { RosterDocument, RosterResource } from '@tallyboard/core';
import { limits, rosterRoles } from '@tallyboard/core/vocabulary';
import {
  emptyList,
  list,
  orNull,
  record,
  ref,
  type Schema,
  type Schemas,
  text,
  wholeNumber,
  word,
} from '../schema.js';
import { retryAfter } from './answer-parts.js';
import { day } from './words.js';

type Meta = RosterDocument['meta'];

const row = record<RosterResource>(
  {
    id: text("The bare id of the member's user, without a prefix."),
    type: word(['organizationAnalyticsUser']),
    attributes: record<RosterResource['attributes']>({
      name: text('The display name; the username where it is blank.'),
      username: { type: ['string', 'null'] },
      email: { type: ['string', 'null'] },
      userType: word(rosterRoles, 'The role. Owners are reported as `admin`.'),
      active: {
        type: 'boolean',
        description: 'Whether the member made anything within the range. Viewing is not enough.',
      },
      signupDate: day('When the member signed up, for the service rather than the organization.'),
      lastActivityDate: orNull(
        day(
          'The latest activity in this organization of all time, viewing included; it may lie outside of the range.',
        ),
      ),
      boards: wholeNumber('Boards created within the range.'),
      posts: wholeNumber('Posts written within the range.'),
      comments: wholeNumber('Comments written within the range.'),
      reactions: wholeNumber('Reactions given within the range.'),
    }),
  },
  { description: 'A current member, and what the member contributed within the range.' },
);

const rosterDocument = (data: Schema, meta: Schema, description: string): Schema =>
  record<RosterDocument>({ data, meta }, { description });

const page = {
  page: wholeNumber('The page served.', { minimum: 1 }),
  perPage: wholeNumber('Rows of a full page.', { minimum: 1, maximum: limits.perPageMax }),
};

const unknown: Schema = { type: 'null', description: 'Not known without a roster.' };

const users = list(word(['users']), { minItems: 1, maxItems: 1 });

const nobody = emptyList('No rows: not ready is not the same as no members.');

/** The documents of a roster answer (2.8). */
export const rosterDocumentSchemas: Schemas = {
  RosterRow: row,
  RosterDocument: {
    // They differ by `meta.status`, too deep for a discriminator.
    anyOf: [ref('ReadyRosterDocument'), ref('FailedRosterDocument')],
    description: 'A page of the roster, or the word that it failed. Look at `meta.status` first.',
  },
  ReadyRosterDocument: rosterDocument(
    list(ref('RosterRow'), { maxItems: limits.perPageMax }),
    record<Omit<Meta, 'retryAfter'>>({
      status: word(['ready']),
      dateRange: ref('DateRange'),
      ...page,
      totalCount: wholeNumber('Rows that match, on all pages together.'),
      totalPages: wholeNumber('Pages that there are; a page beyond the last is empty.'),
      pending: emptyList('Nothing is pending.'),
      errors: emptyList('Nothing failed.'),
    }),
    'A page of current members.',
  ),
  FailedRosterDocument: rosterDocument(
    nobody,
    record<Omit<Meta, 'retryAfter'>>({
      status: word(['failed']),
      dateRange: ref('DateRange'),
      ...page,
      totalCount: unknown,
      totalPages: unknown,
      pending: emptyList('Nothing is pending.'),
      errors: users,
    }),
    'The roster could not be computed. A later request computes it anew.',
  ),
  PendingRosterDocument: rosterDocument(
    nobody,
    record<Meta>({
      status: word(['pending']),
      dateRange: ref('DateRange'),
      ...page,
      totalCount: unknown,
      totalPages: unknown,
      pending: users,
      retryAfter,
      errors: emptyList('Nothing failed.'),
    }),
    'The roster is still computed. Repeat the identical request after `Retry-After` seconds.',
  ),
};
