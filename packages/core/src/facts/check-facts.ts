import { organizationRoles } from '../api/organizations.js';
import { ArgumentError, failArgument, show } from '../messages.js';
import { type Day, formatDay, formatInstant, type Instant } from '../time.js';
import { type FactKind, type FactOf, type Facts, factKeys, factKinds } from './catalog.js';
import { type FactLookup, lookupOf, references } from './references.js';

/**
 * What is wrong with one fact beside the others. An error keeps the whole body of facts
 * from being used; a warning names something allowed that is seldom meant.
 */
export interface FactFault {
  /** The kind of the fact at fault. */
  readonly kind: FactKind;
  /** The position of the fact among those of its kind. */
  readonly index: number;
  /** The field at fault. */
  readonly field: string;
  /** The value in the form that a file holds; `null` when there is none. */
  readonly value: unknown;
  /** What would be accepted. */
  readonly reason: string;
  /** Facts with an error cannot be computed with; a warning only names an oddity. */
  readonly severity: 'error' | 'warning';
  /** The position of the earlier fact of the same kind that this one collides with, if it does. */
  readonly collidesWith: number | null;
}

/** Each fault but its severity and a collision: errors and warnings that collide with nothing. */
const error = { severity: 'error', collidesWith: null } as const;
const warning = { severity: 'warning', collidesWith: null } as const;

/** Every fault of one sort, in the order of the facts; endings are compared with `now`, if it is given. */
type FactCheck = (facts: Facts, lookup: FactLookup, now: Instant | null) => Iterable<FactFault>;

/** The facts of a kind as their fields by name, for checks that a table lists. */
const rowsOf = <Value>(facts: Facts, kind: FactKind) =>
  (facts[kind] as readonly unknown[] as readonly Readonly<Record<string, Value>>[]).entries();

/** Values as one text: texts may hold any character, so they are not just joined. */
const together = (...values: readonly unknown[]): string => JSON.stringify(values);

/** A billing term starts before it ends, or on the same day. */
function* termsRunForwards(terms: Facts['billingTerm']): Iterable<FactFault> {
  for (const [index, { startsOn, endsOn }] of terms.entries()) {
    if (startsOn <= endsOn) continue;
    const reason = `a day not before startsOn, ${formatDay(startsOn)}`;
    const value = formatDay(endsOn);
    yield { ...error, kind: 'billingTerm', index, field: 'endsOn', value, reason };
  }
}

/** Terms of one organization do not overlap. */
function* termsApart(terms: Facts['billingTerm']): Iterable<FactFault> {
  const overlaps: [index: number, earlier: number][] = [];
  const longest = new Map<string, number>();
  const sorted = [...terms.entries()]
    // One that ends before it starts is left out here.
    .filter(([, { startsOn, endsOn }]) => startsOn <= endsOn)
    .sort(([a, one], [b, other]) => one.startsOn - other.startsOn || a - b);
  for (const [index, { organizationId, startsOn, endsOn }] of sorted) {
    const earlier = longest.get(organizationId) ?? index;
    const until = terms[earlier]!.endsOn;
    if (earlier !== index && startsOn <= until) overlaps.push([index, earlier]);
    if (earlier === index || endsOn > until) longest.set(organizationId, index);
  }
  for (const [index, collidesWith] of overlaps.sort(([a], [b]) => a - b)) {
    const end = formatDay(terms[collidesWith]!.endsOn);
    const reason = `a day after ${end}, the end of another term of the organization`;
    const value = formatDay(terms[index]!.startsOn);
    yield { ...error, kind: 'billingTerm', index, field: 'startsOn', value, reason, collidesWith };
  }
}

/** What is wrong with the terms of an organization. */
export const termFaults = (terms: Facts['billingTerm']): readonly FactFault[] => [
  ...termsRunForwards(terms),
  ...termsApart(terms),
];

/**
 * The owner of an organization has a member fact with the role owner there. One that has ended is
 * enough: it says who the owner is, and gives no access.
 */
function* ownersAreMembers({ member, organization }: Facts): Iterable<FactFault> {
  const owners = new Set(
    member.map((one) => one.role === 'owner' && together(one.organizationId, one.userId)),
  );
  const reason = 'a user with a member fact of role owner in this organization';
  for (const [index, { id, ownerId }] of organization.entries()) {
    if (owners.has(together(id, ownerId))) continue;
    yield { ...error, kind: 'organization', index, field: 'ownerId', value: ownerId, reason };
  }
}

