import {
  type BoardFact,
  type CustomFieldValue,
  dayOfInstant,
  formatDay,
} from '@tallyboard/core/vocabulary';
import type { Chance } from './chance.js';
import { letters } from './ids.js';
import { customFieldWords } from './words/board-words.js';

type Definition = (typeof customFieldWords)[number];

/** Custom fields of a board, by their ids. */
export type CustomFields = readonly { readonly key: string; readonly definition: Definition }[];

const valueShare = 0.75;

/** One to three custom fields. */
export const customFieldsOf = (chance: Chance): CustomFields => {
  const first = chance.below(customFieldWords.length);
  return Array.from({ length: 1 + chance.below(3) }, (_, offset) => ({
    key: `fld_${letters(chance, 8)}`,
    definition: customFieldWords[(first + offset) % customFieldWords.length]!,
  }));
};

/** The definitions as a board holds them. */
export const definitionsOf = (fields: CustomFields): BoardFact['customFields'] =>
  fields.length === 0
    ? null
    : Object.fromEntries(fields.map(({ key, definition }) => [key, definition]));

const valueOf = (chance: Chance, { type, ...definition }: Definition, at: number): unknown => {
  const values: Readonly<Record<Definition['type'], () => unknown>> = {
    choice: () => ('options' in definition ? chance.pick(definition.options) : null),
    number: () => chance.below(11),
    date: () => formatDay(dayOfInstant(at + chance.below(30) * 86_400_000)),
    text: () => `p. ${1 + chance.below(90)}`,
    boolean: () => chance.hits(0.6),
  };
  return values[type]();
};

/** The values that a post gives; some are left out. */
export const fieldValuesOf = (
  chance: Chance,
  fields: CustomFields,
  at: number,
): readonly CustomFieldValue[] | null =>
  fields.length === 0
    ? null
    : fields
        .filter(() => chance.hits(valueShare))
        .map(({ key, definition }) => ({ key, value: valueOf(chance, definition, at) }));
