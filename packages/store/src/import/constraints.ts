import {
  boardReason,
  factEndings,
  factReferences,
  factsOnBoards,
  factTimePairs,
  unusedKey,
} from '@tallyboard/core/engine';
import {
  type FactKind,
  factKeys,
  factKinds,
  formatInstant,
  type Instant,
  type OrganizationType,
  organizationRoles,
} from '@tallyboard/core/vocabulary';
import { factView, literal, literals, named, timeText } from '../duck/sql.js';
import type { Merge } from './merge.js';

/** A constraint as a query. */
export interface Constraint {
  readonly kind: FactKind;
  readonly field: string;
  /**
   * A query over the views of a merge: `staged_*` are all facts of the import, `fresh_*` those that are new or changed,
   * and `world_*` all facts after it, where those that were there before have a negative `seq`. Gives a row for each fact
   * that breaks the constraint: `seq`, `value` as text, `detail` for the reason, and `other`, the `seq` of the fact it
   * collides with.
   */
  readonly find: (touched: Merge['touched']) => string;
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
      find: () =>
        `SELECT seq, CAST(${named(field)} AS VARCHAR) AS value, '' AS detail, earliest AS other
         FROM (SELECT ${keys}, min(seq) AS earliest FROM ${factView('staged', kind)} GROUP BY ${keys} HAVING count(*) > 1)
         JOIN ${factView('staged', kind)} USING (${keys}) WHERE seq <> earliest`,
      reason: () => unusedKey(kind),
    };
  });

/** Every id that a fact refers to belongs to a fact; the core says which fields refer to what. */
const references: readonly Constraint[] = factKinds.flatMap((kind) =>
  Object.entries<FactKind>(factReferences[kind]).map(([field, referred]) => ({
    kind,
    field,
    find: (touched) =>
      `${fault(named(field))} FROM ${touched(kind)} AS referring
       ANTI JOIN ${factView('world', referred)} AS referred ON referring.${named(field)} = referred.id
       WHERE ${named(field)} IS NOT NULL`,
    reason: () => `the id of an existing ${referred}`,
  })),
);

/** What a fact refers to is on the same board. */
const onSameBoard = factsOnBoards.map(
  ({ kind, by, to, field }): Constraint => ({
    kind,
    field,
    find: (touched) => {
      const detail = `${to === 'post' ? 'referred' : 'own'}."boardId"`;
      return `${fault(`own.${named(field)}`, detail, 'own.seq')} FROM ${touched(kind)} AS own
         JOIN ${factView('world', to)} AS referred ON own.${named(by)} = referred.id
         WHERE own."boardId" <> referred."boardId"`;
    },
    reason: (board) => boardReason(to, board),
  }),
);

const oneVisitor = (
  field: 'userId' | 'visitorId',
  isNull: 'IS NULL' | 'IS NOT NULL',
): Constraint => ({
  kind: 'visit',
  field,
  find: () =>
    `${fault('"visitorId"')} FROM fresh_visit WHERE "userId" ${isNull} AND "visitorId" ${isNull}`,
  reason: () => 'exactly one of userId and visitorId',
});

/** Constraints between facts of several kinds, and between fields of one fact. */
const relations: readonly Constraint[] = [
  {
    kind: 'organization',
    field: 'ownerId',
    // The member fact may have ended.
    find: () =>
      `${fault('"ownerId"')} FROM world_organization AS owned
       ANTI JOIN (SELECT * FROM world_member WHERE role = 'owner') AS owning
         ON owned.id = owning."organizationId" AND owned."ownerId" = owning."userId"`,
    reason: () => 'a user with a member fact of role owner in this organization',
  },
  ...onSameBoard,
  oneVisitor('userId', 'IS NULL'),
  oneVisitor('visitorId', 'IS NOT NULL'),
  {
    kind: 'billingTerm',
    field: 'endsOn',
    find: () =>
      `${fault('"endsOn"', 'CAST("startsOn" AS VARCHAR)')} FROM fresh_billingTerm
       WHERE "endsOn" < "startsOn"`,
    reason: (start) => `a day not before startsOn, ${start}`,
  },
  {
    kind: 'billingTerm',
    field: 'startsOn',
    // Of two terms that overlap the later is at fault, unless only the earlier one is new.
    find: () =>
      `SELECT CASE WHEN seq < 0 THEN reaching ELSE seq END AS seq, CAST("startsOn" AS VARCHAR) AS value,
         CAST(until AS VARCHAR) AS detail, CASE WHEN seq < 0 THEN seq ELSE reaching END AS other
       FROM (SELECT seq, "startsOn", max("endsOn") OVER earlier AS until,
           arg_max(seq, "endsOn") OVER earlier AS reaching
         FROM world_billingTerm WHERE "startsOn" <= "endsOn"
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
  find: () => {
    const wrong = Object.entries(organizationRoles).map(
      ([type, possible]) =>
        `(type = ${literal(type)} AND NOT list_contains(${literals(possible)}, role))`,
    );
    return `${fault('role', 'type', 'bearer.seq')} FROM ${factView('fresh', kind)} AS bearer
       JOIN world_organization AS organization ON bearer."organizationId" = organization.id
       WHERE ${wrong.join(' OR ')}`;
  },
  reason: (type) => `one of ${organizationRoles[type as OrganizationType].join(', ')} in a ${type}`,
});

/** Oddities that are imported as they are. */
export const oddities = (now: Instant): readonly Constraint[] => [
  ...(['member', 'invitation'] as const).map(possibleRole),
  ...Object.entries(factTimePairs).map(
    ([kind, [early, late]]): Constraint => ({
      kind: kind as FactKind,
      field: late,
      find: () =>
        `${fault(timeText(named(late)), timeText(named(early)))} FROM ${factView('fresh', kind)}
         WHERE ${named(late)} < ${named(early)}`,
      reason: (start) => `a time not before ${early}, ${start}`,
    }),
  ),
  ...Object.entries(factEndings).map(
    ([kind, field]): Constraint => ({
      kind: kind as FactKind,
      field,
      find: () =>
        `${fault(timeText(named(field)))} FROM ${factView('fresh', kind)}
         WHERE ${named(field)} > make_timestamp(${now}::BIGINT * 1000)`,
      reason: () => `a time not after ${formatInstant(now)}; it counts as ended already`,
    }),
  ),
];
