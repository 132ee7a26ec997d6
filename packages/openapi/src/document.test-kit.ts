import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenAPIV3_1 } from 'openapi-types';

/** The committed document as text. */
export const documentText = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');

/** A JSON Schema of the document. */
export type Schema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject;

/** The operations of the committed document: its bodies and headers are never references. */
export interface Operation extends OpenAPIV3_1.OperationObject {
  readonly operationId: string;
  readonly parameters: (OpenAPIV3_1.ParameterObject & { readonly schema: Schema })[];
  readonly requestBody?: OpenAPIV3_1.RequestBodyObject;
  readonly responses: Record<
    string,
    OpenAPIV3_1.ResponseObject & {
      readonly headers: Readonly<Record<string, OpenAPIV3_1.ReferenceObject>>;
      readonly content: Readonly<Record<string, OpenAPIV3_1.MediaTypeObject>>;
    }
  >;
}

/** The committed document. */
export const committed = JSON.parse(documentText) as OpenAPIV3_1.Document & {
  readonly components: {
    readonly headers: Readonly<Record<string, OpenAPIV3_1.HeaderObject>>;
    readonly schemas: Readonly<Record<string, OpenAPIV3_1.SchemaObject>>;
  };
};

/** All its operations. */
export const operations = Object.values(committed.paths ?? {})
  .flatMap((item) => [item?.get, item?.post])
  .filter((operation) => operation !== undefined) as readonly Operation[];

/** A schema of the document by its name. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a schema lists fields and does not say whether there may be others. */
const isOpen = (value: Readonly<Record<string, unknown>>): boolean =>
  isObject(value['properties']) && value['additionalProperties'] === undefined;

/**
 * The schema without room for fields that it does not list. Clients are told to expect new ones; a
 * test wants to know of every field.
 */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isObject(schema)) return schema;
  const parts = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, name === 'examples' ? part : closed(part)]),
  );
  return isOpen(parts) ? { ...parts, additionalProperties: false } : parts;
};

const formats = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
};

const ajv = new Ajv2020({ strict: false, formats });
ajv.addSchema({ components: closed(committed.components) as object }, 'document');

const compiled = new Map<string, ValidateFunction>();

/** What a schema finds wrong with a value; nothing when it is as described. */
export const faultsOf = (schema: Schema, value: unknown): readonly string[] => {
  const key = JSON.stringify(schema);
  const known = compiled.get(key);
  const validate =
    known ??
    ajv.compile(JSON.parse(key.replaceAll('"#/components/', '"document#/components/')) as object);
  if (known === undefined) compiled.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

/** Whether a value is as a schema describes it. */
export const isValid = (schema: Schema, value: unknown): boolean =>
  faultsOf(schema, value).length === 0;
