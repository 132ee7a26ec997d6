import {
  billingStatuses,
  type Day,
  dayOf,
  type FactKind,
  type FactOf,
  type Facts,
  factFields,
  factKeys,
  type Instant,
  type noFacts,
  organizationRoles,
  organizationTypes,
  plusDays,
  roles,
} from '@tallyboard/core/vocabulary';
import { type Draw, onceIn, oneOf } from '../random.js';
import { digitsOf, idOf, referTo } from './digits.js';
import { dayNear, momentNear, startOf } from './moments.js';

/** What has been chosen of a fact: fields of its kind, and what decides others. */
interface Chosen extends FactOf<'comment'>, FactOf<'invitation'>, FactOf<'member'> {
  readonly startsOn: Day;
  readonly post: FactOf<'post'>;
  readonly user: string;
  readonly visitor: string | null;
  /** Something that happens now and then, such as that a board is personal. */
  readonly isOdd: boolean;
}

/** What a choice may look at: the facts before this one, the day around which everything happens, this fact so far. */
interface Reading {
  readonly draw: Draw;
  readonly facts: Facts;
  readonly today: Day;
  readonly fact: Chosen;
}

/** How the next digits of a number are read as a value. */
type Choice<A = unknown> = (reading: Reading) => A;
type Choices = Readonly<Record<string, Choice>>;

/** One of some values; what choices among them give is chosen first. */
const pick =
  (...values: readonly unknown[]): Choice =>
  (reading) => {
    const made = values.map((one) => (typeof one === 'function' ? (one as Choice)(reading) : one));
    return oneOf(reading.draw, made);
  };

/** A choice once in so many times, else another one. */
const once =
  (count: number, choice: Choice, other: Choice = () => null): Choice =>
  (reading) =>
    (onceIn(reading.draw, count) ? choice : other)(reading);

const oddOnceIn = (count: number): Choices => ({ isOdd: ({ draw }) => onceIn(draw, count) });

const moment: Choice<Instant> = ({ draw, today }) => momentNear(draw, today);
const day: Choice<Day> = ({ draw, today }) => dayNear(draw, today);
const user: Choice<string> = ({ draw, facts }) => referTo(draw, facts.user).id;
const post: Choice = ({ draw, facts }) => referTo(draw, facts.post);
const authorOfPost: Choice = ({ fact }) => fact.post.authorId;
/** Once in nine an unknown user (2.6.6). */
const author = once(9, () => null, user);

/** Mostly the first organization, so that its figures are seldom zero. */
const organizationId: Choice<string> = ({ draw, facts }) => {
  const main = facts.organization[0]!;
  const [, second = main, third = second] = facts.organization;
  return oneOf(draw, [main, main, main, main, main, second, third]).id;
};

/** Once in seven any role, also one that the type of the organization does not have (2.2). */
const role = once(7, pick(...roles), ({ draw, facts, fact }) => {
  const { type } = facts.organization.find(({ id }) => id === fact.organizationId)!;
  return oneOf(draw, organizationRoles[type]);
});

/** The same moment or an hour later: nothing is updated before it was made. */
const updatedAt: Choice = ({ draw, fact }) => fact.createdAt + oneOf(draw, [0, 3_600_000]);

/** What everything else is: a text, if any. */
const text = pick(null, 'Well <done> & "said"');

const titles = ['Board', '', 'Caf\u00e9', 'Cafe\u0301', '<b>&"\'</b>'];

/** What a field is where its kind says nothing else, by its name. */
const usual: Choices = {
  ...{ userId: user, ownerId: user, builderId: user, authorId: author, organizationId, role },
  boardId: ({ draw, facts }) => referTo(draw, facts.board).id,
  attachmentId: ({ draw, facts }) => referTo(draw, facts.attachment).id,
  postId: ({ fact }) => fact.post.id,
  ...{ at: moment, createdAt: moment, invitedAt: moment, updatedAt: once(2, updatedAt) },
  title: pick(...titles),
};

/** On a post; once in eight by its author. */
const reply: Choices = {
  post,
  boardId: ({ fact }) => fact.post.boardId,
  authorId: once(8, authorOfPost, author),
};

