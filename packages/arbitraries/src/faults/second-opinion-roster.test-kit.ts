import {
  limits,
  type RuleId,
  rosterOrders,
  rosterRoles,
  rosterSorts,
  rosterStatuses,
} from '@tallyboard/core/vocabulary';
import type { QueryPair } from '../roster.js';
import type { FaultSetting } from './fault.js';
import { rulesOfRange } from './second-opinion.test-kit.js';

const scalars = ['from', 'to', 'q', 'sort', 'order', 'page', 'perPage'];
const words: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['sort', rosterSorts],
  ['order', rosterOrders],
  ['status', rosterStatuses],
  ['status[]', rosterStatuses],
  ['userType', rosterRoles],
  ['userType[]', rosterRoles],
]);

const isCount = (value: string, most: number): boolean =>
  /^[0-9]+$/.test(value) && Number(value) >= 1 && Number(value) <= most;

const isServed = ([name, value]: QueryPair): boolean => {
  if (name === 'page') return isCount(value, Number.MAX_SAFE_INTEGER);
  if (name === 'perPage') return isCount(value, limits.perPageMax);
  return words.get(name)?.includes(value) ?? scalars.includes(name);
};

/** The clauses that a roster query breaks, each once (4.2); for the tests of this package only. */
export const rosterRulesBroken = (
  pairs: readonly QueryPair[],
  setting: FaultSetting,
): readonly RuleId[] => {
  const valueOf = (name: string): string | undefined => pairs.find((pair) => pair[0] === name)?.[1];
  const times = (name: string): number => pairs.filter((pair) => pair[0] === name).length;
  const broken = rulesOfRange(valueOf('from'), valueOf('to'), setting);
  const isRepeated =
    scalars.some((name) => times(name) > 1) ||
    ['status', 'userType'].some((name) => times(name) > 0 && times(name) + times(`${name}[]`) > 1);
  if (isRepeated || !pairs.every(isServed)) broken.push('4.2.1');
  const page = valueOf('page') ?? '1';
  const perPage = valueOf('perPage') ?? `${limits.perPageDefault}`;
  const areNumbers = [page, perPage].every((text) => /^[0-9]+$/.test(text));
  if (areNumbers && (Number(page) - 1) * Number(perPage) > limits.pageOffsetMax) {
    broken.push('4.2.2');
  }
  return [...new Set(broken)];
};
