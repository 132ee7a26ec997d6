import { byCodeUnits } from '../model/by-code-units.js';
import type { Day } from '../model/day.js';
import type { Facts, ScanFact } from '../model/facts.js';
import { mediaTypes } from '../model/metric.js';
import { roles } from '../model/role.js';
import type { KnownColumns } from './columns.js';
import { membersFrom } from './members-from-facts.js';
import { organizationOf } from './one-organization.js';
import { type People, peopleOf } from './people.js';

const mediaCategories: readonly string[] = mediaTypes;

const distinct = (words: readonly string[]): readonly string[] => [...new Set(words)];

/** A set of flags as a text: each flag once, in one order. */
export const flagSetKey = ({ flags }: Pick<ScanFact, 'flags'>): string =>
  JSON.stringify([...new Set(flags)].sort(byCodeUnits));

const noFlags = flagSetKey({ flags: [] });

const mediaFrom = (facts: Facts): KnownColumns['media'] => {
  const items = facts.attachment
    .filter(({ category }) => mediaCategories.includes(category))
    .sort((a, b) => byCodeUnits(a.id, b.id));
  return {
    ids: items.map(({ id }) => id),
    titles: items.map(({ title }) => title ?? ''),
    categories: items.map(({ category }) => category),
  };
};

const invitationsFrom = (facts: Facts): Uint32Array =>
  Uint32Array.from(
    roles,
    (role) =>
      facts.invitation.filter((sent) => sent.role === role && sent.closedAt === null).length,
  );

const billingFrom = (facts: Facts): Pick<KnownColumns, 'billingTerms' | 'seatChanges'> => ({
  billingTerms: [...facts.billingTerm].sort((a, b) => a.startsOn - b.startsOn),
  seatChanges: facts.seatChange
    .map(({ on, seats }): { on: Day; seats: number } => ({ on, seats }))
    .sort((a, b) => a.on - b.on),
});

/**
 * What is known of one organization beside its events, for sources that count events by themselves and
 * have checked their facts. Of attachments and scans it needs those whose category, type, flags or title
 * no other one has.
 *
 * @param facts - of one organization; events and their references need not be among them
 * @throws IndexError - when they are of several organizations
 *
 * @example
 * ```ts
 * Object.keys(knownColumnsFrom(facts)); // ['organizationId', 'members', 'boards', 'media', 'attachmentCategories', 'scannedTypes', 'flagSets', 'invitations', 'billingTerms', 'seatChanges']
 * ```
 */
export const knownColumnsFrom = (facts: Facts): KnownColumns =>
  knownColumnsOf(facts, peopleOf(facts));

/** The same with the codes of its people. */
export const knownColumnsOf = (facts: Facts, people: People): KnownColumns => {
  const boards = [...facts.board].sort((a, b) => byCodeUnits(a.id, b.id));
  const flagSets = distinct([noFlags, ...facts.scan.map(flagSetKey)]);
  return {
    organizationId: organizationOf(facts),
    members: membersFrom(facts, people),
    boards: { ids: boards.map(({ id }) => id), titles: boards.map(({ title }) => title) },
    media: mediaFrom(facts),
    attachmentCategories: distinct(facts.attachment.map(({ category }) => category)),
    scannedTypes: distinct(facts.scan.map(({ itemType }) => itemType)),
    flagSets: flagSets.map((key) => JSON.parse(key) as readonly string[]),
    invitations: invitationsFrom(facts),
    ...billingFrom(facts),
  };
};
