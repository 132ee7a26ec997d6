import {
  type FactField,
  type FactKind,
  type FieldType,
  factFields,
  factKinds,
} from '@tallyboard/core/vocabulary';

/** A field of a fact, and how ClickHouse holds it. */
export interface Field extends FactField {
  readonly column: string;
}

/** Old servers have no DateTime64, and read decimals only nearly: times are numbers, decimals texts. */
const columnTypes: Readonly<Partial<Record<FieldType, string>>> = {
  boolean: 'UInt8',
  date: 'Int32',
  instant: 'Int64',
  count: 'Int64',
  words: 'Array(String)',
};

const held = (field: FactField): Field => {
  const plain = columnTypes[field.type] ?? 'String';
  return { ...field, column: field.nullable ? `Nullable(${plain})` : plain };
};

/** The fields of every kind, in the order of the catalog. */
export const fieldsOf = Object.fromEntries(
  factKinds.map((kind) => [kind, factFields[kind].map(held)]),
) as unknown as Readonly<Record<FactKind, readonly Field[]>>;

/** A column beside the fields, worked out when facts are loaded. */
export interface CodeColumn {
  readonly name: string;
  readonly column: string;
}

const code = (name: string): CodeColumn => ({ name, column: 'Int32' });

/**
 * What events are grouped by: the UTC day of what happened, and the places of users, boards and media in
 * the ascending lists of their scope, -1 for no person. Texts would be compared a million times over.
 */
export const codeColumns: Readonly<Record<FactKind, readonly CodeColumn[]>> = {
  user: [code('code')],
  apiKey: [],
  organization: [],
  billingTerm: [],
  seatChange: [],
  member: [],
  invitation: [],
  board: [code('code'), code('day'), code('author')],
  section: [],
  post: [code('day'), code('author'), code('board')],
  comment: [code('day'), code('author'), code('board'), { name: 'toPeer', column: 'UInt8' }],
  reaction: [code('day'), code('author'), code('board'), { name: 'toPeer', column: 'UInt8' }],
  visit: [code('day'), code('visitor'), code('board')],
  attachment: [code('code'), code('day'), code('author')],
  play: [code('day'), code('media')],
  scan: [code('day'), { name: 'micros', column: 'Int64' }],
};
