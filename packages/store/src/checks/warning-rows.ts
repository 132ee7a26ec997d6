import { factEndings, factTimePairs } from '@tallyboard/core';
import {
  type FactKind,
  formatInstant,
  type Instant,
  organizationRoles,
} from '@tallyboard/core/vocabulary';
import { literal, named } from '../duck/sql.js';
import type { CheckRow } from './check-row.js';

const timeText = (x: string): string => `strftime(${x}, '%Y-%m-%dT%H:%M:%S.%gZ')`;

const impossibleRoles = (kind: 'member' | 'invitation'): readonly CheckRow[] =>
  Object.entries(organizationRoles).map(([type, possible]) => ({
    kind,
    field: 'role',
    severity: 'warning',
    find: ({ fresh, world }) =>
      `SELECT bearer.seq, role AS value, '' AS detail, NULL AS other FROM ${fresh(kind)} AS bearer
       JOIN ${world('organization')} AS organization ON bearer."organizationId" = organization.id
       WHERE type = ${literal(type)} AND role NOT IN (${possible.map(literal).join(', ')})`,
    reason: () => `one of ${possible.join(', ')} in a ${type}`,
  }));

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
  ...impossibleRoles('member'),
  ...impossibleRoles('invitation'),
  ...timesInOrder,
  ...endingsAhead(now),
];
