import {
  billingStatuses,
  type FieldType,
  limits,
  organizationTypes,
  roles,
} from '@tallyboard/core/vocabulary';
import { literal } from './duck/sql.js';

/** From an SQL expression to another. */
type Expression = (x: string) => string;

/** Of a content and the value that was read from it. A value is refused where this does not hold, or is NULL. */
type Condition = (content: string, value: string) => string;

/** What the store knows of a type of field: how it is read from files, held in a column, and given as a fact. */
interface FieldForm {
  /** The SQL type of its column. */
  readonly column: string;
  /** Whether JSON has it as a text. Then a cell of CSV is the text; otherwise, the JSON. */
  readonly isText: boolean;
  /** Whether its column holds JSON: nothing looks inside before a board is sent. */
  readonly isJson?: boolean;
  /** From a content, a text or JSON, to the value; NULL, and never an error, where there is none. */
  readonly value: Expression;
  /** May refuse what the core accepts, and never the other way round: such a file is read once more by the core. */
  readonly holds: Condition;
  /** From its column to what a fact holds: days and times are numbers. */
  readonly selected?: Expression;
}

const same: Expression = (x) => x;
const asText: Expression = (x) => `CAST(${x} AS VARCHAR)`;
const asDouble: Expression = (x) => `CAST(${x} AS DOUBLE)`;
// Lengths are in UTF-16 units, which SQL does not count: other letters are left to the core.
const isAscii: Expression = (x) => `strlen(${x}) = length(${x})`;
const matches = (x: string, pattern: string): string =>
  `regexp_full_match(${x}, ${literal(pattern)})`;

/** What DuckDB takes for JSON and is none: NaN, infinities, a comma before an end. Texts are passed over as a whole. */
const lax = String.raw`(?is)^([^"]|"([^"\\]|\\.)*")*([:\[,]\s*-?(nan|inf)|,\s*[}\]])`;

/** Whether JSON that DuckDB takes is JSON. */
export const isStrict: Expression = (text) => `NOT regexp_matches(${text}, ${literal(lax)})`;

/** With so few brackets nothing nests too deep. */
const isFlat: Expression = (text) =>
  `strlen(${text}) - strlen(translate(${text}, '{[', '')) <= ${limits.valueDepthMax}`;

const text = (holds: Condition): FieldForm => ({
  column: 'VARCHAR',
  isText: true,
  value: same,
  holds,
});
const oneOf = (words: readonly string[]): FieldForm =>
  text((x) => `${x} IN (${words.map(literal).join(', ')})`);

const json = (type: string, holds: Expression): FieldForm => ({
  column: 'VARCHAR',
  isText: false,
  isJson: true,
  value: asText,
  holds: (x, v) =>
    `json_type(${x}) = '${type}' AND ${holds(x)} AND ${isFlat(v)} AND ${isStrict(v)}`,
});

const number = (column: string, holds: Expression): FieldForm => ({
  column,
  isText: false,
  value: (x) => `TRY_CAST(${asText(x)} AS DOUBLE)`,
  holds: (x, v) =>
    `(${asText(x)} BETWEEN '0' AND ':' OR starts_with(${asText(x)}, '-')) AND isfinite(${v}) AND ${holds(v)}`,
});

const day = String.raw`\d{4}-\d\d-\d\d`;
const time = String.raw`([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3})?`;

const dated = (column: string, pattern: string, selected: Expression): FieldForm => ({
  column,
  isText: true,
  value: (x) => `TRY_CAST(${x} AS ${column})`,
  holds: (x, v) => `${matches(x, pattern)} AND ${v} IS NOT NULL`,
  selected,
});

const { organizationIdLengthMin: shortest, organizationIdLengthMax: longest } = limits;

/** Every type of field. */
export const fieldForms: Readonly<Record<FieldType, FieldForm>> = {
  id: text((x) => `${x} <> ''`),
  organizationId: text(
    (x) => `(starts_with(${x}, 'wksp_') OR starts_with(${x}, 'org_'))
      AND ${isAscii(x)} AND strlen(${x}) BETWEEN ${shortest} AND ${longest}`,
  ),
  boardId: text((x) => `${isAscii(x)} AND strlen(${x}) IN (${limits.boardIdLengths.join(', ')})`),
  sha256: text((x) => matches(x, '[0-9a-f]{64}')),
  text: text((x) => `${x} IS NOT NULL`),
  organizationType: oneOf(organizationTypes),
  role: oneOf(roles),
  billingStatus: oneOf(billingStatuses),
  date: dated('DATE', day, (x) => `CAST(${x} - DATE '1970-01-01' AS INTEGER)`),
  instant: dated('TIMESTAMP', `${day}T${time}Z`, (x) => `CAST(epoch_ms(${x}) AS DOUBLE)`),
  boolean: {
    column: 'BOOLEAN',
    isText: false,
    value: (x) => `TRY_CAST(${asText(x)} AS BOOLEAN)`,
    holds: (x) => `${asText(x)} IN ('true', 'false')`,
  },
  number: number('DOUBLE', () => 'true'),
  amount: number('DOUBLE', (v) => `${v} >= 0`),
  count: {
    ...number(
      'BIGINT',
      (v) => `${v} BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER} AND ${v} = floor(${v})`,
    ),
    selected: asDouble,
  },
  words: {
    column: 'VARCHAR[]',
    isText: false,
    value: (x) => `TRY_CAST(${x} AS VARCHAR[])`,
    // Texts with escapes are left to the core: they are rare, and SQL says little of what is in a list.
    holds: (x, v) =>
      `${matches(asText(x), String.raw`\[("[^"\\]*"(,"[^"\\]*")*)?\]`)} AND ${v} IS NOT NULL`,
  },
  object: json('OBJECT', () => 'true'),
  keyValues: json(
    'ARRAY',
    // Of a name that an object has twice, DuckDB looks at the first and the core at the last.
    (
      x,
    ) => `len(list_filter(json_type(${x}, '$[*].key'), lambda t: t = 'VARCHAR')) = json_array_length(${x})
      AND len(list_filter(json_keys(${x}, '$[*]'), lambda names: len(names) <> list_unique(names))) = 0`,
  ),
};
