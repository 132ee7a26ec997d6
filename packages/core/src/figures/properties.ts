import type { MetricRow } from '../catalog/metric-catalog.js';
import { failArgument } from '../model/fail-argument.js';
import type { PropertyName, ResolvedProperties } from '../model/metric.js';
import { roles } from '../model/role.js';
import { listWords } from '../model/show.js';
import { allPeople, anonymous, type People } from './kernel.js';

/** Throws a TypeError that says what a metric takes as a property. */
export const refuseProperty = (
  row: MetricRow,
  property: PropertyName,
  sent: unknown,
  at = '',
): never => {
  const words = row.properties[property]?.values;
  const list = property === 'userType' && at === '' ? 'a list of ' : '';
  const accepted =
    words === undefined ? 'nothing: the metric does not take it' : `${list}${listWords(words)}`;
  return failArgument(`query.properties.${property}${at}`, sent, accepted);
};

const peopleByWord: ReadonlyMap<string, People> = new Map([
  ...roles.map((role, code): [string, People] => [role, 1 << code]),
  ['anonymous', anonymous],
  ['all', allPeople],
]);

/** The people that a resolved `userType` names; each word is read once. */
export const peopleOf = (row: MetricRow, userType: ResolvedProperties['userType']): People => {
  const taken = row.properties.userType;
  if (userType === undefined && taken?.requirement !== 'required') return allPeople;
  if (!Array.isArray(userType) || userType.length === 0) {
    return refuseProperty(row, 'userType', userType);
  }
  let people = 0;
  for (let at = 0; at < userType.length; at++) {
    const word = userType[at] as string;
    if (taken?.values.includes(word) !== true) refuseProperty(row, 'userType', word, `[${at}]`);
    people |= peopleByWord.get(word)!;
  }
  return people;
};
