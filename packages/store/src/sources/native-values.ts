import type { FieldType } from '@tallyboard/core/vocabulary';
import type { ValueForm } from './value-forms.js';

/** The years that a time or day of the wire can have, 0000 to 9999, in milliseconds. */
const [firstMs, lastMs] = [
  Date.parse('0000-01-01T00:00:00Z'),
  Date.parse('9999-12-31T23:59:59.999Z'),
] as const;
const timeAt = (ms: number): string => `make_timestamp(${ms}::BIGINT * 1000)`;
const inYears = (_: string, v: string): string =>
  `${v} BETWEEN ${timeAt(firstMs)} AND ${timeAt(lastMs)}`;

const finite = (_: string, v: string): string => `isfinite(${v})`;
const asDouble = (x: string): string => `CAST(${x} AS DOUBLE)`;

const time: ValueForm = {
  // Whole milliseconds, as the texts of times have them; before 1970, too, the part is dropped.
  value: (x) => `date_trunc('milliseconds', CAST(${x} AS TIMESTAMP))`,
  holds: inYears,
};
const whole = /^U?(TINYINT|SMALLINT|INTEGER|BIGINT)$/;

/** Columns of Parquet that hold values of a type as they are: nothing is gained by way of a text. */
const rows: readonly (readonly [type: FieldType, column: RegExp, form: ValueForm])[] = [
  ['instant', /^TIMESTAMP(_S|_MS|_NS)?$/, time],
  ['date', /^DATE$/, { value: (x) => x, holds: inYears }],
  ['boolean', /^BOOLEAN$/, { value: (x) => x, holds: (_, v) => `${v} IS NOT NULL` }],
  ['number', /^(DOUBLE|FLOAT)$/, { value: asDouble, holds: finite }],
  [
    'amount',
    /^(DOUBLE|FLOAT)$/,
    { value: asDouble, holds: (x, v) => `${finite(x, v)} AND ${v} >= 0` },
  ],
  ['number', whole, { value: asDouble, holds: finite }],
  ['amount', whole, { value: asDouble, holds: (_, v) => `${v} >= 0` }],
  [
    'count',
    whole,
    { value: (x) => x, holds: (_, v) => `${v} BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}` },
  ],
];

/** How a field is read from a column of Parquet of a type; `undefined` where it goes by way of a text. */
export const nativeForm = (type: FieldType, columnType: string): ValueForm | undefined =>
  rows.find(([of, column]) => of === type && column.test(columnType))?.[2];
