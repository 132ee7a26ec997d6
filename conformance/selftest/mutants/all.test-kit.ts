import { metricsAnswerMutants } from '../../src/power/operators/metrics-answers.js';
import { metricsMetaMutants } from '../../src/power/operators/metrics-meta.js';
import { metricsShapeMutants } from '../../src/power/operators/metrics-shapes.js';
import { ruleMutants } from '../../src/power/operators/of-rules.js';
import { rosterAnswerMutants } from '../../src/power/operators/roster-answers.js';
import { accessMutants } from './access.test-kit.js';
import { allowanceMutants } from './allowance.test-kit.js';
import { figureMutants } from './figures.test-kit.js';
import { type Mutant } from './mutant.test-kit.js';
import { refusalMutants } from './refusals.test-kit.js';
import { relationMutants } from './relation-figures.test-kit.js';
import { rosterFilterMutants } from './roster-filters.test-kit.js';
import { searchMutants } from './searches.test-kit.js';
import { waitingMutants } from './waiting.test-kit.js';

/** Every mutant. */
export const mutants: readonly Mutant[] = [
  ...refusalMutants,
  ...metricsAnswerMutants,
  ...metricsShapeMutants,
  ...metricsMetaMutants,
  ...relationMutants,
  ...rosterFilterMutants,
  ...searchMutants,
  ...rosterAnswerMutants,
  ...ruleMutants,
  ...accessMutants,
  ...waitingMutants,
  ...allowanceMutants,
  ...figureMutants,
];
