import { worldArbitrary } from '@tallyboard/arbitraries';
import { checkFacts } from '@tallyboard/core';
import { factReferences } from '@tallyboard/core/engine';
import {
  type FactKind,
  type Facts,
  factKinds,
  noFacts,
  writeFact,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../duck/database.js';
import { bytesColumn, fileQuery } from '../files/read.js';
import { viewFacts } from '../layout/views.js';
import { constraints, oddities } from './constraints.js';
import { findFaults } from './faults.js';
import { ndjson, now, testDirectory } from './import-facts.test-kit.js';
import { mergeFacts } from './merge.js';

type Rows = { [K in FactKind]: Readonly<Record<string, unknown>>[] };

/** What can be wrong with one field of one fact. */
const damages: readonly ((facts: Rows, kind: FactKind, at: number, digit: number) => void)[] = [
  // A fact that comes twice.
  (facts, kind, at) => facts[kind].push({ ...facts[kind][at]! }),
  // A fact that is missing.
  (facts, kind, at) => facts[kind].splice(at, 1),
  // A reference that leads nowhere, or to another fact.
  (facts, kind, at, digit) => {
    const fields = Object.entries<FactKind>(factReferences[kind]);
    const [field, referred] = fields[digit % Math.max(1, fields.length)] ?? [];
    if (field === undefined || referred === undefined) return;
    const others = facts[referred];
    const other = others[digit % Math.max(1, others.length)]?.['id'] ?? 'nobody';
    facts[kind][at] = { ...facts[kind][at]!, [field]: digit % 2 === 0 ? 'nobody' : other };
  },
  // A value of a fact of the same kind, in each field in turn.
  (facts, kind, at, digit) => {
    const names = Object.keys(facts[kind][at]!);
    const name = names[digit % names.length]!;
    const other = facts[kind][(at + digit) % facts[kind].length]!;
    facts[kind][at] = { ...facts[kind][at]!, [name]: other[name] };
  },
  // A visit by nobody, or by two.
  (facts, _kind, _at, digit) => {
    const [visit] = facts.visit;
    if (visit === undefined) return;
    const ids = digit % 2 === 0 ? [null, null] : [facts.user[0]?.['id'] ?? null, 'v'];
    facts.visit[0] = { ...visit, userId: ids[0], visitorId: ids[1] };
  },
];

const damagedArbitrary = fc
  .tuple(worldArbitrary(), fc.array(fc.nat(1_000_000), { maxLength: 3 }))
  .map(([world, digits]): Facts => {
    const facts = noFacts() as unknown as Rows;
    const whole = worldOf(world);
    for (const kind of factKinds) facts[kind].push(...(whole[kind] as unknown as Rows[FactKind]));
    for (const digit of digits) {
      const kind = factKinds[digit % factKinds.length]!;
      const rows = facts[kind];
      if (rows.length === 0) continue;
      damages[Math.floor(digit / 16) % damages.length]!(
        facts,
        kind,
        Math.floor(digit / 80) % rows.length,
        Math.floor(digit / 7),
      );
    }
    return facts as unknown as Facts;
  });

const worldOf = (world: Facts | { readonly facts: Facts }): Facts =>
  'facts' in world ? world.facts : world;

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
    const form = { form: 'ndjson', compression: 'plain', kindNeeded: true } as const;
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
