import {
  billingStatuses,
  type FieldType,
  limits,
  organizationTypes,
  roles,
} from '@tallyboard/core/vocabulary';
import { literal } from '../duck/sql.js';

/** From an SQL expression to that of the value it holds, which is NULL where it is refused. */
type Reading = (expression: string) => string;

const when =
  (holds: Reading, value: Reading = (x) => x): Reading =>
  (x) =>
    `CASE WHEN ${holds(x)} THEN ${value(x)} END`;

const matches =
  (pattern: string): Reading =>
  (x) =>
    `regexp_full_match(${x}, ${literal(pattern)})`;

const oneOf = (words: readonly string[]): Reading =>
  when((x) => `${x} IN (${words.map(literal).join(', ')})`);

// Lengths are told in UTF-16 units, which SQL does not count: other letters are left to the core.
const ascii: Reading = (x) => `strlen(${x}) = length(${x})`;

const { organizationIdLengthMin: shortest, organizationIdLengthMax: longest } = limits;

const day = String.raw`\d{4}-\d\d-\d\d`;
const time = String.raw`([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3})?`;

/** Readings of text; what is not here is no text in JSON either. */
const ofText: { readonly [T in FieldType]?: Reading } = {
  id: when((x) => `${x} <> ''`),
  organizationId: when(
    (x) =>
      `regexp_matches(${x}, '^(wksp|org)_') AND ${ascii(x)} AND strlen(${x}) BETWEEN ${shortest} AND ${longest}`,
  ),
  boardId: when((x) => `${ascii(x)} AND strlen(${x}) IN (${limits.boardIdLengths.join(', ')})`),
  sha256: when(matches('[0-9a-f]{64}')),
  text: (x) => x,
  date: when(matches(day), (x) => `TRY_CAST(${x} AS DATE)`),
  instant: when(matches(`${day}T${time}Z`), (x) => `TRY_CAST(rtrim(${x}, 'Z') AS TIMESTAMP)`),
  organizationType: oneOf(organizationTypes),
  role: oneOf(roles),
  billingStatus: oneOf(billingStatuses),
};

const isNumber: Reading = (x) =>
  `regexp_matches(CAST(${x} AS VARCHAR), '^[-0-9]') AND isfinite(TRY_CAST(${x} AS DOUBLE))`;
const asDouble: Reading = (x) => `TRY_CAST(${x} AS DOUBLE)`;

/** Readings of a JSON value as text, for what is no text. */
const ofToken: { readonly [T in FieldType]?: Reading } = {
  boolean: when(
    (x) => `CAST(${x} AS VARCHAR) IN ('true', 'false')`,
    (x) => `CAST(${x} AS BOOLEAN)`,
  ),
  number: when(isNumber, asDouble),
  amount: when((x) => `${isNumber(x)} AND ${asDouble(x)} >= 0`, asDouble),
  count: when(
    (x) =>
      `${isNumber(x)} AND ${asDouble(x)} BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER} AND ${asDouble(x)} = floor(${asDouble(x)})`,
    (x) => `CAST(${asDouble(x)} AS BIGINT)`,
  ),
  // Texts with escapes are left to the core: they are rare, and SQL says little of what is in a list.
  words: when(
    (x) => matches(String.raw`\[("[^"\\]*"(,"[^"\\]*")*)?\]`)(`CAST(${x} AS VARCHAR)`),
    (x) => `CAST(${x} AS VARCHAR[])`,
  ),
  object: when(
    (x) => `json_type(${x}) = 'OBJECT'`,
    (x) => `CAST(${x} AS VARCHAR)`,
  ),
  keyValues: when(
    (x) =>
      `json_type(${x}) = 'ARRAY' AND len(list_filter(json_type(${x}, '$[*].key'), lambda t: t = 'VARCHAR')) = json_array_length(${x})`,
    (x) => `CAST(${x} AS VARCHAR)`,
  ),
};

const unescaped: Reading = (x) =>
  `CASE WHEN contains(${x}, '\\') THEN ${x}->>'$' ELSE substr(${x}, 2, length(${x}) - 2) END`;
const textOfToken: Reading = when((x) => `starts_with(CAST(${x} AS VARCHAR), '"')`, unescaped);
const tokenOfText: Reading = when(
  (x) => `json_valid(${x})`,
  (x) => `CAST(${x} AS JSON)`,
);

const reading = (table: { readonly [T in FieldType]?: Reading }, type: FieldType): Reading =>
  table[type] ?? ((x) => x);

const isText = (type: FieldType): boolean => type in ofText;

/** From what a form of file holds to what `valueOf` reads: a text, or JSON where no text is expected. */
export const contentForms = {
  /** A JSON value. */
  json: (type: FieldType, x: string): string => (isText(type) ? textOfToken(x) : x),
  /** A cell of text; what is no text stands there as JSON. */
  cell: (type: FieldType, x: string): string => (isText(type) ? x : tokenOfText(x)),
} as const;

/** The value of a field, NULL where it is refused. */
export const valueOf = (type: FieldType, x: string): string =>
  reading(isText(type) ? ofText : ofToken, type)(x);
