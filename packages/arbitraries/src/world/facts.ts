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
import { Digits } from './digits.js';
import { type Calendar, dayNear, momentNear, startOf } from './moments.js';
import * as words from './words.js';

/** What has been read before a fact, and so what it may refer to; the first organization gets most of the facts. */
type Stage = Facts & { readonly calendar: Calendar };

/** Which organization a fact belongs to: mostly the first, so that its figures are seldom zero. */
const organizationFor = (digits: Digits, stage: Stage): FactOf<'organization'> => {
  const main = stage.organization[0]!;
  const [, second = main, third = second] = stage.organization;
  return digits.oneOf([main, main, main, main, main, second, third]);
};

/** A user, or `null` once in nine for an unknown one (2.6.6). */
const authorFor = (digits: Digits, { user }: Stage): string | null =>
  digits.onceIn(9) ? null : digits.referTo(user).id;

const readRole = (digits: Digits, { type }: FactOf<'organization'>): Role =>
  digits.onceIn(7) ? digits.oneOf(roles) : digits.oneOf(organizationRoles[type]);

/** The same moment or an hour later: nothing is updated before it was made. */
const updatedAfter = (digits: Digits, createdAt: Instant): Instant =>
  (createdAt + digits.oneOf([0, 3_600_000])) as Instant;

/** What a comment and a reaction have in common: some post, once in nine an unknown author. */
const replyTo = (digits: Digits, id: string, stage: Stage): FactOf<'reaction'> => {
  const { boardId, id: postId, authorId: writer } = digits.referTo(stage.post);
  const other = authorFor(digits, stage);
  const createdAt = momentNear(digits, stage.calendar);
  return { id, boardId, postId, authorId: digits.onceIn(8) ? writer : other, createdAt };
};

// Of the shortest and the longest length, and one of the kind that is not supported yet.
const organizationIds = ['wksp_mainsixteen', 'wksp_Second0twentytwo1', 'org_thirdOfEighteen'];

type Reader<Kind extends FactKind> = (
  digits: Digits,
  id: string,
  stage: Stage,
  at: number,
) => FactOf<Kind>;

/** How a number is read as a fact, by kind. */
const readers = {
  /** A person with some of their names missing, blank or oddly spelled (2.8, 2.10). */
  user: (digits, id, { calendar }) => ({
    id,
    displayName: digits.oneOf(words.displayNames),
    username: digits.oneOf(words.usernames),
    email: digits.oneOf(words.emails),
    signupDate: digits.oneOf([dayOf(2020, 2, 29), dayNear(digits, calendar)]),
    enrolled: !digits.onceIn(3),
    name: digits.oneOf(['Ada Lovelace', null, '']),
    avatar: digits.oneOf([null, 'https://example.org/avatar.png']),
    bio: digits.oneOf([null, 'Likes boards.']),
  }),
  /** A key of some user; the text that it is the hash of does not exist (5.1). */
  apiKey: (digits, _, { user, calendar }, at) => ({
    keySha256: at.toString(16).padStart(64, '5ca1ab1e'),
    userId: digits.referTo(user).id,
    revokedAt: digits.onceIn(3) ? momentNear(digits, calendar) : null,
  }),
  organization: (digits, id, { user, calendar }, at) => ({
    type: digits.oneOf(organizationTypes),
    id: organizationIds[at] ?? `wksp_${id}`,
    name: digits.oneOf(['Organization', '', '\u00c9cole']),
    ownerId: digits.referTo(user).id,
    createdAt: digits.oneOf([startOf(dayOf(2019, 9, 1)), momentNear(digits, calendar)]),
  }),
  /** An invitation, one in three closed (2.6.5). */
  invitation: (digits, id, stage) => {
    const organization = organizationFor(digits, stage);
    const isClosed = digits.onceIn(3);
    const invitedAt = momentNear(digits, stage.calendar);
    const role = readRole(digits, organization);
    const sent = { id, organizationId: organization.id, role, email: 'new@example.org', invitedAt };
    return { ...sent, closedAt: isClosed ? invitedAt : null };
  },
  /** Once in eight a personal board. */
  board: (digits, id, stage) => {
    const isPersonal = digits.onceIn(8);
    const organizationId = organizationFor(digits, stage).id;
    const builderId = digits.referTo(stage.user).id;
    const createdAt = momentNear(digits, stage.calendar);
    return {
      id: id.padEnd(digits.oneOf([16, 20]), 'x'),
      organizationId: isPersonal ? null : organizationId,
      builderId,
      title: digits.oneOf(words.titles),
      description: digits.oneOf([null, '', 'For class 4b']),
      iconUrl: null,
      domainName: digits.oneOf([null, 'boards.example.org']),
      font: digits.oneOf([null, 3]),
      colorScheme: digits.oneOf([null, 'dark']),
      customFields: digits.oneOf([null, {}, { f1: { label: 'Due' } }]),
      createdAt,
      updatedAt: updatedAfter(digits, createdAt),
    };
  },
  section: (digits, id, { board, calendar }) => {
    const boardId = digits.referTo(board).id;
    const createdAt = momentNear(digits, calendar);
    const title = digits.oneOf(words.titles);
    const sortIndex = digits.oneOf([0, 1, 1, -2.5]);
    return { id, boardId, title, sortIndex, createdAt, updatedAt: updatedAfter(digits, createdAt) };
  },
  /** A post, in a section of its own board or in none. */
  post: (digits, id, stage) => {
    const boardId = digits.referTo(stage.board).id;
    const authorId = authorFor(digits, stage);
    const createdAt = momentNear(digits, stage.calendar);
    const section = stage.section.find((candidate) => candidate.boardId === boardId);
    return {
      ...{ id, boardId, authorId, createdAt },
      sectionId: digits.onceIn(2) ? (section?.id ?? null) : null,
      subject: digits.oneOf([null, 'Subject']),
      bodyHtml: digits.oneOf([null, '<p>Body</p>']),
      color: digits.oneOf([null, 'blue']),
      status: digits.oneOf([null, 'approved']),
      sortIndex: digits.oneOf([null, 0, 2]),
      customFields: digits.oneOf([null, [], [{ key: 'f1', value: 'x' }]]),
      updatedAt: digits.onceIn(2) ? updatedAfter(digits, createdAt) : null,
    };
  },
  comment: (digits, id, stage) => {
    const reply = replyTo(digits, id, stage);
    return {
      ...reply,
      content: digits.oneOf([null, 'Well <done> & "said"']),
      status: digits.oneOf([null, 'approved']),
      updatedAt: digits.onceIn(2) ? updatedAfter(digits, reply.createdAt) : null,
    };
  },
  /** The same person may react twice. */
  reaction: replyTo,
  /** A visit by a user or by a visitor; some visitors have the id of a user, who is another person. */
  visit: (digits, id, { board, user, calendar }) => {
    const boardId = digits.referTo(board).id;
    const userId = digits.referTo(user).id;
    const visitorId = digits.oneOf([null, null, 'visitor1', 'visitor2', 'Visitor1', userId]);
    const at = momentNear(digits, calendar);
    const seconds = digits.oneOf(words.visitSeconds);
    return { id, boardId, userId: visitorId === null ? userId : null, visitorId, at, seconds };
  },
  /** Something attached to a post, not always by the post's author. */
  attachment: (digits, id, stage) => {
    const post = digits.referTo(stage.post);
    const authorId = authorFor(digits, stage);
    return {
      ...{ id, postId: post.id },
      category: digits.oneOf(words.attachmentCategories),
      authorId: digits.onceIn(3) ? post.authorId : authorId,
      createdAt: momentNear(digits, stage.calendar),
      title: digits.oneOf([null, ...words.titles]),
      url: digits.oneOf([null, 'https://example.org/file']),
    };
  },
  play: (digits, id, { attachment, calendar }) => ({
    id,
    attachmentId: digits.referTo(attachment).id,
    at: momentNear(digits, calendar),
  }),
  /** A scan with no flag, one, or several, and now and then an item that a person removed. */
  scan: (digits, id, stage) => {
    const organizationId = organizationFor(digits, stage).id;
    const flags = digits.oneOf(words.flagLists);
    const isRemoved = digits.onceIn(3);
    const at = momentNear(digits, stage.calendar);
    return {
      ...{ id, organizationId, flags, at },
      itemType: digits.oneOf(words.itemTypes),
      durationMs: digits.oneOf(words.durationsMs),
      removedAt: isRemoved ? momentNear(digits, stage.calendar) : null,
    };
  },
} satisfies { readonly [K in FactKind]?: Reader<K> };

