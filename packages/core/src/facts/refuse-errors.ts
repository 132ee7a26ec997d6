import type { Facts } from '../model/facts.js';
import { IndexError } from '../model/index-error.js';
import { show } from '../model/show.js';
import { checkFacts } from './check-facts.js';
import type { FactFault } from './fact-fault.js';

/** Faults that one message lists; further ones are counted. */
const faultsTold = 3;

const sentenceOf = ({ kind, index, field, value, reason }: FactFault): string =>
  `${kind} ${index}, ${field}: ${show(value)} is not ${reason}`;

/** Throws when facts contradict one another or refer to what is not among them. */
export const refuseErrors = (facts: Facts): void => {
  const errors = checkFacts(facts).filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  const more = errors.length > faultsTold ? `; and ${errors.length - faultsTold} more` : '';
  const told = errors.slice(0, faultsTold).map(sentenceOf).join('; ');
  throw new IndexError('unsoundFacts', `${told}${more}. checkFacts lists all of them.`);
};
