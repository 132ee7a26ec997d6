import type { Identifier } from '@tallyboard/core';
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

/** A link to one record of a type. */
export const toOne = (type: string, description: string): Schema =>
  record({ data: identifier(type) }, { description });

/** A link to one record of a type, or to none. */
export const toOneOrNone = (type: string, description: string): Schema =>
  record({ data: { anyOf: [identifier(type), { type: 'null' }] } }, { description });

/** A document about one record, with records of other kinds beside it when they were asked for. */
export const recordDocument = (
  primary: string,
  included: readonly string[],
  description: string,
): Schema =>
  record<{ data: unknown; included: unknown }>(
    {
      data: ref(primary),
      included: list(
        { anyOf: included.map(ref) },
        {
          description:
            'There exactly when the request has `include`: every linked record of the kinds it names.',
        },
      ),
    },
    { optional: ['included'], description },
  );
