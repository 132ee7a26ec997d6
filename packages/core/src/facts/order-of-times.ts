import type { FactByKind, FactKind } from '../model/facts.js';
import { formatInstant, type Instant } from '../model/instant.js';
import { type FactCheck, type FactFault, warningAt } from './fact-fault.js';

type InstantField<K extends FactKind> = {
  [F in keyof FactByKind[K]]: Instant extends FactByKind[K][F] ? F : never;
}[keyof FactByKind[K]] &
  string;

type InstantRow = Readonly<Record<string, Instant | null>>;

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

/** No member leaves before joining, and nothing is updated before it is created. */
export const timesInOrder: FactCheck = ({ facts }) =>
  (Object.keys(factTimePairs) as (keyof typeof factTimePairs)[]).flatMap((kind) => {
    const pair = factTimePairs[kind];
    if (pair === undefined) return [];
    const [early, late] = pair;
    const faults: FactFault[] = [];
    for (const [index, row] of (facts[kind] as unknown as readonly InstantRow[]).entries()) {
      const [start, end] = [row[early] ?? null, row[late] ?? null];
      if (start === null || end === null || start <= end) continue;
      const reason = `a time not before ${early}, ${formatInstant(start)}`;
      faults.push(warningAt(kind, index, late, formatInstant(end), reason));
    }
    return faults;
  });

/** An ending that lies ahead counts as one that has happened, which may surprise. */
export const endingsHaveHappened: FactCheck = ({ facts, now }) =>
  (Object.keys(factEndings) as (keyof typeof factEndings)[]).flatMap((kind) => {
    const field = factEndings[kind];
    if (field === undefined || now === null) return [];
    const faults: FactFault[] = [];
    for (const [index, row] of (facts[kind] as unknown as readonly InstantRow[]).entries()) {
      const end = row[field] ?? null;
      if (end === null || end <= now) continue;
      const reason = `a time not after ${formatInstant(now)}; it counts as ended already`;
      faults.push(warningAt(kind, index, field, formatInstant(end), reason));
    }
    return faults;
  });
