import {
  billingStatuses,
  type Day,
  dayOf,
  type FactKind,
  type FactOf,
  type Facts,
  type Instant,
  organizationRoles,
  organizationTypes,
  plusDays,
  type Role,
  roles,
} from '@tallyboard/core/vocabulary';
import { type Draw, onceIn, oneOf } from '../random.js';
import { digitsOf, referTo } from './digits.js';
import { type Calendar, dayNear, momentNear, startOf } from './moments.js';
import * as words from './words.js';

/** What has been read before a fact, and so what it may refer to; the first organization gets most of the facts. */
type Stage = Facts & { readonly calendar: Calendar };

/** Which organization a fact belongs to: mostly the first, so that its figures are seldom zero. */
const organizationFor = (draw: Draw, stage: Stage): FactOf<'organization'> => {
  const main = stage.organization[0]!;
  const [, second = main, third = second] = stage.organization;
  return oneOf(draw, [main, main, main, main, main, second, third]);
};

/** A user, or `null` once in nine for an unknown one (2.6.6). */
const authorFor = (draw: Draw, { user }: Stage): string | null =>
  onceIn(draw, 9) ? null : referTo(draw, user).id;

const readRole = (draw: Draw, { type }: FactOf<'organization'>): Role =>
  onceIn(draw, 7) ? oneOf(draw, roles) : oneOf(draw, organizationRoles[type]);

/** The same moment or an hour later: nothing is updated before it was made. */
const updatedAfter = (draw: Draw, createdAt: Instant): Instant =>
  (createdAt + oneOf(draw, [0, 3_600_000])) as Instant;

/** What a comment and a reaction have in common: some post, once in nine an unknown author. */
const replyTo = (draw: Draw, id: string, stage: Stage): FactOf<'reaction'> => {
  const { boardId, id: postId, authorId: writer } = referTo(draw, stage.post);
  const other = authorFor(draw, stage);
  const createdAt = momentNear(draw, stage.calendar);
  return { id, boardId, postId, authorId: onceIn(draw, 8) ? writer : other, createdAt };
};

// Of the shortest and the longest length, and one of the kind that is not supported yet.
const organizationIds = ['wksp_mainsixteen', 'wksp_Second0twentytwo1', 'org_thirdOfEighteen'];

type Reader<Kind extends FactKind> = (
  draw: Draw,
  id: string,
  stage: Stage,
  at: number,
) => FactOf<Kind>;

