import { factEndings, factReferences, factTimePairs, unusedKey } from '@tallyboard/core/engine';
import {
  type FactKind,
  factKeys,
  factKinds,
  formatInstant,
  type Instant,
  type OrganizationType,
  organizationRoles,
} from '@tallyboard/core/vocabulary';
import { literal, literals, named, timeText } from '../duck/sql.js';

/** The facts that a constraint can look at, each a view with a column `seq`. */
export interface FactViews {
  /** All facts of this import, also those that the store has already. */
  readonly staged: (kind: FactKind) => string;
  /** What the import adds or changes. */
  readonly fresh: (kind: FactKind) => string;
  /** The store as it would be after the import. Facts that were there before have a negative `seq`. */
  readonly world: (kind: FactKind) => string;
  /**
   * The facts to compare with those they refer to: what is fresh, as long as nothing that was there before has
   * changed or gone.
   */
  readonly touched: (kind: FactKind) => string;
  /** Whether no fact of a kind can be at fault: none came, and of no kind did any change or go. */
  readonly isIdle: (kind: FactKind) => boolean;
}

/** A constraint as a query. */
export interface Constraint {
  readonly kind: FactKind;
  readonly field: string;
  /**
   * Gives a row for each fact that breaks it: `seq`, `value` as text, `detail` for the reason, and `other`, the
   * `seq` of the fact it collides with.
   */
  readonly find: (views: FactViews) => string;
  /** What would be accepted. */
  readonly reason: (detail: string) => string;
}

/** The columns of a row: a value, and a detail. */
const fault = (value: string, detail = "''", seq = 'seq'): string =>
  `SELECT ${seq}, CAST(${value} AS VARCHAR) AS value, ${detail} AS detail, NULL AS other`;

/** No two facts of an import have the same key. Terms with the same first day overlap, which is found below. */
const uniqueKeys: readonly Constraint[] = factKinds
  .filter((kind) => kind !== 'billingTerm')
  .map((kind) => {
    const keys = factKeys[kind].map(named).join(', ');
    const field = factKeys[kind].at(-1) ?? 'id';
    return {
      kind,
      field,
      find: ({ staged }) =>
        `SELECT seq, CAST(${named(field)} AS VARCHAR) AS value, '' AS detail, earliest AS other
         FROM (SELECT ${keys}, min(seq) AS earliest FROM ${staged(kind)} GROUP BY ${keys} HAVING count(*) > 1)
         JOIN ${staged(kind)} USING (${keys}) WHERE seq <> earliest`,
      reason: () => unusedKey(kind),
    };
  });

/** Every id that a fact refers to belongs to a fact; the core says which fields refer to what. */
const references: readonly Constraint[] = factKinds.flatMap((kind) =>
  Object.entries<FactKind>(factReferences[kind]).map(([field, referred]) => ({
    kind,
    field,
    find: ({ touched, world }) =>
      `${fault(named(field))} FROM ${touched(kind)} AS referring
       ANTI JOIN ${world(referred)} AS referred ON referring.${named(field)} = referred.id
       WHERE ${named(field)} IS NOT NULL`,
    reason: () => `the id of an existing ${referred}`,
  })),
);

/** What a fact refers to is on the same board. */
const sameBoard = (
  kind: FactKind,
  field: 'boardId' | 'sectionId',
  [through, referred]: readonly [field: string, kind: FactKind],
  reason: (board: string) => string,
): Constraint => ({
  kind,
  field,
  find: ({ touched, world }) => {
    const detail = `${field === 'boardId' ? 'referred' : 'own'}."boardId"`;
    return `${fault(`own.${named(field)}`, detail, 'own.seq')} FROM ${touched(kind)} AS own
       JOIN ${world(referred)} AS referred ON own.${named(through)} = referred.id
       WHERE own."boardId" <> referred."boardId"`;
  },
  reason,
});

const onBoardOfPost = (kind: FactKind): Constraint =>
  sameBoard(kind, 'boardId', ['postId', 'post'], (board) => `${board}, the board of its post`);

const oneVisitor = (
  field: 'userId' | 'visitorId',
  isNull: 'IS NULL' | 'IS NOT NULL',
): Constraint => ({
  kind: 'visit',
  field,
  find: ({ fresh }) =>
    `${fault('"visitorId"')} FROM ${fresh('visit')} WHERE "userId" ${isNull} AND "visitorId" ${isNull}`,
  reason: () => 'exactly one of userId and visitorId',
});

