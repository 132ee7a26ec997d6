import { type FactKind, factKeys } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { factView, literal, named } from '../duck/sql.js';
import type { FactsProblem } from '../files/problem.js';
import { rowAt, viewFacts } from '../layout/views.js';
import type { Constraint } from './constraints.js';
import type { Merge } from './merge.js';
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

/** The facts that break constraints, as far as an import touches them; also as the table `faults`. */
export const findFaults = async (
  { run, rows }: Database,
  checks: readonly Constraint[],
  { isIdle, touched }: Merge,
  onShare?: (share: number) => void,
): Promise<readonly FoundFault[]> => {
  await run(`CREATE OR REPLACE TEMP TABLE faults
    (number INTEGER, kind VARCHAR, seq BIGINT, value VARCHAR, detail VARCHAR, other BIGINT)`);
  for (const [number, { kind, find }] of checks.entries()) {
    onShare?.(number / checks.length);
    if (isIdle(kind)) continue;
    await run(`INSERT INTO faults SELECT ${number}, ${literal(kind)}, seq, value, detail, other
      FROM (${find(touched)})`);
  }
  const found = await rows('FROM faults ORDER BY number, seq');
  return found.map((row) => {
    const { kind, field, reason } = checks[Number(row['number'])]!;
    // Whole numbers of 64 bits are texts here.
    const { seq, value, detail, other } = row as Record<string, string | null>;
    return {
      ...{ kind, field, seq: BigInt(seq!), value: value!, reason: reason(detail ?? '') },
      other: other === null || other === undefined ? null : BigInt(other),
    };
  });
};

/** Makes the views `staged_*` leave out what is in the table `faults`, and what they left out before. */
export const leaveOutFaults = async (
  database: Database,
  parts: readonly StagedPart[],
): Promise<void> => {
  await database.run(`CREATE TEMP TABLE IF NOT EXISTS bad (kind VARCHAR, seq BIGINT);
    INSERT INTO bad SELECT kind, seq FROM faults`);
  await viewFacts(
    database,
    'staged',
    parts,
    (rows, kind) => `SELECT * FROM (${rows}) AS whole
      ANTI JOIN (SELECT seq FROM bad WHERE kind = ${literal(kind)}) AS bad USING (seq)`,
  );
};

/** Turns faults into problems with a file and a line; a fact of the store is named by its key. */
export const problemFinder = (database: Database, parts: readonly StagedPart[]) => {
  const lineOf = lineFinder();
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