/** Members and invitations have a role that the type of the organization has (2.2); any other is only odd. */
function* rolesOfType(facts: Facts, lookup: FactLookup): Iterable<FactFault> {
  for (const kind of ['member', 'invitation'] as const) {
    for (const [index, { organizationId, role }] of facts[kind].entries()) {
      const type = facts.organization[lookup.organization.get(organizationId) ?? -1]?.type;
      if (type === undefined || organizationRoles[type].includes(role)) continue;
      const reason = `one of ${organizationRoles[type].join(', ')} in a ${type}`;
      yield { ...warning, kind, index, field: 'role', value: role, reason };
    }
  }
}

type InstantField<K extends FactKind> = {
  [F in keyof FactOf<K>]: Instant extends FactOf<K>[F] ? F : never;
}[keyof FactOf<K>] &
  string;

/** For each kind, a moment and the one that should not come before it. */
export const factTimePairs: {
  readonly [K in FactKind]?: readonly [InstantField<K>, InstantField<K>];
} = {
  member: ['joinedAt', 'leftAt'],
  board: ['createdAt', 'updatedAt'],
  section: ['createdAt', 'updatedAt'],
  post: ['createdAt', 'updatedAt'],
  comment: ['createdAt', 'updatedAt'],
};

/** Moments whose mere presence means that something has ended, also when they lie ahead. */
export const factEndings: { readonly [K in FactKind]?: InstantField<K> } = {
  apiKey: 'revokedAt',
  member: 'leftAt',
  invitation: 'closedAt',
};

const entriesOf = <Value>(table: { readonly [K in FactKind]?: Value }) =>
  Object.entries(table) as [FactKind, Value][];

/** No member leaves before joining, and nothing is updated before it is created. */
function* timesInOrder(facts: Facts): Iterable<FactFault> {
  for (const [kind, [early, late]] of entriesOf<readonly [string, string]>(factTimePairs)) {
    for (const [index, row] of rowsOf<Instant | null>(facts, kind)) {
      const { [early]: start = null, [late]: end = null } = row;
      if (start === null || end === null || start <= end) continue;
      const reason = `a time not before ${early}, ${formatInstant(start)}`;
      yield { ...warning, kind, index, field: late, value: formatInstant(end), reason };
    }
  }
}

/** An ending that lies ahead counts as one that has happened, which may surprise. */
function* endingsHaveHappened(
  facts: Facts,
  _lookup: FactLookup,
  now: Instant | null,
): Iterable<FactFault> {
  if (now === null) return;
  const reason = `a time not after ${formatInstant(now)}; it counts as ended already`;
  for (const [kind, field] of entriesOf<string>(factEndings)) {
    for (const [index, { [field]: end = null }] of rowsOf<Instant | null>(facts, kind)) {
      if (end === null || end <= now) continue;
      yield { ...warning, kind, index, field, value: formatInstant(end), reason };
    }
  }
}

const keyWords: { readonly [K in FactKind]?: string } = {
  apiKey: 'one apiKey for each key',
  member: 'one member for each organization and user',
  seatChange: 'one seatChange for each organization and day',
};

/**
 * What is accepted in place of a key that an earlier fact has, as the end of a sentence.
 */
export const unusedKey = (kind: FactKind): string =>
  `${keyWords[kind] ?? 'an id of its own'}, which an earlier ${kind} has already`;

/** No two facts of a kind have the same key. Terms with the same first day overlap: the check of terms finds them. */
function* uniqueKeys(facts: Facts, lookup: FactLookup): Iterable<FactFault> {
  const byId: { readonly [K in FactKind]?: ReadonlyMap<string, number> } = lookup;
  for (const kind of factKinds) {
    // Rows may be millions, and repeated ones are few.
    if (kind === 'billingTerm' || byId[kind]?.size === facts[kind].length) continue;
    const field = factKeys[kind].at(-1)!;
    const seen = new Map<string, number>();
    for (const [index, row] of rowsOf<unknown>(facts, kind)) {
      const key = together(...factKeys[kind].map((name) => row[name]));
      const collidesWith = seen.get(key);
      if (collidesWith === undefined) seen.set(key, index);
      else {
        const value = kind === 'seatChange' ? formatDay(row[field] as Day) : row[field];
        yield { ...error, kind, index, field, value, reason: unusedKey(kind), collidesWith };
      }
    }
  }
}

