import { factKinds } from '../catalog/fact-catalog.js';
import type { Facts } from '../model/facts.js';
import { failArgument } from '../model/fail-argument.js';
import type { Instant } from '../model/instant.js';
import { termsApart, termsRunForwards } from './billing-terms.js';
import { type FactCheck, type FactFault, faultsOf } from './fact-fault.js';
import { lookupOf } from './fact-lookup.js';
import { ownersAreMembers, rolesOfType } from './membership.js';
import { endingsHaveHappened, timesInOrder } from './order-of-times.js';
import { knownReferences } from './references.js';
import { onTheSameBoard } from './same-board.js';
import { uniqueKeys } from './unique-facts.js';
import { visitsOfOne } from './visits.js';

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
 * @throws TypeError - when there is no list of a kind
 *
 * @example
 * ```ts
 * checkFacts(facts); // []
 * const post = { ...facts.post[0]!, boardId: 'board-of-no-fact' };
 * checkFacts({ ...facts, post: [post] }).map(({ field, reason }) => `${field}: ${reason}`); // ['boardId: the id of an existing board']
 * ```
 */
export const checkFacts = (facts: Facts, now: Instant | null = null): readonly FactFault[] => {
  const kind = factKinds.find((one) => !Array.isArray((facts as Facts | null)?.[one]));
  if (kind !== undefined)
    failArgument(`facts.${kind}`, facts?.[kind], 'a list of facts, as collectFacts gives it');
  const question = { facts, lookup: lookupOf(facts), now };
  return checks.flatMap((check) => faultsOf(check, question));
};
