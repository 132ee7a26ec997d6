import { worldArbitrary } from '@tallyboard/arbitraries';
import { checkFacts } from '@tallyboard/core';
import { factReferences } from '@tallyboard/core/engine';
import { type FactKind, type Facts, factKinds, writeFact } from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../duck/database.js';
import { bytesColumn, fileQuery } from '../files/read.js';
import { viewFacts } from '../layout/views.js';
import { constraints, oddities } from './constraints.js';
import { findFaults } from './faults.js';
import { ndjson, now, testDirectory } from './import-facts.test-kit.js';
import { mergeFacts } from './merge.js';

type Rows = Readonly<Record<string, unknown>>[];

/** What can be wrong with a fact of a kind, next to the others of its kind. */
const damages: readonly ((rows: Rows, at: number, field: string, other: unknown) => void)[] = [
  // It comes twice, or not at all.
  (rows, at) => rows.push({ ...rows[at]! }),
  (rows, at) => rows.splice(at, 1),
  // It has a value of another fact, or refers to nothing.
  (rows, at, field, other) => rows.splice(at, 1, { ...rows[at]!, [field]: other }),
  (rows, at, field) => rows.splice(at, 1, { ...rows[at]!, [field]: 'nobody' }),
];

const damagedArbitrary = fc
  .tuple(
    worldArbitrary(),
    fc.array(
      fc.tuple(fc.constantFrom(...factKinds), fc.constantFrom(...damages), fc.nat(), fc.nat()),
      { maxLength: 4 },
    ),
  )
  .map(([world, damaged]): Facts => {
    const facts = Object.fromEntries(factKinds.map((kind) => [kind, [...world[kind]]]));
    for (const [kind, damage, at, digit] of damaged) {
      const rows = facts[kind] as unknown as Rows;
      const named = damage === damages.at(-1) ? factReferences[kind] : (rows[0] ?? {});
      const fields = Object.keys(named);
      if (rows.length === 0 || fields.length === 0) continue;
      const field = fields[digit % fields.length]!;
      damage(rows, at % rows.length, field, rows[digit % rows.length]![field]);
    }
    return facts as unknown as Facts;
  });

const name = (kind: FactKind, index: number | bigint, field: string): string =>
  `${kind}[${index}].${field}`;

const place = testDirectory();
let database: Database | null = null;
afterAll(() => {
  place.remove();
  return database?.close();
});

/** Makes facts the staged ones, each with its index as `seq`. */
const stageFacts = async (db: Database, facts: Facts): Promise<void> => {
  for (const kind of factKinds) {
    const lines = facts[kind].map((fact) => writeFact(kind, fact as never));
    const path = place.file(`${kind}.ndjson`, ndjson(lines));
    const form = { form: 'ndjson', compression: 'uncompressed', kindNeeded: true } as const;
    const query = await fileQuery(db, { path, kind, bytesCount: 0, ...form }, kind, true);
    await db.run(
      `CREATE OR REPLACE TEMP TABLE "staged_${kind}" AS
       SELECT * EXCLUDE (${bytesColumn}), row_number() OVER () - 1 AS seq FROM (${query})`,
    );
  }
};

test('DuckDB finds the same errors and the same warnings as the core', async () => {
  database = await openDatabase({ spill: null, threads: 1 });
  const db = database;
  await viewFacts(db, 'stored', []);
  await fc.assert(
    fc.asyncProperty(damagedArbitrary, async (facts) => {
      await stageFacts(db, facts);
      const merge = await mergeFacts(db, null);
      const found = [
        ...(await findFaults(db, constraints, merge)).map((one) => ({ ...one, severity: 'error' })),
        ...(await findFaults(db, oddities(now), merge)).map((one) => ({
          ...one,
          severity: 'warning',
        })),
      ];
      const faults = checkFacts(facts, now);
      expect(
        found
          .map(({ kind, seq, field, severity }) => `${severity} ${name(kind, seq, field)}`)
          .sort(),
      ).toEqual(
        faults
          .map(({ kind, index, field, severity }) => `${severity} ${name(kind, index, field)}`)
          .sort(),
      );
      const reasons = new Set(faults.map(({ reason }) => reason));
      for (const { reason } of found) expect(reasons).toContain(reason);
    }),
    { numRuns: 10 },
  );
});
