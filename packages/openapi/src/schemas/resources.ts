import type { Identifier } from '@tallyboard/core';
import type { IncludeRow } from '@tallyboard/core/vocabulary';
import { list, record, ref, type Schema, text, word } from '../schema.js';

/** A record of a document: what it is, what is said about it, and what it is linked with. */
export const resource = (
  type: string,
  id: string,
  attributes: Schema,
  relationships: Schema,
  description: string,
): Schema =>
  record({ type: word([type]), id: text(id), attributes, relationships }, { description });

const identifier = (type: string): Schema =>
  record<Identifier>({ type: word([type]), id: text('The id of the record.') });

/** A link to any number of records of a type, all of them listed. */
export const toMany = (type: string, description: string): Schema =>
  record({ data: list(identifier(type)) }, { description });

const orders = { place: 'By their place on the board.', age: 'Oldest first.' };

/** Links to all records of every kind that can be included. */
export const toIncludes = (rows: readonly (IncludeRow & { readonly word: string })[]): Schema =>
  record(
    Object.fromEntries(rows.map(({ word, type, order }) => [word, toMany(type, orders[order])])),
  );

/** The name of the schema of a type of record. */
const schemaOf = ({ type }: IncludeRow): string => `${type[0]?.toUpperCase()}${type.slice(1)}`;

/** A link to one record of a type. */
export const toOne = (type: string, description: string): Schema =>
  record({ data: identifier(type) }, { description });

/** A link to one record of a type, or to none. */
export const toOneOrNone = (type: string, description: string): Schema =>
  record({ data: { anyOf: [identifier(type), { type: 'null' }] } }, { description });

/** A document about one record, with records of other kinds beside it when they were asked for. */
export const recordDocument = (
  primary: string,
  includes: readonly IncludeRow[],
  description: string,
): Schema =>
  record<{ data: unknown; included: unknown }>(
    {
      data: ref(primary),
      included: list(
        { anyOf: includes.map(schemaOf).map(ref) },
        {
          description:
            'There exactly when the request has `include`: every linked record of the kinds it names.',
        },
      ),
    },
    { optional: ['included'], description },
  );