const readMember = (
  digits: Digits,
  stage: Stage,
  member: Omit<FactOf<'member'>, 'joinedAt' | 'leftAt'>,
) => {
  const hasLeft = digits.onceIn(5);
  const near = (): Instant => momentNear(digits, stage.calendar);
  const joinedAt = digits.oneOf([startOf(dayOf(2019, 10, 1)), near(), near()]);
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
    add(readMember(new Digits(codes[at] ?? 0), stage, owner));
  });
  for (const code of codes) {
    const digits = new Digits(code);
    const organization = organizationFor(digits, stage);
    const userId = digits.referTo(stage.user).id;
    const role = readRole(digits, organization);
    add(readMember(digits, stage, { organizationId: organization.id, userId, role }));
  }
  return [...members.values()];
};

/** Terms of each organization one after the other, with and without gaps; they never overlap (2.5). */
const readTerms = (codes: readonly number[], stage: Stage): readonly FactOf<'billingTerm'>[] => {
  const { today } = stage.calendar;
  const free = new Map<string, Day>();
  return codes.map((code) => {
    const digits = new Digits(code);
    const organizationId = organizationFor(digits, stage).id;
    const earliest =
      free.get(organizationId) ?? plusDays(today, -digits.oneOf([400, 1200, 1000, 30]));
    const after = plusDays(earliest, digits.oneOf([0, 30, 1, 200]));
    const start = digits.oneOf([after, today, plusDays(today, 1), plusDays(today, -400)]);
    const startsOn = start < earliest ? earliest : start;
    const usual = (): Day => plusDays(startsOn, digits.oneOf([365, 730, 30, 1, 90]) - 1);
    const end = digits.oneOf([usual(), usual(), today, plusDays(today, -1)]);
    const endsOn = end < startsOn ? startsOn : end;
    free.set(organizationId, plusDays(endsOn, 1));
    return { organizationId, startsOn, endsOn, status: digits.oneOf(billingStatuses) };
  });
};

/** Changes of the number of seats, at most one a day for an organization (2.5). */
const readSeatChanges = (codes: readonly number[], stage: Stage) => {
  const { today } = stage.calendar;
  const changes = codes.map((code): FactOf<'seatChange'> => {
    const digits = new Digits(code);
    const organizationId = organizationFor(digits, stage).id;
    const near = (): Day => dayNear(digits, stage.calendar);
    const early = [dayOf(2021, 1, 1), dayOf(2022, 6, 30), today, plusDays(today, 1)];
    const on = digits.oneOf([...early, near(), near()]);
    return { organizationId, on, seats: digits.oneOf([10, 25, 1, 300, 7, 99, 0]) };
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
  return codes.map((code, at) => read(new Digits(code), words.idOf(kind, at), stage, at));
};
