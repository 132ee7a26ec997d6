import type { FactKind, Instant } from '@tallyboard/core/vocabulary';
import type { CheckRow, Scope } from '../checks/check-row.js';
import { companyRows } from '../checks/company-rows.js';
import { referenceRows } from '../checks/reference-rows.js';
import { uniqueRows } from '../checks/unique-rows.js';
import { warningRows } from '../checks/warning-rows.js';
import type { Database } from '../duck/database.js';
import { named } from '../duck/sql.js';

/** A fact that breaks a constraint, by its place among what was staged. */
export interface FoundFault {
  readonly kind: FactKind;
  readonly field: string;
  readonly severity: 'error' | 'warning';
  /** Negative for a fact that was in the store before. */
  readonly seq: bigint;
  readonly value: string | null;
  readonly reason: string;
  readonly other: bigint | null;
}

/** A row as the checks give it; whole numbers may be too large for any type but text. */
interface FaultRow {
  readonly seq: string;
  readonly value: string | null;
  readonly detail: string | null;
  readonly other: string | null;
}

const faultsOf = async (
  { rows }: Database,
  { kind, field, severity, find, reason }: CheckRow,
  scope: Scope,
): Promise<readonly FoundFault[]> => {
  const found = (await rows(
    `SELECT * FROM (${find(scope)}) ORDER BY seq`,
  )) as unknown as readonly FaultRow[];
  return found.map((row) => ({
    kind,
    field,
    severity,
    seq: BigInt(row.seq),
    value: row.value,
    reason: reason(row.detail ?? ''),
    other: row.other === null ? null : BigInt(row.other),
  }));
};

/** The constraints; repeated and missing facts first, since they explain what may follow. */
const errorRows: readonly CheckRow[] = [...uniqueRows, ...referenceRows, ...companyRows];

/** Every constraint whose facts are among those that an import touches. */
const allFaults = async (
  database: Database,
  checks: readonly CheckRow[],
  scope: Scope,
  onShare?: (share: number) => void,
): Promise<readonly FoundFault[]> => {
  const faults: FoundFault[] = [];
  for (const [number, check] of checks.entries()) {
    onShare?.(number / checks.length);
    if (!scope.isIdle(check.kind)) faults.push(...(await faultsOf(database, check, scope)));
  }
  return faults;
};

/** What is wrong with facts beside the others. */
export const findErrors = (
  database: Database,
  scope: Scope,
  onShare?: (share: number) => void,
): Promise<readonly FoundFault[]> => allFaults(database, errorRows, scope, onShare);

/** What is odd about them. */
export const findWarnings = (database: Database, scope: Scope, now: Instant) =>
  allFaults(database, warningRows(now), scope);

/**
 * Writes down facts that stay out.
 *
 * @returns the table with their `seq`, by kind
 */
export const excludeFacts = async (
  database: Database,
  faults: readonly FoundFault[],
): Promise<ReadonlyMap<FactKind, string>> => {
  const tables = new Map<FactKind, string>();
  for (const kind of new Set(faults.map((fault) => fault.kind))) {
    const table = `bad_${kind}`;
    tables.set(kind, table);
    await database.run(`CREATE TEMP TABLE IF NOT EXISTS ${named(table)} (seq BIGINT)`);
    const seqs = [...new Set(faults.filter((fault) => fault.kind === kind).map(({ seq }) => seq))];
    for (let at = 0; at < seqs.length; at += 10_000) {
      const list = seqs.slice(at, at + 10_000).map((seq) => `(${seq})`);
      await database.run(`INSERT INTO ${named(table)} VALUES ${list.join(', ')}`);
    }
  }
  return tables;
};
