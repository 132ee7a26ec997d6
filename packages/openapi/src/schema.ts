/** A JSON Schema (2020-12), as far as this document uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly type?: SchemaType | readonly SchemaType[];
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly default?: string | number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly additionalProperties?: boolean | Schema;
  readonly minProperties?: number;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, string>>;
  };
}

type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** Schemas by the name under which the document keeps them. */
export type Schemas = Readonly<Record<string, Schema>>;

/** The address of a schema that the document keeps. */
const addressOf = (name: string): string => `#/components/schemas/${name}`;

/** A schema that the document keeps under a name. */
export const ref = (name: string): Schema => ({ $ref: addressOf(name) });

/** A text; the description says what it is. */
export const text = (description: string, more: Schema = {}): Schema => ({
  type: 'string',
  description,
  ...more,
});

/** The same schema, which also takes `null`. */
export const orNull = (schema: Schema & { readonly type: SchemaType }): Schema => ({
  ...schema,
  type: [schema.type, 'null'],
});

/** One of these words. */
export const word = (values: readonly string[], description?: string): Schema => ({
  type: 'string',
  ...(values.length === 1 && values[0] !== undefined ? { const: values[0] } : { enum: values }),
  ...(description === undefined ? {} : { description }),
});

/** A list. */
export const list = (items: Schema, more: Schema = {}): Schema => ({
  type: 'array',
  items,
  ...more,
});

/** A list with nothing in it; tools want to know of what all the same. */
export const emptyList = (description: string): Schema => ({
  type: 'array',
  items: {},
  maxItems: 0,
  description,
});

/** How many of something there are. */
export const wholeNumber = (description: string, more: Schema = {}): Schema => ({
  type: 'integer',
  minimum: 0,
  description,
  ...more,
});

/**
 * An object with the fields of a type, each described once. Every field is required unless it is
 * listed as optional.
 */
export const record = <T>(
  fields: { readonly [K in keyof T]-?: Schema },
  more: Schema & { readonly optional?: readonly (keyof T & string)[] } = {},
): Schema => {
  const { optional = [], ...keywords } = more;
  const left = optional as readonly string[];
  return {
    type: 'object',
    properties: fields,
    required: Object.keys(fields).filter((name) => !left.includes(name)),
    ...keywords,
  };
};

/** One of several forms, as generators want it behind a discriminator: an object, or `allOf`. */
export const oneForm = (forms: readonly Schema[]): Schema => ({ allOf: [{ anyOf: forms }] });

/** One of several schemas that the document keeps, distinguished by the word in a field. */
export const oneOfBy = (propertyName: string, names: Readonly<Record<string, string>>): Schema => ({
  oneOf: Object.values(names).map(ref),
  discriminator: {
    propertyName,
    mapping: Object.fromEntries(
      Object.entries(names).map(([value, name]) => [value, addressOf(name)]),
    ),
  },
});