/** The organization whose owner the next member is: owners come first, and may have left. */
const owned = ({ facts }: Reading) => facts.organization[facts.member.length];

// Of the shortest and the longest length, and one of the kind that is not supported yet.
const organizationIds = ['wksp_mainsixteen', 'wksp_Second0twentytwo1', 'org_thirdOfEighteen'];

/** How facts of a kind are read, where not as usual. What is no field of it comes before all fields, and decides some. */
const choices: Readonly<Record<FactKind, Choices>> = {
  /** A person with some of their names missing, blank or oddly spelled (2.8, 2.10). */
  user: {
    displayName: pick(
      ...['Ada', null, '', '   ', '\u00a0\t', ' ada ', 'ADA L.', 'Zo\u00eb', 'Zoe\u0308'],
      ...['\u00c9mile', 'E\u0301mile', '\u00e9mile'],
      // A lower case that is longer, a letter that composes to another, and code units out of order.
      ...['\u0130pek', '\u212bngstr\u00f6m', '\u{1f600} smile', '\uff5e wave', 'a', 'Zed'],
    ),
    username: pick('ada', null, '', 'Ada_L', ' spaced ', 'zoe99', 'emile'),
    // Missing and empty ones both have no value to sort by (4.2.4).
    email: pick(
      ...['ada@example.org', null, '', 'ADA@example.org', 'zo\u00eb@example.org'],
      ...['zoe\u0308@example.org', 'a.student@school.example', 'Teacher@School.Example'],
    ),
    signupDate: pick(dayOf(2020, 2, 29), day),
    enrolled: pick(true, true, false),
    name: pick('Ada Lovelace', null, ''),
  },
  /** The text that it is the hash of does not exist (5.1). */
  apiKey: {
    keySha256: ({ facts }) => facts.apiKey.length.toString(16).padStart(64, '5ca1ab1e'),
    revokedAt: once(3, moment),
  },
  organization: {
    id: ({ facts }) => organizationIds[facts.organization.length],
    type: pick(...organizationTypes),
    name: pick('Organization', '', '\u00c9cole'),
    createdAt: pick(startOf(dayOf(2019, 9, 1)), moment),
  },
  /** Terms of each organization one after the other, with and without gaps; they never overlap (2.5). */
  billingTerm: {
    startsOn: ({ draw, facts, today, fact }) => {
      const before = facts.billingTerm.findLast(
        (term) => term.organizationId === fact.organizationId,
      );
      const earliest = before
        ? plusDays(before.endsOn, 1)
        : plusDays(today, -oneOf(draw, [400, 1200, 1000, 30]));
      const after = plusDays(earliest, oneOf(draw, [0, 30, 1, 200]));
      return Math.max(
        earliest,
        oneOf(draw, [after, today, plusDays(today, 1), plusDays(today, -400)]),
      );
    },
    endsOn: ({ draw, today, fact: { startsOn } }) => {
      const long = (): Day => plusDays(startsOn, oneOf(draw, [365, 730, 30, 1, 90]) - 1);
      return Math.max(startsOn, oneOf(draw, [long(), long(), today, plusDays(today, -1)]));
    },
    status: pick(...billingStatuses),
  },
  /** At most one a day for an organization (2.5). */
  seatChange: {
    on: (reading) => {
      const { today } = reading;
      const early = [dayOf(2021, 1, 1), dayOf(2022, 6, 30), today, plusDays(today, 1)];
      return pick(...early, day, day)(reading);
    },
    seats: pick(10, 25, 1, 300, 7, 99, 0),
  },
  /** Each user once in an organization. */
  member: {
    ...oddOnceIn(5),
    organizationId: (reading) => owned(reading)?.id ?? organizationId(reading),
    userId: (reading) => owned(reading)?.ownerId ?? user(reading),
    role: (reading) => (owned(reading) === undefined ? role(reading) : 'owner'),
    joinedAt: pick(startOf(dayOf(2019, 10, 1)), moment, moment),
    leftAt: (reading) =>
      reading.fact.isOdd ? Math.max(reading.fact.joinedAt, moment(reading)) : null,
  },
  /** One in three is closed (2.6.5). */
  invitation: {
    ...oddOnceIn(3),
    email: () => 'new@example.org',
    closedAt: ({ fact }) => (fact.isOdd ? fact.invitedAt : null),
  },
  /** Once in eight a personal board. */
  board: {
    id: ({ draw, fact }) => fact.id.padEnd(oneOf(draw, [16, 20]), 'x'),
    organizationId: once(8, () => null, organizationId),
    description: pick(null, '', 'For class 4b'),
    font: pick(null, 3),
    customFields: pick(null, {}, { f1: { label: 'Due' } }),
    updatedAt,
  },
  section: { sortIndex: pick(0, 1, 1, -2.5), updatedAt },
  /** In a section of its own board or in none. */
  post: {
    sectionId: once(2, ({ facts, fact }) => {
      const section = facts.section.find(({ boardId }) => boardId === fact.boardId);
      return section?.id ?? null;
    }),
    sortIndex: pick(null, 0, 2),
    customFields: pick(null, [], [{ key: 'f1', value: 'x' }]),
  },
  comment: reply,
  /** The same person may react twice. */
  reaction: reply,
  /** By a user or by a visitor; some visitors have the id of a user, who is another person. */
  visit: {
    user,
    visitor: pick(null, null, 'visitor1', 'visitor2', 'Visitor1', ({ fact }: Reading) => fact.user),
    userId: ({ fact }) => (fact.visitor === null ? fact.user : null),
    visitorId: ({ fact }) => fact.visitor,
    // Totals fall on, under and over half a minute (2.4).
    seconds: pick(60, 0, 1, 29, 30, 31, 59, 90, 600, 3599),
  },
  /** Something attached to a post, not always by the post's author. */
  attachment: {
    post,
    // Media twice, so that rankings of media fill (2.5).
    category: pick(
      ...['video', 'audio', 'video', 'audio', 'image', 'document', 'link', 'drawing', 'file'],
      ...['Zine', '\u00e9mission'],
    ),
    authorId: once(3, authorOfPost, author),
    title: pick(null, ...titles),
  },
  play: {},
  /** With no flag, one, or several; one in three was removed by a person. */
  scan: {
    itemType: pick('text', 'image', 'video', 'audio', 'link', 'sticker3d'),
    // Sums of powers of two: their total is exact in any order (2.4).
    durationMs: pick(100, 0, 0.25, 12.125, 250.5, 3, 1024.75, 0.5, 7),
    // An item may carry a category twice and still counts once in it (2.5).
    flags: pick(
      ...[[], ['spam'], [], ['hate'], [], ['spam', 'hate'], ['selfHarm', 'spam', 'violence']],
      ...[['spam', 'spam'], ['constructor']],
    ),
    removedAt: once(3, moment),
  },
};

/** Reads each number as a fact of a kind, in the order of its fields. One that has the key of another is left out. */
export const readFacts = (
  kind: FactKind,
  codes: readonly number[],
  facts: ReturnType<typeof noFacts>,
  today: Day,
): void => {
  const own = choices[kind];
  const names = factFields[kind].map(({ name }) => name);
  const first = Object.keys(own).filter((name) => !names.includes(name));
  const order = [...first, ...names].flatMap((name) => {
    const choice = own[name] ?? usual[name] ?? (name === 'id' ? null : text);
    return choice === null ? [] : [[name, choice] as const];
  });
  const keys = new Set<string>();
  for (const code of codes) {
    const fact: Record<string, unknown> = { id: idOf(kind, facts[kind].length) };
    const reading = { draw: digitsOf(code), facts, today, fact: fact as unknown as Chosen };
    for (const [name, choice] of order) fact[name] = choice(reading);
    const key = factKeys[kind].map((name) => fact[name]).join(' ');
    if (keys.has(key)) continue;
    keys.add(key);
    (facts[kind] as object[]).push(Object.fromEntries(names.map((name) => [name, fact[name]])));
  }
};
