import {
  type FactKind,
  factFields,
  factKinds,
  isAccepted,
  readFact,
  writeFact,
} from '@tallyboard/core/vocabulary';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../duck/database.js';
import { type Line, ndjson, sound, testDirectory } from '../import/import-facts.test-kit.js';
import { factsFrom } from '../read/fact-rows.js';
import type { SourceForm } from './find.js';
import { bytesColumn, fileQuery } from './read.js';

const place = testDirectory();
let database: Database;
beforeAll(async () => {
  database = await openDatabase({ spill: null, threads: 1 });
});
afterAll(async () => {
  await database.close();
  place.remove();
});

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

/** Values that some field takes, that none takes, and that look like some that are taken. */
const values: readonly unknown[] = [
  ...[null, true, false],
  ...[0, -0, 1, -1, 1.5, 1e3, 1e-7, 9007199254740991, 9007199254740992, 1e308, -5e-324],
  ...['', ' ', 'x', 'true', 'null', '0', '1', '-1', '1.5', '"', '\\', '[]', '{}', 'spam'],
  ...['é', 'aé\u0301', '😀', 'a\nb', '\u0000'],
  ...['school', 'School', 'owner', 'active'],
  ...['wksp_00000000000', 'org_', 'wksp_é0000000000', 'user_0000000000'],
  ...['board00000000001', 'board0000000000é', 'board000000000000001'],
  ...['a'.repeat(64), 'A'.repeat(64), 'a'.repeat(63)],
  ...['2026-01-01', '2026-1-01', '2026-02-29', '2024-02-29', '2026-13-01', ' 2026-01-01'],
  ...['2026-01-01 ', '0000-01-01', '9999-12-31', '10000-01-01', '-026-01-01', '2026/01/01'],
  ...['infinity', 'epoch', '2026-01-01 (BC)'],
  ...['2026-01-01T00:00:00Z', '2026-01-01T23:59:59.999Z', '2026-01-01T24:00:00Z'],
  ...['2026-01-01T00:00:60Z', '2026-01-01T00:00:00', '2026-01-01 00:00:00Z'],
  ...['2026-01-01T00:00:00.1Z', '2026-01-01T00:00:00.1234Z', '2026-01-01T00:00:00+00:00'],
  ...['2026-01-01T00:00:00z', '2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z'],
  ...['9999-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z\n'],
  ...[[], ['spam'], ['spam', 'drugs'], ['a"b'], ['é'], [1], [null], ['spam', 1], [['spam']]],
  ...[{}, { a: [1] }, { a: '"' }],
  ...[[{ key: 'k', value: 1 }], [{ key: 1 }], [{ value: 1 }], [{}], [{ key: 'k' }, 1]],
  // As deep as values may nest, one level deeper, and with many brackets that do not nest.
  ...[62, 63, 64].flatMap((levels) => [
    { a: nested(levels) },
    [{ key: 'k', value: nested(levels) }],
  ]),
  { a: Array.from({ length: 80 }, () => []) },
];

/** A fact of a kind with each value in each field. */
const candidates = (kind: FactKind): readonly Line[] => {
  const [line] = sound.filter((one) => one.kind === kind);
  return factFields[kind].flatMap(({ name }) =>
    values.map((value) => ({ ...line!, [name]: value })),
  );
};

const inText = new Set(['boolean', 'number', 'amount', 'count', 'words', 'object', 'keyValues']);
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** What a cell must hold to say a value; `null` where a cell cannot say it. */
const cellOf = (type: string, value: unknown): string | null => {
  if (value === null) return '';
  if (inText.has(type)) return JSON.stringify(value);
  return typeof value === 'string' && !value.includes('\u0000') ? value : null;
};

const mapped = (line: Line, map: (value: unknown) => unknown): Line =>
  Object.fromEntries(Object.entries(line).map(([name, value]) => [name, map(value)])) as Line;

/** Facts as the lines of a CSV file, those left out that cells cannot say. */
const csvOf = (kind: FactKind, lines: readonly Line[]) => {
  const fields = factFields[kind];
  const rows = lines.map((line) =>
    fields.map(({ name, type }) => cellOf(type, line[name] ?? null)),
  );
  const isWhole = (row: readonly (string | null)[]): row is string[] => !row.includes(null);
  const head = fields.map(({ name }) => name);
  return {
    // An empty cell is null.
    lines: lines
      .filter((_, at) => isWhole(rows[at]!))
      .map((line) => mapped(line, (value) => (value === '' ? null : value))),
    text: [head, ...rows.filter(isWhole)].map((row) => `${row.map(quoted).join(',')}\n`).join(''),
  };
};

/** The facts among some lines, as the core reads them. */
const byHand = (kind: FactKind, lines: readonly Line[]): readonly string[] =>
  lines.flatMap((line) => {
    const read = readFact(line, kind);
    return isAccepted(read) ? [JSON.stringify(writeFact(kind, read.right.fact as never))] : [];
  });

/** The facts in a file that DuckDB takes; it would end at the first one that it does not. */
const byDuck = async (
  kind: FactKind,
  form: SourceForm,
  content: string,
): Promise<readonly string[]> => {
  const path = place.file(`${kind}.${form}`, content);
  const file = {
    path,
    form,
    compression: 'uncompressed',
    kind,
    kindNeeded: false,
    bytesCount: 0,
  } as const;
  const query = (await fileQuery(database, file, kind))!.replace("error('refused')", 'NULL');
  const facts = await factsFrom(database, kind, `(${query}) WHERE ${bytesColumn} IS NOT NULL`);
  return facts.map((fact) => JSON.stringify(writeFact(kind, fact as never)));
};

/** How many facts one list has beyond the other, in whatever order. */
const beyond = (some: readonly string[], others: readonly string[]): readonly string[] => {
  const left = new Map<string, number>();
  for (const fact of others) left.set(fact, (left.get(fact) ?? 0) + 1);
  return some.filter((fact) => {
    const count = left.get(fact) ?? 0;
    left.set(fact, count - 1);
    return count <= 0;
  });
};

describe.each(['ndjson', 'csv'] as const)('in a file of %s', (form) => {
  it.each(factKinds)(
    'DuckDB takes of %s what the core takes, and never anything else',
    async (kind) => {
      const all = candidates(kind);
      const { lines, text } = form === 'csv' ? csvOf(kind, all) : { lines: all, text: ndjson(all) };
      const [taken, right] = [await byDuck(kind, form, text), byHand(kind, lines)];
      expect(beyond(taken, right)).toEqual([]);
      // What is left to the core: other letters in ids, escapes in lists.
      expect(beyond(right, taken).length).toBeLessThan(right.length / 10);
    },
  );
});
