import { type ParameterRow, type RosterParameter, rosterParameters } from '../../api/roster.js';
import { listWords, show } from '../../messages.js';
import type { RosterRequest } from '../read.js';
import { type Refusals, refuse } from './rule.js';

/** What to send in place of a text that a parameter does not take; `null` when it takes the text. */
const remedyFor = (row: ParameterRow, text: string): string | null => {
  if (row.kind === 'text') return null;
  if (row.kind !== 'number') return row.values.includes(text) ? null : listWords(row.values);
  const { min, max } = row;
  if (/^[0-9]+$/.test(text) && Number(text) >= min && Number(text) <= max) return null;
  return Number.isFinite(max)
    ? `a whole number from ${min} to ${max}`
    : `a whole number of ${min} or more`;
};

const rows = Object.entries(rosterParameters) as readonly (readonly [
  parameter: RosterParameter,
  row: ParameterRow,
])[];

const parameters = rows
  .map(([name, { kind }]) => (kind === 'words' ? `${name}[]` : name))
  .join(', ');

/** 4.2.1, names: those of the table. Only the bracket form may be repeated; a bare name is a single value. */
export function* knownParameters({ query, bare, unknown }: RosterRequest): Refusals {
  for (const name of unknown) {
    const detail = `${show(name)} is not a parameter of the roster; the parameters are ${parameters}.`;
    yield refuse('unknownParameter', { parameter: name }, detail);
  }
  for (const [parameter, { length }] of query) {
    if (length === 1 || !bare.has(parameter)) continue;
    const isList = rosterParameters[parameter].kind === 'words';
    const remedy = isList ? `write every value as ${parameter}[]` : 'send it once';
    const detail = `${parameter} is given ${length} times; ${remedy}.`;
    yield refuse('repeatedParameter', { parameter }, detail);
  }
}

/** 4.2.1, values: one outside what a parameter takes is refused, never moved to the nearest one. */
export function* nothingClamped({ query }: RosterRequest): Refusals {
  for (const [parameter, row] of rows) {
    for (const text of new Set(query.get(parameter))) {
      const remedy = remedyFor(row, text);
      if (remedy === null) continue;
      const detail = `${parameter} is ${show(text)}; send ${remedy}.`;
      yield refuse('invalidParameter', { parameter }, detail);
    }
  }
}
