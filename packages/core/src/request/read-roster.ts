import { type RosterParameter, rosterParameters } from '../api/roster.js';
import type { Day } from '../time.js';
import { monthOfDay } from '../time.js';
import { type RangeRequest, readRange } from './rules/4.1.10-date-range.js';

/** Names and values of a query string, decoded, in the order sent. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/** A roster request as the rules of 4.2 see it. */
export interface RosterRequest extends RangeRequest {
  /** The texts sent for each parameter, by either form of its name. */
  readonly query: ReadonlyMap<RosterParameter, readonly string[]>;
  /** The parameters whose name was sent without brackets. */
  readonly bare: ReadonlySet<RosterParameter>;
  /** Names that are no parameter. */
  readonly unknown: ReadonlySet<string>;
}

const parameterOf = (name: string): RosterParameter | null => {
  const bare = name.endsWith('[]') ? name.slice(0, -2) : name;
  if (!Object.hasOwn(rosterParameters, bare)) return null;
  const parameter = bare as RosterParameter;
  return bare === name || rosterParameters[parameter].kind === 'words' ? parameter : null;
};

/** Reads which parameters were sent, and how; it refuses nothing. */
export const readRoster = (pairs: QueryPairs, today: Day): RosterRequest => {
  const query = new Map<RosterParameter, string[]>();
  const bare = new Set<RosterParameter>();
  const unknown = new Set<string>();
  for (const [name, value] of pairs) {
    const parameter = parameterOf(name);
    if (parameter === null) {
      unknown.add(name);
      continue;
    }
    const values = query.get(parameter);
    if (values === undefined) query.set(parameter, [value]);
    else values.push(value);
    if (name === parameter) bare.add(parameter);
  }
  const range = readRange(query.get('from')?.[0], query.get('to')?.[0], (end) => ({
    parameter: end,
  }));
  return { query, bare, unknown, range, currentMonth: monthOfDay(today) };
};
