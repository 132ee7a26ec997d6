import { type ParameterRow, type RosterParameter, rosterParameters } from '../../api/roster.js';
import { listWords, show } from '../../messages.js';
import type { RosterRequest } from '../read.js';
import { type Refusals, refuse } from './rule.js';

const isTaken = (row: ParameterRow, text: string): boolean => {
  switch (row.kind) {
    case 'text':
      return true;
    case 'word':
    case 'words':
      return row.values.includes(text);
    case 'number':
      return /^[0-9]+$/.test(text) && Number(text) >= row.min && Number(text) <= row.max;
  }
};

const accepts = (row: ParameterRow): string => {
  switch (row.kind) {
    case 'text':
      return 'any text';
    case 'word':
    case 'words':
      return listWords(row.values);
    case 'number':
      return Number.isFinite(row.max)
        ? `a whole number from ${row.min} to ${row.max}`
        : `a whole number of ${row.min} or more`;
  }
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
      if (isTaken(row, text)) continue;
      const detail = `${parameter} is ${show(text)}; send ${accepts(row)}.`;
      yield refuse('invalidParameter', { parameter }, detail);
    }
  }
}
