import { ArgumentError, failArgument, show } from '../messages.js';
import { type Instant } from '../time.js';
import { type FactKind, type Facts, factKinds } from './catalog.js';
import {
  endingsHaveHappened,
  ownersAreMembers,
  rolesOfType,
  termsApart,
  termsRunForwards,
  timesInOrder,
  uniqueKeys,
  visitsOfOne,
} from './checks.js';
import { type FactCheck, type FactFault, faultsOf, lookupOf } from './fault.js';
import { knownReferences, onTheSameBoard } from './references.js';

/** Every check; repeated and missing facts first, since they explain what may follow. */
const checks: readonly FactCheck[] = [
  ...uniqueKeys,
  ...knownReferences,
  ownersAreMembers,
  ...onTheSameBoard,
  visitsOfOne,
  termsRunForwards,
  termsApart,
  ...rolesOfType,
  ...timesInOrder,
  ...endingsHaveHappened,
];

/**
 * Checks facts, each of which was read by `readFact`, against one another. With `now` it also warns
 * of endings that lie ahead. An empty list means that nothing was found.
 *
 * @throws ArgumentError - when there is no list of a kind
 *
 * @example
 * ```ts
 * checkFacts(facts); // []
 * const post = { ...facts.post[0]!, boardId: 'board-of-no-fact' };
 * checkFacts({ ...facts, post: [post] }).map(({ field, reason }) => `${field}: ${reason}`); // ['boardId: the id of an existing board']
 * ```
 */
export const checkFacts = (facts: Facts, now: Instant | null = null): readonly FactFault[] => {
  const rowsOf = (kind: FactKind): unknown => (facts as Facts | null)?.[kind];
  const kind = factKinds.find((one) => !Array.isArray(rowsOf(one)));
  if (kind !== undefined) {
    failArgument(`facts.${kind}`, rowsOf(kind), 'a list of facts, as collectFacts gives it');
  }
  const question = { facts, lookup: lookupOf(facts), now };
  return checks.flatMap((check) => faultsOf(check, question));
};

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
  throw new ArgumentError(
    'facts',
    `not sound: ${told}${more}`,
    'facts without errors; checkFacts lists all',
  );
};
