import type { Operator } from '../operator.js';
import { metricsAnswerMutants } from './metrics-answers.js';
import { metricsMetaMutants } from './metrics-meta.js';
import { metricsShapeMutants } from './metrics-shapes.js';
import { ruleMutants } from './of-rules.js';
import { rosterAnswerMutants } from './roster-answers.js';

/** Every way of being wrong that is made in answers; the self-test switches each on in a service. */
export const operators: readonly Operator[] = [
  ...metricsAnswerMutants,
  ...metricsShapeMutants,
  ...metricsMetaMutants,
  ...rosterAnswerMutants,
  ...ruleMutants,
];
