import { rosterRoles } from '@tallyboard/core/vocabulary';
import { agreementOn } from '../model/search.js';
import type { SeenRow } from './probe.js';

// Letters that lower and upper case of ASCII alone make: no dotless i, Kelvin sign or long s.
const letters = Array.from('aeorntldcmupbghvwyfjqxz');

const contains = (letter: string) => (row: SeenRow) =>
  [row.name, row.email].some((text) => text.toLowerCase().includes(letter));

const size = (rows: readonly SeenRow[], ...tests: readonly ((row: SeenRow) => boolean)[]): number =>
  rows.filter((row) => tests.every((test) => test(row))).length;

/**
 * All three filters at once, of which each, left out, would change most, and who meets them among the rows that were
 * seen; `null` where no three of them leave two members, so that there would be no second page.
 */
export const combinedFilters = (rows: readonly SeenRow[]) => {
  // Letters that every way of comparing finds in the same rows.
  const agreed = letters.filter(agreementOn(rows));
  const seen = new Set(rows.map((row) => row.userType));
  const roles = rosterRoles.filter((role) => seen.has(role));
  const candidates = (['active', 'inactive'] as const).flatMap((status) =>
    roles.flatMap((userType) =>
      agreed.map((q) => {
        const tests = [
          (row: SeenRow) => row.active === (status === 'active'),
          (row: SeenRow) => row.userType === userType,
          contains(q),
        ];
        const found = rows.filter((row) => tests.every((test) => test(row)));
        const without = tests.map((left) => size(rows, ...tests.filter((test) => test !== left)));
        const weight = Math.min(...without) - found.length;
        return { status, userType, q, ids: found.map((row) => row.id), weight };
      }),
    ),
  );
  const [best] = candidates
    .filter(({ ids }) => ids.length >= 2)
    .toSorted((a, b) => b.weight - a.weight || b.ids.length - a.ids.length);
  return best ?? null;
};
