import { type FactKind, factKeys } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { factView, named } from '../duck/sql.js';
import type { FactsProblem } from '../files/problem.js';
import { type FactCount, rowAt, viewFacts } from '../layout/views.js';
import { type Constraint, constraints, oddities } from './constraints.js';
import type { ImportSource } from './import-plan.js';
import { type Merge, mergeFacts, type Sizes } from './merge.js';
import { lineFinder, type StagedPart } from './stage.js';

/** A fact that breaks a constraint, by its row among what was staged. */
export interface FoundFault {
  readonly kind: FactKind;
  readonly field: string;
  /** Negative for a fact that was in the store before. */
  readonly seq: bigint;
  readonly value: string | null;
  readonly reason: string;
  readonly other: bigint | null;
}

/** The facts that break constraints, as far as an import touches them. */
export const findFaults = async (
  { rows }: Database,
  checks: readonly Constraint[],
  { isIdle, touched }: Merge,
  onShare?: (share: number) => void,
): Promise<readonly FoundFault[]> => {
  const faults: FoundFault[] = [];
  for (const [number, { kind, field, find, reason }] of checks.entries()) {
    onShare?.(number / checks.length);
    if (isIdle(kind)) continue;
    // Whole numbers may be too large for any type but text.
    for (const row of await rows(`SELECT * FROM (${find(touched)}) ORDER BY seq`)) {
      const { seq, value, detail, other } = row as Record<string, string | null>;
      faults.push({
        ...{ kind, field, seq: BigInt(seq!), value: value!, reason: reason(detail ?? '') },
        other: other == null ? null : BigInt(other),
      });
    }
  }
  return faults;
};

/** Makes the views `staged_*` leave out faulty facts. */
const excludeFacts = async (
  database: Database,
  parts: readonly StagedPart[],
  faults: readonly FoundFault[],
): Promise<void> => {
  const kinds = [...new Set(faults.map(({ kind }) => kind))];
  for (const kind of kinds) {
    const table = factView('bad', kind);
    await database.run(`CREATE OR REPLACE TEMP TABLE ${table} (seq BIGINT)`);
    const seqs = [...new Set(faults.filter((fault) => fault.kind === kind).map(({ seq }) => seq))];
    for (let at = 0; at < seqs.length; at += 10_000) {
      const list = seqs.slice(at, at + 10_000).map((seq) => `(${seq})`);
      await database.run(`INSERT INTO ${table} VALUES ${list.join(', ')}`);
    }
  }
  await viewFacts(database, 'staged', parts, kinds);
};

/** Turns faults into problems with a file and a line; a fact of the store is named by its key. */
const problemFinder = (database: Database, parts: readonly StagedPart[]) => {
  const lineOf = lineFinder(database);
  const factAt = async (kind: FactKind, seq: bigint) => {
    if (seq >= 0n) {
      const { file, row } = rowAt(seq);
      const part = parts.filter((one) => one.kind === kind)[file]!;
      return { file: part.source.path, line: await lineOf(part, row) };
    }
    const keys = factKeys[kind].map((key) => `CAST(${named(key)} AS VARCHAR)`).join(', ');
    const [row] = await database.rows(
      `SELECT concat_ws(' ', ${keys}) AS name FROM ${factView('stored', kind)} WHERE seq = ${seq}`,
    );
    return { file: `the ${kind} ${String(row?.['name'])} of the store`, line: null };
  };
  return async (fault: FoundFault): Promise<FactsProblem> => {
    const { kind, seq, field, value, other, reason } = fault;
    const problem = { ...(await factAt(kind, seq)), field, value, reason };
    if (other === null) return problem;
    const { file, line } = await factAt(kind, other);
    return { ...problem, reason: `${reason} (${line === null ? file : `${file}:${line}`})` };
  };
};

/** A merge without a fault, and what had to stay out of it. */
export interface SettledFacts {
  readonly merge: Merge;
  readonly bad: readonly FoundFault[];
  readonly warningsCount: number;
}

/**
 * Merges, checks, and starts over without what was bad, as long as that is wanted and helps; `null`
 * where it is not, or does not.
 */
export const settleFacts = async (
  plan: ImportSource,
  database: Database,
  parts: readonly StagedPart[],
  stored: readonly FactCount[],
  report: (problem: FactsProblem) => void,
): Promise<SettledFacts | null> => {
  const problemOf = problemFinder(database, parts);
  const sources = new Set(parts.map(({ source }) => source));
  const bytesCount = [...sources].reduce((sum, source) => sum + source.bytesCount, 0);
  const factsCount = parts.reduce((sum, { rowsCount }) => sum + rowsCount, 0);
  const onShare = (share: number): void =>
    plan.onProgress?.({ step: 'checking', share, factsCount: share * factsCount, bytesCount });
  const bad: FoundFault[] = [];
  const rowsIn = (files: readonly FactCount[], kind: FactKind): number =>
    files.reduce((sum, file) => sum + (file.kind === kind ? file.rowsCount : 0), 0);
  const sizesOf = (kind: FactKind): Sizes => {
    const out = new Set(bad.filter((fault) => fault.kind === kind).map(({ seq }) => seq));
    return { staged: rowsIn(parts, kind) - out.size, stored: rowsIn(stored, kind) };
  };
  for (;;) {
    const merge = await mergeFacts(database, sizesOf, plan.replaceOrganization ?? null);
    const errors = await findFaults(database, constraints, merge, onShare);
    if (errors.length === 0) {
      const warnings = await findFaults(database, oddities(plan.now), merge);
      for (const warning of warnings) plan.onWarning?.(await problemOf(warning));
      return { merge, bad, warningsCount: warnings.length };
    }
    for (const error of errors) report(await problemOf(error));
    // What is in the store already cannot be left out: then the import as a whole does not fit.
    if (plan.skipBad !== true || errors.some(({ seq }) => seq < 0n)) return null;
    bad.push(...errors);
    await excludeFacts(database, parts, bad);
  }
};
