import { metricsRejections } from './metrics-rejections.js';
import type { Mutant } from './mutant.js';
import { rosterRejections } from './roster-rejections.js';

/** Every mutant. */
export const mutants: readonly Mutant[] = [...metricsRejections, ...rosterRejections];
