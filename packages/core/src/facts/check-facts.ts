import { organizationRoles } from '../api/organizations.js';
import { ArgumentError, failArgument, show } from '../messages.js';
import { type Day, formatDay, formatInstant, type Instant } from '../time.js';
import {
  type BillingTermFact,
  type FactByKind,
  type FactKind,
  type Facts,
  factKeys,
  factKinds,
  type MemberFact,
  noFacts,
} from './catalog.js';
import {
  checkOf,
  type FactCheck,
  type FactFault,
  type FactQuestion,
  type FactRow,
  type Finding,
  faultsOf,
  knownReferences,
  lookupOf,
  onTheSameBoard,
} from './references.js';

/** A billing term starts before it ends, or on the same day. */
const termsRunForwards: FactCheck = checkOf(
  'billingTerm',
  () =>
    ({ startsOn, endsOn }) =>
      startsOn <= endsOn
        ? null
        : {
            field: 'endsOn',
            value: formatDay(endsOn),
            reason: `a day not before startsOn, ${formatDay(startsOn)}`,
          },
);

/** For each term that begins within another of its organization, the position of that one. */
const overlapsIn = (terms: readonly BillingTermFact[]): ReadonlyMap<number, number> => {
  const overlaps = new Map<number, number>();
  const longest = new Map<string, number>();
  const sorted = [...terms.entries()]
    // One that ends before it starts is left out here.
    .filter(([, { startsOn, endsOn }]) => startsOn <= endsOn)
    .sort(([a, one], [b, other]) => one.startsOn - other.startsOn || a - b);
  for (const [index, { organizationId, startsOn, endsOn }] of sorted) {
    const earlier = longest.get(organizationId) ?? index;
    const until = terms[earlier]!.endsOn;
    if (earlier !== index && startsOn <= until) overlaps.set(index, earlier);
    if (earlier === index || endsOn > until) longest.set(organizationId, index);
  }
  return overlaps;
};

/** Terms of one organization do not overlap. */
const termsApart: FactCheck = checkOf('billingTerm', ({ facts: { billingTerm } }) => {
  const overlaps = overlapsIn(billingTerm);
  return ({ startsOn }, index) => {
    const earlier = overlaps.get(index);
    if (earlier === undefined) return null;
    const end = formatDay(billingTerm[earlier]!.endsOn);
    return {
      field: 'startsOn',
      value: formatDay(startsOn),
      reason: `a day after ${end}, the end of another term of the organization`,
      collidesWith: earlier,
    };
  };
});

/** What is wrong with the terms of an organization. */
export const termFaults = (billingTerm: Facts['billingTerm']): readonly FactFault[] => {
  const facts = { ...noFacts(), billingTerm };
  const question = { facts, lookup: lookupOf(facts), now: null };
  return [termsRunForwards, termsApart].flatMap((check) => faultsOf(check, question));
};

/**
 * The owner of an organization has a member fact with the role owner there. One that has ended is
 * enough: it says who the owner is, and gives no access.
 */
const ownersAreMembers: FactCheck = checkOf('organization', ({ facts }) => {
  const owners = new Map<string, Set<string>>();
  for (const { organizationId, userId, role } of facts.member) {
    if (role !== 'owner') continue;
    const users = owners.get(organizationId) ?? new Set<string>();
    owners.set(organizationId, users.add(userId));
  }
  const reason = 'a user with a member fact of role owner in this organization';
  return ({ id, ownerId }) =>
    owners.get(id)?.has(ownerId) === true ? null : { field: 'ownerId', value: ownerId, reason };
});

const roleFits =
  ({ facts, lookup }: FactQuestion) =>
  ({ organizationId, role }: Pick<MemberFact, 'organizationId' | 'role'>): Finding | null => {
    const organization = facts.organization[lookup.organization.get(organizationId) ?? -1];
    if (organization === undefined) return null;
    const possible = organizationRoles[organization.type];
    if (possible.includes(role)) return null;
    const reason = `one of ${possible.join(', ')} in a ${organization.type}`;
    return { field: 'role', value: role, reason, severity: 'warning' };
  };

