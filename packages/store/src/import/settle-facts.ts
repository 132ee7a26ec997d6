import { type FactKind, factKeys, type Instant } from '@tallyboard/core/vocabulary';
import type { CheckRow, Scope } from '../checks/check-row.js';
import { companyRows } from '../checks/company-rows.js';
import { referenceRows } from '../checks/reference-rows.js';
import { uniqueRows } from '../checks/unique-rows.js';
import { warningRows } from '../checks/warning-rows.js';
import type { Database } from '../duck/database.js';
import { named } from '../duck/sql.js';
import type { FactsProblem } from '../files/problem.js';
import type { Manifest } from '../layout/manifest.js';
import type { ImportWork } from './import-work.js';
import { type Merge, mergeFacts, type Sizes } from './merge.js';
import { lineFinder, type StagedPart } from './stage.js';
import { leaveOutBad, partOf } from './views.js';

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
const excludeFacts = async (
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

/** Turns faults into problems with a file and a line; a fact of the store is named by its key. */
const problemPlaces = (database: Database, parts: readonly StagedPart[]) => {
  const lineOf = lineFinder(database);
  const staged = async ({ kind }: FoundFault, seq: bigint) => {
    const { part, row } = partOf(parts, kind, seq);
    return { file: part.source.path, line: await lineOf(part, row) };
  };
  const stored = async ({ kind }: FoundFault, seq: bigint): Promise<string> => {
    const keys = factKeys[kind].map((key) => `CAST(${named(key)} AS VARCHAR)`).join(', ');
    const [row] = await database.rows(
      `SELECT concat_ws(' ', ${keys}) AS name FROM ${named(`stored_${kind}`)} WHERE seq = ${seq}`,
    );
    return `the ${kind} ${String(row?.['name'])} of the store`;
  };
  return async (fault: FoundFault): Promise<FactsProblem> => {
    const { seq, field, value, other } = fault;
    const placed =
      seq < 0n ? { file: await stored(fault, seq), line: null } : await staged(fault, seq);
    if (other === null) return { ...placed, field, value, reason: fault.reason };
    const first = other < 0n ? null : await staged(fault, other);
    const where = first === null ? await stored(fault, other) : `${first.file}:${first.line}`;
    return { ...placed, field, value, reason: `${fault.reason} (${where})` };
  };
};

/** How many facts of each kind meet, without those that stay out. */
const sizesOf = (
  { segments }: Manifest,
  parts: readonly StagedPart[],
  bad: readonly FoundFault[],
): ((kind: FactKind) => Sizes) => {
  const rowsOf = (
    files: readonly { readonly kind: FactKind; readonly rowsCount: number }[],
    kind: FactKind,
  ): number =>
    files.filter((file) => file.kind === kind).reduce((sum, file) => sum + file.rowsCount, 0);
  const outOf = (kind: FactKind): number =>
    new Set(bad.filter((fault) => fault.kind === kind).map(({ seq }) => seq)).size;
  return (kind) => ({
    staged: rowsOf(parts, kind) - outOf(kind),
    stored: rowsOf(segments, kind),
  });
};

/** A merge without a fault, and what had to stay out of it. */
export interface SettledFacts {
  readonly merge: Merge;
  readonly bad: readonly FoundFault[];
}

/**
 * Merges, checks, and starts over without what was bad, as long as that is wanted and helps; `null`
 * where it is not, or does not.
 */
export const settleFacts = async (
  { plan, database, manifest, report, tally }: ImportWork,
  parts: readonly StagedPart[],
): Promise<SettledFacts | null> => {
  const places = problemPlaces(database, parts);
  const sources = new Set(parts.map(({ source }) => source));
  const bytesCount = [...sources].reduce((sum, source) => sum + source.bytesCount, 0);
  const factsCount = parts.reduce((sum, { rowsCount }) => sum + rowsCount, 0);
  const onShare = (share: number): void =>
    plan.onProgress?.({ step: 'checking', share, factsCount: share * factsCount, bytesCount });
  const bad: FoundFault[] = [];
  for (;;) {
    const sizes = sizesOf(manifest, parts, bad);
    const merge = await mergeFacts(database, sizes, plan.replaceOrganization ?? null);
    const errors = await findErrors(database, merge.scope, onShare);
    if (errors.length === 0) {
      const warnings = await findWarnings(database, merge.scope, plan.now);
      for (const warning of warnings) plan.onWarning?.(await places(warning));
      tally.warnings += warnings.length;
      return { merge, bad };
    }
    for (const error of errors) report(await places(error));
    // What is in the store already cannot be left out: then the import as a whole does not fit.
    if (plan.skipBad !== true || errors.some(({ seq }) => seq < 0n)) return null;
    bad.push(...errors);
    await leaveOutBad(database, parts, await excludeFacts(database, errors));
  }
};
