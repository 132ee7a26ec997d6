import type { FieldType } from '@tallyboard/core/vocabulary';

/** The type of the column that holds each type of field. */
export const columnTypes: Readonly<Record<FieldType, string>> = {
  id: 'VARCHAR',
  organizationId: 'VARCHAR',
  boardId: 'VARCHAR',
  sha256: 'VARCHAR',
  text: 'VARCHAR',
  boolean: 'BOOLEAN',
  date: 'DATE',
  instant: 'TIMESTAMP',
  number: 'DOUBLE',
  amount: 'DOUBLE',
  count: 'BIGINT',
  organizationType: 'VARCHAR',
  role: 'VARCHAR',
  billingStatus: 'VARCHAR',
  words: 'VARCHAR[]',
  // As JSON text: nothing looks inside before a board is shown.
  object: 'VARCHAR',
  keyValues: 'VARCHAR',
};
