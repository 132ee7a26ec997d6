import type { FactKind } from '@tallyboard/core/vocabulary';
import type { CheckRow } from './check-row.js';

/** The owner of an organization has a member fact with the role owner there, ended or not. */
const owners: CheckRow = {
  kind: 'organization',
  field: 'ownerId',
  severity: 'error',
  find: ({ world }) =>
    `SELECT seq, "ownerId" AS value, '' AS detail, NULL AS other FROM ${world('organization')} AS owned
     ANTI JOIN (SELECT * FROM ${world('member')} WHERE role = 'owner') AS owning
       ON owned.id = owning."organizationId" AND owned."ownerId" = owning."userId"`,
  reason: () => 'a user with a member fact of role owner in this organization',
};

/** A comment or reaction is on the board of its post. */
const boardOfPost = (kind: FactKind): CheckRow => ({
  kind,
  field: 'boardId',
  severity: 'error',
  find: ({ touched, world }) =>
    `SELECT placed.seq, placed."boardId" AS value, post."boardId" AS detail, NULL AS other
     FROM ${touched(kind)} AS placed JOIN ${world('post')} AS post ON placed."postId" = post.id
     WHERE placed."boardId" <> post."boardId"`,
  reason: (board) => `${board}, the board of its post`,
});

/** The section of a post belongs to the board of the post. */
const sectionOfBoard: CheckRow = {
  kind: 'post',
  field: 'sectionId',
  severity: 'error',
  find: ({ touched, world }) =>
    `SELECT placed.seq, placed."sectionId" AS value, placed."boardId" AS detail, NULL AS other
     FROM ${touched('post')} AS placed JOIN ${world('section')} AS section
       ON placed."sectionId" = section.id
     WHERE placed."boardId" <> section."boardId"`,
  reason: (board) => `a section of the board ${board}`,
};

const visitOf = (field: 'userId' | 'visitorId', holds: string): CheckRow => ({
  kind: 'visit',
  field,
  severity: 'error',
  find: ({ fresh }) =>
    `SELECT seq, "visitorId" AS value, '' AS detail, NULL AS other FROM ${fresh('visit')} WHERE ${holds}`,
  reason: () => 'exactly one of userId and visitorId',
});

const termsForwards: CheckRow = {
  kind: 'billingTerm',
  field: 'endsOn',
  severity: 'error',
  find: ({ fresh }) =>
    `SELECT seq, CAST("endsOn" AS VARCHAR) AS value, CAST("startsOn" AS VARCHAR) AS detail, NULL AS other
     FROM ${fresh('billingTerm')} WHERE "endsOn" < "startsOn"`,
  reason: (start) => `a day not before startsOn, ${start}`,
};

/** Of two terms that overlap the later is at fault, unless only the earlier one is new. */
const termsApart: CheckRow = {
  kind: 'billingTerm',
  field: 'startsOn',
  severity: 'error',
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
};

/** Constraints between facts of several kinds, and between fields of one fact. */
export const companyRows: readonly CheckRow[] = [
  owners,
  boardOfPost('comment'),
  boardOfPost('reaction'),
  sectionOfBoard,
  visitOf('userId', '"userId" IS NULL AND "visitorId" IS NULL'),
  visitOf('visitorId', '"userId" IS NOT NULL AND "visitorId" IS NOT NULL'),
  termsForwards,
  termsApart,
];
