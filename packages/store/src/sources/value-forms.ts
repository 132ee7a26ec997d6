import {
  billingStatuses,
  type FieldType,
  limits,
  organizationTypes,
  roles,
} from '@tallyboard/core/vocabulary';
import { literal } from '../duck/sql.js';

/** From an SQL expression to another. */
export type Expression = (x: string) => string;

/**
 * How a value is read from its content, a text or JSON. A value is refused where its condition does
 * not hold, or is NULL.
 */
export interface ValueForm {
  /** The value; NULL, and never an error, where there is none. */
  readonly value: Expression;
  /** Of the content, and of its value. */
  readonly holds: (content: string, value: string) => string;
}

const same: Expression = (x) => x;
const isThere: Expression = (x) => `${x} IS NOT NULL`;

const oneOf = (words: readonly string[]): ValueForm => ({
  value: same,
  holds: (x) => `${x} IN (${words.map(literal).join(', ')})`,
});

const patterned = (pattern: string, value: Expression = same): ValueForm => ({
  value,
  holds: (x, v) => `regexp_full_match(${x}, ${literal(pattern)}) AND ${isThere(v)}`,
});

// Lengths are in UTF-16 units, which SQL does not count: other letters are left to the core.
const ascii: Expression = (x) => `strlen(${x}) = length(${x})`;

const { organizationIdLengthMin: shortest, organizationIdLengthMax: longest } = limits;

const day = String.raw`\d{4}-\d\d-\d\d`;
const time = String.raw`([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3})?`;

/** Values that are texts in JSON. */
const ofText: { readonly [T in FieldType]?: ValueForm } = {
  id: { value: same, holds: (x) => `${x} <> ''` },
  organizationId: {
    value: same,
    holds: (x) =>
      `(starts_with(${x}, 'wksp_') OR starts_with(${x}, 'org_')) AND ${ascii(x)} AND strlen(${x}) BETWEEN ${shortest} AND ${longest}`,
  },
  boardId: {
    value: same,
    holds: (x) => `${ascii(x)} AND strlen(${x}) IN (${limits.boardIdLengths.join(', ')})`,
  },
  sha256: patterned('[0-9a-f]{64}'),
  text: { value: same, holds: isThere },
  date: patterned(day, (x) => `TRY_CAST(${x} AS DATE)`),
  instant: patterned(`${day}T${time}Z`, (x) => `TRY_CAST(${x} AS TIMESTAMP)`),
  organizationType: oneOf(organizationTypes),
  role: oneOf(roles),
  billingStatus: oneOf(billingStatuses),
};

const asText: Expression = (x) => `CAST(${x} AS VARCHAR)`;
const asDouble: Expression = (x) => `TRY_CAST(${asText(x)} AS DOUBLE)`;
const isNumber = (x: string, value: string): string =>
  `(${asText(x)} BETWEEN '0' AND ':' OR starts_with(${asText(x)}, '-')) AND isfinite(${value})`;

/** What DuckDB takes for JSON and is none: NaN, infinities, a comma before an end. Texts are passed over as a whole. */
const lax = String.raw`(?is)^([^"]|"([^"\\]|\\.)*")*([:\[,]\s*-?(nan|inf)|,\s*[}\]])`;

/** Whether JSON that DuckDB takes is JSON. */
export const isStrict: Expression = (text) => `NOT regexp_matches(${text}, ${literal(lax)})`;

/** With so few brackets nothing nests too deep; what has more is left to the core. */
const isFlat: Expression = (text) =>
  `strlen(${text}) - strlen(translate(${text}, '{[', '')) <= ${limits.valueDepthMax}`;

/** Values that are no texts in JSON. */
const ofToken: { readonly [T in FieldType]?: ValueForm } = {
  boolean: {
    value: (x) => `TRY_CAST(${asText(x)} AS BOOLEAN)`,
    holds: (x) => `${asText(x)} IN ('true', 'false')`,
  },
  number: { value: asDouble, holds: isNumber },
  amount: { value: asDouble, holds: (x, v) => `${isNumber(x, v)} AND ${v} >= 0` },
  count: {
    value: asDouble,
    holds: (x, v) =>
      `${isNumber(x, v)} AND ${v} BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER} AND ${v} = floor(${v})`,
  },
  // Texts with escapes are left to the core: they are rare, and SQL says little of what is in a list.
  words: {
    value: (x) => `TRY_CAST(${x} AS VARCHAR[])`,
    holds: (x, v) => patterned(String.raw`\[("[^"\\]*"(,"[^"\\]*")*)?\]`).holds(asText(x), v),
  },
  object: {
    value: asText,
    holds: (x, v) => `json_type(${x}) = 'OBJECT' AND ${isFlat(v)} AND ${isStrict(v)}`,
  },
  keyValues: {
    value: asText,
    // Of a name that an object has twice, DuckDB looks at the first and the core at the last.
    holds: (x, v) =>
      `json_type(${x}) = 'ARRAY' AND len(list_filter(json_type(${x}, '$[*].key'), lambda t: t = 'VARCHAR')) = json_array_length(${x})
       AND len(list_filter(json_keys(${x}, '$[*]'), lambda names: len(names) <> list_unique(names))) = 0 AND ${isFlat(v)} AND ${isStrict(v)}`,
  },
};

const isText = (type: FieldType): boolean => type in ofText;

/** How the value of a field is read from its content. */
export const valueForm = (type: FieldType): ValueForm =>
  (isText(type) ? ofText : ofToken)[type] ?? { value: same, holds: isThere };

/** How what a file gives for a field becomes content. */
export interface ContentForm {
  /** A text, or JSON where the value is no text; NULL, and never an error, where there is none. */
  readonly content: Expression;
  /** What must hold of what is given, beside what holds of the value; `null` for nothing. */
  readonly givenHolds: Expression | null;
}

/** A JSON value. */
export const jsonContent = (type: FieldType): ContentForm =>
  isText(type)
    ? { content: (x) => `${x}->>'$'`, givenHolds: (x) => `starts_with(${asText(x)}, '"')` }
    : { content: same, givenHolds: null };

/** A cell of text; what is no text is there as JSON. */
export const cellContent = (type: FieldType): ContentForm => ({
  content: isText(type) ? same : (x) => `TRY_CAST(${x} AS JSON)`,
  givenHolds: null,
});
