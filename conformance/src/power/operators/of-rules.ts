import { registry } from '../../rules/registry.js';
import { type Operator, wrongAnswer } from '../operator.js';

/** The wrong services that rules have beside them. */
export const ruleMutants: readonly Operator[] = registry.flatMap(({ id, broken = {} }) =>
  Object.entries(broken).map(([name, reply]) => wrongAnswer(id, name, reply)),
);