/** How a number is read as a fact, by kind. */
const readers = {
  /** A person with some of their names missing, blank or oddly spelled (2.8, 2.10). */
  user: (draw, id, { calendar }) => ({
    id,
    displayName: oneOf(draw, words.displayNames),
    username: oneOf(draw, words.usernames),
    email: oneOf(draw, words.emails),
    signupDate: oneOf(draw, [dayOf(2020, 2, 29), dayNear(draw, calendar)]),
    enrolled: !onceIn(draw, 3),
    name: oneOf(draw, ['Ada Lovelace', null, '']),
    avatar: oneOf(draw, [null, 'https://example.org/avatar.png']),
    bio: oneOf(draw, [null, 'Likes boards.']),
  }),
  /** A key of some user; the text that it is the hash of does not exist (5.1). */
  apiKey: (draw, _, { user, calendar }, at) => ({
    keySha256: at.toString(16).padStart(64, '5ca1ab1e'),
    userId: referTo(draw, user).id,
    revokedAt: onceIn(draw, 3) ? momentNear(draw, calendar) : null,
  }),
  organization: (draw, id, { user, calendar }, at) => ({
    type: oneOf(draw, organizationTypes),
    id: organizationIds[at] ?? `wksp_${id}`,
    name: oneOf(draw, ['Organization', '', '\u00c9cole']),
    ownerId: referTo(draw, user).id,
    createdAt: oneOf(draw, [startOf(dayOf(2019, 9, 1)), momentNear(draw, calendar)]),
  }),
  /** An invitation, one in three closed (2.6.5). */
  invitation: (draw, id, stage) => {
    const organization = organizationFor(draw, stage);
    const isClosed = onceIn(draw, 3);
    const invitedAt = momentNear(draw, stage.calendar);
    const role = readRole(draw, organization);
    const sent = { id, organizationId: organization.id, role, email: 'new@example.org', invitedAt };
    return { ...sent, closedAt: isClosed ? invitedAt : null };
  },
  /** Once in eight a personal board. */
  board: (draw, id, stage) => {
    const isPersonal = onceIn(draw, 8);
    const organizationId = organizationFor(draw, stage).id;
    const builderId = referTo(draw, stage.user).id;
    const createdAt = momentNear(draw, stage.calendar);
    return {
      id: id.padEnd(oneOf(draw, [16, 20]), 'x'),
      organizationId: isPersonal ? null : organizationId,
      builderId,
      title: oneOf(draw, words.titles),
      description: oneOf(draw, [null, '', 'For class 4b']),
      iconUrl: null,
      domainName: oneOf(draw, [null, 'boards.example.org']),
      font: oneOf(draw, [null, 3]),
      colorScheme: oneOf(draw, [null, 'dark']),
      customFields: oneOf(draw, [null, {}, { f1: { label: 'Due' } }]),
      createdAt,
      updatedAt: updatedAfter(draw, createdAt),
    };
  },
  section: (draw, id, { board, calendar }) => {
    const boardId = referTo(draw, board).id;
    const createdAt = momentNear(draw, calendar);
    const title = oneOf(draw, words.titles);
    const sortIndex = oneOf(draw, [0, 1, 1, -2.5]);
    return { id, boardId, title, sortIndex, createdAt, updatedAt: updatedAfter(draw, createdAt) };
  },
  /** A post, in a section of its own board or in none. */
  post: (draw, id, stage) => {
    const boardId = referTo(draw, stage.board).id;
    const authorId = authorFor(draw, stage);
    const createdAt = momentNear(draw, stage.calendar);
    const section = stage.section.find((candidate) => candidate.boardId === boardId);
    return {
      ...{ id, boardId, authorId, createdAt },
      sectionId: onceIn(draw, 2) ? (section?.id ?? null) : null,
      subject: oneOf(draw, [null, 'Subject']),
      bodyHtml: oneOf(draw, [null, '<p>Body</p>']),
      color: oneOf(draw, [null, 'blue']),
      status: oneOf(draw, [null, 'approved']),
      sortIndex: oneOf(draw, [null, 0, 2]),
      customFields: oneOf(draw, [null, [], [{ key: 'f1', value: 'x' }]]),
      updatedAt: onceIn(draw, 2) ? updatedAfter(draw, createdAt) : null,
    };
  },
  comment: (draw, id, stage) => {
    const reply = replyTo(draw, id, stage);
    return {
      ...reply,
      content: oneOf(draw, [null, 'Well <done> & "said"']),
      status: oneOf(draw, [null, 'approved']),
      updatedAt: onceIn(draw, 2) ? updatedAfter(draw, reply.createdAt) : null,
    };
  },
  /** The same person may react twice. */
  reaction: replyTo,
  /** A visit by a user or by a visitor; some visitors have the id of a user, who is another person. */
  visit: (draw, id, { board, user, calendar }) => {
    const boardId = referTo(draw, board).id;
    const userId = referTo(draw, user).id;
    const visitorId = oneOf(draw, [null, null, 'visitor1', 'visitor2', 'Visitor1', userId]);
    const at = momentNear(draw, calendar);
    const seconds = oneOf(draw, words.visitSeconds);
    return { id, boardId, userId: visitorId === null ? userId : null, visitorId, at, seconds };
  },
  /** Something attached to a post, not always by the post's author. */
  attachment: (draw, id, stage) => {
    const post = referTo(draw, stage.post);
    const authorId = authorFor(draw, stage);
    return {
      ...{ id, postId: post.id },
      category: oneOf(draw, words.attachmentCategories),
      authorId: onceIn(draw, 3) ? post.authorId : authorId,
      createdAt: momentNear(draw, stage.calendar),
      title: oneOf(draw, [null, ...words.titles]),
      url: oneOf(draw, [null, 'https://example.org/file']),
    };
  },
  play: (draw, id, { attachment, calendar }) => ({
    id,
    attachmentId: referTo(draw, attachment).id,
    at: momentNear(draw, calendar),
  }),
  /** A scan with no flag, one, or several, and now and then an item that a person removed. */
  scan: (draw, id, stage) => {
    const organizationId = organizationFor(draw, stage).id;
    const flags = oneOf(draw, words.flagLists);
    const isRemoved = onceIn(draw, 3);
    const at = momentNear(draw, stage.calendar);
    return {
      ...{ id, organizationId, flags, at },
      itemType: oneOf(draw, words.itemTypes),
      durationMs: oneOf(draw, words.durationsMs),
      removedAt: isRemoved ? momentNear(draw, stage.calendar) : null,
    };
  },
} satisfies { readonly [K in FactKind]?: Reader<K> };

