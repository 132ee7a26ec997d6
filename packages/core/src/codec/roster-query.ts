import { type RosterParameter, rosterParameters } from '../catalog/roster-parameters.js';
import { refusalsOf, refuse } from '../catalog/violations.js';
import { show } from '../model/show.js';
import type { Read } from './read.js';

/** Names and values of a query string, decoded, in the order sent. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/** The texts sent for each roster parameter; a parameter that was not sent is absent. */
export type RosterQuery = { readonly [P in RosterParameter]?: readonly string[] };

const parameterOf = (name: string): RosterParameter | null => {
  const bare = name.endsWith('[]') ? name.slice(0, -2) : name;
  if (!Object.hasOwn(rosterParameters, bare)) return null;
  const parameter = bare as RosterParameter;
  return bare === name || rosterParameters[parameter].kind === 'words' ? parameter : null;
};

const known = Object.entries(rosterParameters)
  .map(([name, row]) => (row.kind === 'words' ? `${name}[]` : name))
  .join(', ');

/**
 * Reads the structure of a roster query (4.2): which parameter, sent how. Only the bracket form may be
 * repeated; a bare name stands for a single value.
 */
export const readRosterQuery = (pairs: QueryPairs): Read<RosterQuery> => {
  const spellings = new Map<RosterParameter, string[]>();
  // Without a prototype, which may have been changed and have such names.
  const query = Object.create(null) as { [P in RosterParameter]?: string[] };
  const unknown = new Set<string>();
  for (const [name, value] of pairs) {
    const parameter = parameterOf(name);
    if (parameter === null) {
      unknown.add(name);
      continue;
    }
    (query[parameter] ??= []).push(value);
    const names = spellings.get(parameter);
    if (names === undefined) spellings.set(parameter, [name]);
    else names.push(name);
  }
  const unknownOnes = refusalsOf([...unknown], (name) => {
    const detail = `${show(name)} is not a parameter of the roster; the parameters are ${known}.`;
    return refuse('unknownParameter', { parameter: name }, detail);
  });
  const repeated = refusalsOf([...spellings], ([parameter, names]) => {
    if (names.length === 1 || !names.includes(parameter)) return null;
    const remedy =
      rosterParameters[parameter].kind === 'words'
        ? `write every value as ${parameter}[]`
        : 'send it once';
    const detail = `${parameter} is given ${names.length} times; ${remedy}.`;
    return refuse('repeatedParameter', { parameter }, detail);
  });
  return { value: query, refusals: [...unknownOnes, ...repeated] };
};
