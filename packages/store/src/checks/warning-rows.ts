import { factEndings, factTimePairs } from '@tallyboard/core';
import {
  type FactKind,
  formatInstant,
  type Instant,
  type OrganizationType,
  organizationRoles,
} from '@tallyboard/core/vocabulary';
import { literal, named } from '../duck/sql.js';
import type { CheckRow } from './check-row.js';

const timeText = (x: string): string => `strftime(${x}, '%Y-%m-%dT%H:%M:%S.%gZ')`;

const impossibleRoles = (kind: 'member' | 'invitation'): CheckRow => ({
  kind,
  field: 'role',
  severity: 'warning',
  find: ({ fresh, world }) => {
    const wrong = Object.entries(organizationRoles).map(
      ([type, possible]) =>
        `(type = ${literal(type)} AND role NOT IN (${possible.map(literal).join(', ')}))`,
    );
    return `SELECT bearer.seq, role AS value, type AS detail, NULL AS other FROM ${fresh(kind)} AS bearer
       JOIN ${world('organization')} AS organization ON bearer."organizationId" = organization.id
       WHERE ${wrong.join(' OR ')}`;
  },
  reason: (type) => `one of ${organizationRoles[type as OrganizationType].join(', ')} in a ${type}`,
});

const timesInOrder: readonly CheckRow[] = Object.entries(factTimePairs).map(
  ([kind, [early, late]]) => ({
    kind: kind as FactKind,
    field: late,
    severity: 'warning',
    find: ({ fresh }) =>
      `SELECT seq, ${timeText(named(late))} AS value, ${timeText(named(early))} AS detail, NULL AS other
       FROM ${fresh(kind as FactKind)} WHERE ${named(late)} < ${named(early)}`,
    reason: (start) => `a time not before ${early}, ${start}`,
  }),
);

const endingsAhead = (now: Instant): readonly CheckRow[] =>
  Object.entries(factEndings).map(([kind, field]) => ({
    kind: kind as FactKind,
    field,
    severity: 'warning',
    find: ({ fresh }) =>
      `SELECT seq, ${timeText(named(field))} AS value, '' AS detail, NULL AS other
       FROM ${fresh(kind as FactKind)} WHERE ${named(field)} > make_timestamp(${now}::BIGINT * 1000)`,
    reason: () => `a time not after ${formatInstant(now)}; it counts as ended already`,
  }));

/** Oddities that are imported as they are. */
export const warningRows = (now: Instant): readonly CheckRow[] => [
  impossibleRoles('member'),
  impossibleRoles('invitation'),
  ...timesInOrder,
  ...endingsAhead(now),
];