const readMember = (
  draw: Draw,
  stage: Stage,
  member: Omit<FactOf<'member'>, 'joinedAt' | 'leftAt'>,
) => {
  const hasLeft = onceIn(draw, 5);
  const near = (): Instant => momentNear(draw, stage.calendar);
  const joinedAt = oneOf(draw, [startOf(dayOf(2019, 10, 1)), near(), near()]);
  const end = near();
  return { ...member, joinedAt, leftAt: hasLeft ? (end < joinedAt ? joinedAt : end) : null };
};

/**
 * Members: the owner of each organization, who may have left, and further ones, each user once in
 * an organization and now and then in a role that its type does not have (2.2).
 */
const readMembers = (codes: readonly number[], stage: Stage): readonly FactOf<'member'>[] => {
  const members = new Map<string, FactOf<'member'>>();
  const add = (member: FactOf<'member'>): void => {
    const key = `${member.organizationId} ${member.userId}`;
    if (!members.has(key)) members.set(key, member);
  };
  stage.organization.forEach(({ id, ownerId }, at) => {
    const owner = { organizationId: id, userId: ownerId, role: 'owner' } as const;
    add(readMember(digitsOf(codes[at] ?? 0), stage, owner));
  });
  for (const code of codes) {
    const draw = digitsOf(code);
    const organization = organizationFor(draw, stage);
    const userId = referTo(draw, stage.user).id;
    const role = readRole(draw, organization);
    add(readMember(draw, stage, { organizationId: organization.id, userId, role }));
  }
  return [...members.values()];
};

/** Terms of each organization one after the other, with and without gaps; they never overlap (2.5). */
const readTerms = (codes: readonly number[], stage: Stage): readonly FactOf<'billingTerm'>[] => {
  const { today } = stage.calendar;
  const free = new Map<string, Day>();
  return codes.map((code) => {
    const draw = digitsOf(code);
    const organizationId = organizationFor(draw, stage).id;
    const earliest =
      free.get(organizationId) ?? plusDays(today, -oneOf(draw, [400, 1200, 1000, 30]));
    const after = plusDays(earliest, oneOf(draw, [0, 30, 1, 200]));
    const start = oneOf(draw, [after, today, plusDays(today, 1), plusDays(today, -400)]);
    const startsOn = start < earliest ? earliest : start;
    const usual = (): Day => plusDays(startsOn, oneOf(draw, [365, 730, 30, 1, 90]) - 1);
    const end = oneOf(draw, [usual(), usual(), today, plusDays(today, -1)]);
    const endsOn = end < startsOn ? startsOn : end;
    free.set(organizationId, plusDays(endsOn, 1));
    return { organizationId, startsOn, endsOn, status: oneOf(draw, billingStatuses) };
  });
};

/** Changes of the number of seats, at most one a day for an organization (2.5). */
const readSeatChanges = (codes: readonly number[], stage: Stage) => {
  const { today } = stage.calendar;
  const changes = codes.map((code): FactOf<'seatChange'> => {
    const draw = digitsOf(code);
    const organizationId = organizationFor(draw, stage).id;
    const near = (): Day => dayNear(draw, stage.calendar);
    const early = [dayOf(2021, 1, 1), dayOf(2022, 6, 30), today, plusDays(today, 1)];
    const on = oneOf(draw, [...early, near(), near()]);
    return { organizationId, on, seats: oneOf(draw, [10, 25, 1, 300, 7, 99, 0]) };
  });
  const latest = new Map(changes.map((one) => [`${one.organizationId} ${one.on}`, one]));
  return [...latest.values()];
};

/** Kinds whose facts depend on each other. */
const lists = { member: readMembers, billingTerm: readTerms, seatChange: readSeatChanges };

/** Reads each number as a fact of a kind. */
export const readFacts = (kind: FactKind, codes: readonly number[], stage: Stage): object[] => {
  if (kind in lists) return [...lists[kind as keyof typeof lists](codes, stage)];
  const read: Reader<FactKind> = readers[kind as keyof typeof readers];
  return codes.map((code, at) => read(digitsOf(code), words.idOf(kind, at), stage, at));
};