/** Every id that a fact refers to belongs to a fact; a nullable field without a value refers to nothing. */
function* knownReferences(facts: Facts, lookup: FactLookup): Iterable<FactFault> {
  for (const { kind, field, to, nullable } of references) {
    for (const [index, { [field]: id = null }] of rowsOf<string | null>(facts, kind)) {
      if (id === null ? nullable : lookup[to].has(id)) continue;
      yield { ...error, kind, index, field, value: id, reason: `the id of an existing ${to}` };
    }
  }
}

/** What is on the board of the fact that it refers to, and the field that says otherwise. */
export const factsOnBoards = [
  { kind: 'comment', by: 'postId', to: 'post', field: 'boardId' },
  { kind: 'reaction', by: 'postId', to: 'post', field: 'boardId' },
  { kind: 'post', by: 'sectionId', to: 'section', field: 'sectionId' },
] as const;

/** What is accepted in place of such a field, when the board of the post, or of the fact itself, is another one. */
export const boardReason = (to: 'post' | 'section', boardId: string): string =>
  to === 'post' ? `${boardId}, the board of its post` : `a section of the board ${boardId}`;

/** Comments and reactions are on the board of their post, sections of a post on its own. */
function* onTheSameBoard(facts: Facts, lookup: FactLookup): Iterable<FactFault> {
  for (const { kind, by, to, field } of factsOnBoards) {
    for (const [index, row] of rowsOf<string | null>(facts, kind)) {
      // A reference to nothing is another check's finding.
      const boardId = facts[to][lookup[to].get(row[by] ?? '') ?? -1]?.boardId;
      if (boardId === undefined || boardId === row['boardId']) continue;
      const reason = boardReason(to, to === 'post' ? boardId : row['boardId']!);
      yield { ...error, kind, index, field, value: row[field], reason };
    }
  }
}

/** A visit is by a user or by a visitor who was not signed in: by one of them, never by both. */
function* visitsOfOne({ visit }: Facts): Iterable<FactFault> {
  const reason = 'exactly one of userId and visitorId';
  for (const [index, { userId, visitorId }] of visit.entries()) {
    if ((userId === null) !== (visitorId === null)) continue;
    const field = userId === null ? 'userId' : 'visitorId';
    yield { ...error, kind: 'visit', index, field, value: visitorId, reason };
  }
}

/** Every check; repeated and missing facts first, since they explain what may follow. */
const checks: readonly FactCheck[] = [
  uniqueKeys,
  knownReferences,
  ownersAreMembers,
  onTheSameBoard,
  visitsOfOne,
  ({ billingTerm }) => termFaults(billingTerm),
  rolesOfType,
  timesInOrder,
  endingsHaveHappened,
];

/**
 * Checks facts, each of which was read by `readFact`, against one another. With `now` it also warns
 * of endings that lie ahead. An empty list means that nothing was found.
 *
 * @throws ArgumentError - when there is no list of a kind
 *
 * @example
 * ```ts
 * checkFacts(facts); // []
 * const post = { ...facts.post[0]!, boardId: 'board-of-no-fact' };
 * checkFacts({ ...facts, post: [post] }).map(({ field, reason }) => `${field}: ${reason}`); // ['boardId: the id of an existing board']
 * ```
 */
export const checkFacts = (facts: Facts, now: Instant | null = null): readonly FactFault[] => {
  const listOf = (kind: FactKind): unknown => (facts as Facts | null)?.[kind];
  const kind = factKinds.find((one) => !Array.isArray(listOf(one)));
  if (kind !== undefined) {
    failArgument(`facts.${kind}`, listOf(kind), 'a list of facts, as collectFacts gives it');
  }
  const lookup = lookupOf(facts);
  return checks.flatMap((check) => [...check(facts, lookup, now)]);
};

/** Faults that one message lists; further ones are counted. */
const faultsTold = 3;

const sentenceOf = ({ kind, index, field, value, reason }: FactFault): string =>
  `${kind} ${index}, ${field}: ${show(value)} is not ${reason}`;

/** Throws when facts contradict one another or refer to what is not among them. */
export const refuseErrors = (facts: Facts): void => {
  const errors = checkFacts(facts).filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  const more = errors.length > faultsTold ? `; and ${errors.length - faultsTold} more` : '';
  const told = errors.slice(0, faultsTold).map(sentenceOf).join('; ');
  throw new ArgumentError(
    'facts',
    `not sound: ${told}${more}`,
    'facts without errors; checkFacts lists all',
  );
};