/** Members and invitations have a role that the type of the organization has (2.2); any other is only odd. */
const rolesOfType: readonly FactCheck[] = [
  checkOf('member', roleFits),
  checkOf('invitation', roleFits),
];

type InstantField<K extends FactKind> = {
  [F in keyof FactByKind[K]]: Instant extends FactByKind[K][F] ? F : never;
}[keyof FactByKind[K]] &
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

const kindsOf = (table: object): readonly FactKind[] => Object.keys(table) as FactKind[];

type Times = FactRow<Instant | null>;

/** No member leaves before joining, and nothing is updated before it is created. */
const timesInOrder = kindsOf(factTimePairs).map((kind): FactCheck => {
  const [early, late] = factTimePairs[kind] as readonly [string, string];
  return {
    kind,
    prepare: () => (fact) => {
      const { [early]: start = null, [late]: end = null } = fact as Times;
      if (start === null || end === null || start <= end) return null;
      const reason = `a time not before ${early}, ${formatInstant(start)}`;
      return { field: late, value: formatInstant(end), reason, severity: 'warning' };
    },
  };
});

/** An ending that lies ahead counts as one that has happened, which may surprise. */
const endingsHaveHappened = kindsOf(factEndings).map((kind): FactCheck => {
  const field: string = factEndings[kind]!;
  return {
    kind,
    prepare: ({ now }) => {
      if (now === null) return null;
      const reason = `a time not after ${formatInstant(now)}; it counts as ended already`;
      return (fact) => {
        const { [field]: end = null } = fact as Times;
        if (end === null || end <= now) return null;
        return { field, value: formatInstant(end), reason, severity: 'warning' };
      };
    },
  };
});

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
const uniqueKeys = factKinds
  .filter((kind) => kind !== 'billingTerm')
  .map((kind): FactCheck => {
    const [field, within = null] = factKeys[kind].toReversed() as [string, string?];
    return {
      kind,
      prepare: ({ facts, lookup }) => {
        const known: Readonly<Record<string, ReadonlyMap<string, number>>> = lookup;
        // Rows may be millions, and repeated ones are few.
        if (known[kind]?.size === facts[kind].length) return null;
        // Texts may hold any character, so pairs are not joined.
        const seen = new Map<unknown, Map<unknown, number>>();
        return (fact, index) => {
          const row = fact as FactRow<unknown>;
          const scope = within === null ? null : row[within];
          const group = seen.get(scope) ?? new Map<unknown, number>();
          seen.set(scope, group);
          const first = group.get(row[field]);
          if (first === undefined) {
            group.set(row[field], index);
            return null;
          }
          const value = kind === 'seatChange' ? formatDay(row[field] as Day) : row[field];
          return { field, value, reason: unusedKey(kind), collidesWith: first };
        };
      },
    };
  });

const reason = 'exactly one of userId and visitorId';

/** A visit is by a user or by a visitor who was not signed in: by one of them, never by both. */
const visitsOfOne: FactCheck = checkOf(
  'visit',
  () =>
    ({ userId, visitorId }) =>
      (userId === null) !== (visitorId === null)
        ? null
        : { field: userId === null ? 'userId' : 'visitorId', value: visitorId, reason },
);

/** Every check; repeated and missing facts first, since they explain what may follow. */
const checks: readonly FactCheck[] = [
  ...uniqueKeys,
  ...knownReferences,
  ownersAreMembers,
  ...onTheSameBoard,
  visitsOfOne,
  termsRunForwards,
  termsApart,
  ...rolesOfType,
  ...timesInOrder,
  ...endingsHaveHappened,
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
  const rowsOf = (kind: FactKind): unknown => (facts as Facts | null)?.[kind];
  const kind = factKinds.find((one) => !Array.isArray(rowsOf(one)));
  if (kind !== undefined) {
    failArgument(`facts.${kind}`, rowsOf(kind), 'a list of facts, as collectFacts gives it');
  }
  const question = { facts, lookup: lookupOf(facts), now };
  return checks.flatMap((check) => faultsOf(check, question));
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
