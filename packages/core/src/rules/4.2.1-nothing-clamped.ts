import {
  type ParameterRow,
  type RosterParameter,
  rosterParameters,
} from '../catalog/roster-parameters.js';
import { refusalsOf, refuse } from '../catalog/violations.js';
import { listWords, show } from '../model/show.js';
import type { RequestRule, SentRoster } from './rule.js';

const digits = /^[0-9]+$/;

const isTaken = (row: ParameterRow, text: string): boolean => {
  switch (row.kind) {
    case 'text':
      return true;
    case 'word':
    case 'words':
      return row.values.includes(text);
    case 'number':
      return digits.test(text) && Number(text) >= row.min && Number(text) <= row.max;
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

/** 4.2.1: a value outside what a parameter takes is refused, never moved to the nearest one. */
export const nothingClamped: RequestRule<SentRoster> = {
  id: '4.2.1',
  says: 'Every parameter has a value that it takes; none is clamped.',
  looksAt: 'request',
  check: ({ query }) =>
    (Object.keys(rosterParameters) as readonly RosterParameter[]).flatMap((parameter) => {
      const row: ParameterRow = rosterParameters[parameter];
      return refusalsOf([...new Set(query[parameter])], (text) =>
        isTaken(row, text)
          ? null
          : refuse(
              'invalidParameter',
              { parameter },
              `${parameter} is ${show(text)}; send ${accepts(row)}.`,
            ),
      );
    }),
};
