import { metricsAnswerMutants } from '../../src/power/operators/metrics-answers.js';
import { metricsMetaMutants } from '../../src/power/operators/metrics-meta.js';
import { metricsShapeMutants } from '../../src/power/operators/metrics-shapes.js';
import { recordMutants } from '../../src/power/operators/record-answers.js';
import { rosterAnswerMutants } from '../../src/power/operators/roster-answers.js';
import { accessMutants } from './access.js';
import { allowanceMutants } from './allowance.js';
import { figureMutants } from './figures.js';
import { type Mutant } from './mutant.js';
import { refusalMutants } from './refusals.js';
import { relationMutants } from './relation-figures.js';
import { rosterFilterMutants } from './roster-filters.js';
import { searchMutants } from './searches.js';
import { waitingMutants } from './waiting.js';

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
  ...recordMutants,
  ...accessMutants,
  ...waitingMutants,
  ...allowanceMutants,
  ...figureMutants,
];