/** Constraints between facts of several kinds, and between fields of one fact. */
const relations: readonly Constraint[] = [
  {
    kind: 'organization',
    field: 'ownerId',
    // The member fact may have ended.
    find: ({ world }) =>
      `${fault('"ownerId"')} FROM ${world('organization')} AS owned
       ANTI JOIN (SELECT * FROM ${world('member')} WHERE role = 'owner') AS owning
         ON owned.id = owning."organizationId" AND owned."ownerId" = owning."userId"`,
    reason: () => 'a user with a member fact of role owner in this organization',
  },
  onBoardOfPost('comment'),
  onBoardOfPost('reaction'),
  sameBoard(
    'post',
    'sectionId',
    ['sectionId', 'section'],
    (board) => `a section of the board ${board}`,
  ),
  oneVisitor('userId', 'IS NULL'),
  oneVisitor('visitorId', 'IS NOT NULL'),
  {
    kind: 'billingTerm',
    field: 'endsOn',
    find: ({ fresh }) =>
      `${fault('"endsOn"', 'CAST("startsOn" AS VARCHAR)')} FROM ${fresh('billingTerm')}
       WHERE "endsOn" < "startsOn"`,
    reason: (start) => `a day not before startsOn, ${start}`,
  },
  {
    kind: 'billingTerm',
    field: 'startsOn',
    // Of two terms that overlap the later is at fault, unless only the earlier one is new.
    find: ({ world }) =>
      `SELECT CASE WHEN seq < 0 THEN reaching ELSE seq END AS seq, CAST("startsOn" AS VARCHAR) AS value,
         CAST(until AS VARCHAR) AS detail, CASE WHEN seq < 0 THEN seq ELSE reaching END AS other
       FROM (SELECT seq, "startsOn", max("endsOn") OVER earlier AS until,
           arg_max(seq, "endsOn") OVER earlier AS reaching
         FROM ${world('billingTerm')} WHERE "startsOn" <= "endsOn"
         WINDOW earlier AS (PARTITION BY "organizationId" ORDER BY "startsOn", seq
           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
       WHERE "startsOn" <= until`,
    reason: (until) => `a day after ${until}, the end of another term of the organization`,
  },
];

/** What every import must keep; repeated and missing facts first, since they explain what may follow. */
export const constraints: readonly Constraint[] = [...uniqueKeys, ...references, ...relations];

const possibleRole = (kind: 'member' | 'invitation'): Constraint => ({
  kind,
  field: 'role',
  find: ({ fresh, world }) => {
    const wrong = Object.entries(organizationRoles).map(
      ([type, possible]) =>
        `(type = ${literal(type)} AND NOT list_contains(${literals(possible)}, role))`,
    );
    return `${fault('role', 'type', 'bearer.seq')} FROM ${fresh(kind)} AS bearer
       JOIN ${world('organization')} AS organization ON bearer."organizationId" = organization.id
       WHERE ${wrong.join(' OR ')}`;
  },
  reason: (type) => `one of ${organizationRoles[type as OrganizationType].join(', ')} in a ${type}`,
});

/** Oddities that are imported as they are. */
export const oddities = (now: Instant): readonly Constraint[] => [
  possibleRole('member'),
  possibleRole('invitation'),
  ...Object.entries(factTimePairs).map(
    ([kind, [early, late]]): Constraint => ({
      kind: kind as FactKind,
      field: late,
      find: ({ fresh }) =>
        `${fault(timeText(named(late)), timeText(named(early)))} FROM ${fresh(kind as FactKind)}
         WHERE ${named(late)} < ${named(early)}`,
      reason: (start) => `a time not before ${early}, ${start}`,
    }),
  ),
  ...Object.entries(factEndings).map(
    ([kind, field]): Constraint => ({
      kind: kind as FactKind,
      field,
      find: ({ fresh }) =>
        `${fault(timeText(named(field)))} FROM ${fresh(kind as FactKind)}
         WHERE ${named(field)} > make_timestamp(${now}::BIGINT * 1000)`,
      reason: () => `a time not after ${formatInstant(now)}; it counts as ended already`,
    }),
  ),
];
