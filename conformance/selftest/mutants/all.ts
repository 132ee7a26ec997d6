import { accessMutants } from './access.js';
import { allowanceMutants } from './allowance.js';
import { figureMutants } from './figures.js';
import { metricsAnswerMutants } from './metrics-answers.js';
import { metricsMetaMutants } from './metrics-meta.js';
import { metricsRejections } from './metrics-rejections.js';
import { metricsShapeMutants } from './metrics-shapes.js';
import type { Mutant } from './mutant.js';
import { recordMutants } from './record-answers.js';
import { relationMutants } from './relation-figures.js';
import { rosterAnswerMutants } from './roster-answers.js';
import { rosterFilterMutants } from './roster-filters.js';
import { rosterRejections } from './roster-rejections.js';
import { waitingMutants } from './waiting.js';

/** Every mutant. */
export const mutants: readonly Mutant[] = [
  ...metricsRejections,
  ...rosterRejections,
  ...metricsAnswerMutants,
  ...metricsShapeMutants,
  ...metricsMetaMutants,
  ...relationMutants,
  ...rosterFilterMutants,
  ...rosterAnswerMutants,
  ...recordMutants,
  ...accessMutants,
  ...waitingMutants,
  ...allowanceMutants,
  ...figureMutants,
];
