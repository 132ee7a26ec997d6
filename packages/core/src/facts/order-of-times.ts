import type { FactByKind, FactKind } from '../model/facts.js';
import { formatInstant, type Instant } from '../model/instant.js';
import type { FactCheck, FactRow } from './fact-fault.js';

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
export const timesInOrder = kindsOf(factTimePairs).map((kind): FactCheck => {
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
export const endingsHaveHappened = kindsOf(factEndings).map((kind): FactCheck => {
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
