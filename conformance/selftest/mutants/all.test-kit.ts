import { registry } from '../../src/rules/registry.js';
import { accessMutants } from './access.test-kit.js';
import { allowanceMutants } from './allowance.test-kit.js';
import { cacheMutants } from './caches.test-kit.js';
import { figureMutants } from './figures.test-kit.js';
import { lawMutants } from './laws.test-kit.js';
import { type Mutant, mutantOf } from './mutant.test-kit.js';
import { refusalMutants } from './refusals.test-kit.js';
import { rosterMutants } from './roster.test-kit.js';
import { searchMutants } from './searches.test-kit.js';
import { waitingMutants } from './waiting.test-kit.js';

/** Wrong answers stand beside the rules that they break. */
const ruleMutants: readonly Mutant[] = registry.flatMap(({ id, broken = {} }) =>
  Object.entries(broken).map(([operator, reply]) => mutantOf(id, operator, reply)),
);

/** Every mutant. */
export const mutants: readonly Mutant[] = [
  ...refusalMutants,
  ...ruleMutants,
  ...lawMutants,
  ...rosterMutants,
  ...searchMutants,
  ...accessMutants,
  ...waitingMutants,
  ...allowanceMutants,
  ...figureMutants,
  ...cacheMutants,
];
