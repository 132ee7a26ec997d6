import { type Day, dayOfInstant } from '../model/day.js';
import type { Facts, ScanFact } from '../model/facts.js';
import { mediaTypes } from '../model/metric.js';
import { roles } from '../model/role.js';
import type {
  AttachmentColumns,
  EventColumns,
  PlayColumns,
  ScanColumns,
  VisitColumns,
} from './columns.js';
import { contentFrom } from './content-from-facts.js';
import { byCodeUnits, growingDictionary } from './dictionary.js';
import { membersFrom } from './members-from-facts.js';
import { type People, peopleOf } from './people.js';

const mediaCategories: readonly string[] = mediaTypes;

const visitsFrom = (
  facts: Facts,
  people: People,
  boardCodes: ReadonlyMap<string, number>,
): VisitColumns => ({
  day: Int32Array.from(facts.visit, ({ at }) => dayOfInstant(at)),
  visitor: Int32Array.from(facts.visit, ({ userId, visitorId }) =>
    userId === null ? people.codeOfVisitor(visitorId) : people.codeOfUser(userId),
  ),
  board: Int32Array.from(facts.visit, ({ boardId }) => boardCodes.get(boardId) ?? -1),
  seconds: Float64Array.from(facts.visit, ({ seconds }) => seconds),
});

const attachmentsFrom = (facts: Facts, events: Facts, people: People) => {
  const categories = growingDictionary();
  for (const { category } of facts.attachment) categories.codeOf(category);
  const attachments: AttachmentColumns = {
    day: Int32Array.from(events.attachment, ({ createdAt }) => dayOfInstant(createdAt)),
    author: Int32Array.from(events.attachment, ({ authorId }) => people.codeOfUser(authorId)),
    category: Uint32Array.from(events.attachment, ({ category }) => categories.codeOf(category)),
  };
  return { attachments, attachmentCategories: categories.words };
};

const playsFrom = (facts: Facts, events: Facts) => {
  const items = facts.attachment
    .filter(({ category }) => mediaCategories.includes(category))
    .sort((a, b) => byCodeUnits(a.id, b.id));
  const codes = new Map(items.map(({ id }, code) => [id, code]));
  const played = events.play.filter(({ attachmentId }) => codes.has(attachmentId));
  const plays: PlayColumns = {
    day: Int32Array.from(played, ({ at }) => dayOfInstant(at)),
    media: Int32Array.from(played, ({ attachmentId }) => codes.get(attachmentId) ?? -1),
  };
  const media = {
    ids: items.map(({ id }) => id),
    titles: items.map(({ title }) => title ?? ''),
    categories: items.map(({ category }) => category),
  };
  return { plays, media };
};

const scansFrom = (facts: Facts, events: Facts) => {
  const types = growingDictionary();
  const sets = growingDictionary();
  const keyOf = ({ flags }: ScanFact): string =>
    JSON.stringify([...new Set(flags)].sort(byCodeUnits));
  sets.codeOf('[]');
  for (const scan of facts.scan) {
    types.codeOf(scan.itemType);
    sets.codeOf(keyOf(scan));
  }
  const scans: ScanColumns = {
    day: Int32Array.from(events.scan, ({ at }) => dayOfInstant(at)),
    type: Uint32Array.from(events.scan, ({ itemType }) => types.codeOf(itemType)),
    durationMs: Float64Array.from(events.scan, ({ durationMs }) => durationMs),
    removed: Uint8Array.from(events.scan, ({ removedAt }) => (removedAt === null ? 0 : 1)),
    flags: Uint32Array.from(events.scan, (scan) => sets.codeOf(keyOf(scan))),
  };
  const flagSets = sets.words.map((key) => JSON.parse(key) as readonly string[]);
  return { scans, scannedTypes: types.words, flagSets };
};

const invitationsFrom = (facts: Facts): Uint32Array =>
  Uint32Array.from(
    roles,
    (role) =>
      facts.invitation.filter((sent) => sent.role === role && sent.closedAt === null).length,
  );

const billingFrom = (facts: Facts) => ({
  billingTerms: [...facts.billingTerm].sort((a, b) => a.startsOn - b.startsOn),
  seatChanges: facts.seatChange
    .map(({ on, seats }): { on: Day; seats: number } => ({ on, seats }))
    .sort((a, b) => a.on - b.on),
});

/**
 * The columns of one organization.
 *
 * @param facts - the facts of that organization alone, as `splitByOrganization` gives them; every
 *   reference must be found among them
 * @param events - where the events are taken from when not all are wanted: for `append`, the new ones
 *   among the facts
 */
export const columnsFrom = (facts: Facts, events: Facts = facts): EventColumns => {
  const people = peopleOf(facts);
  const boards = [...facts.board].sort((a, b) => byCodeUnits(a.id, b.id));
  const boardCodes = new Map(boards.map(({ id }, code) => [id, code]));
  const postAuthors = new Map(facts.post.map(({ id, authorId }) => [id, authorId]));
  return {
    members: membersFrom(facts, people),
    otherUsers: people.otherIds,
    knownUsers: people.knownUsers,
    people: people.count,
    boards: { ids: boards.map(({ id }) => id), titles: boards.map(({ title }) => title) },
    content: contentFrom(events, people, boardCodes, postAuthors),
    visits: visitsFrom(events, people, boardCodes),
    ...attachmentsFrom(facts, events, people),
    ...playsFrom(facts, events),
    ...scansFrom(facts, events),
    invitations: invitationsFrom(facts),
    ...billingFrom(facts),
  };
};
