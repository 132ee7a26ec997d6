import { factKeys } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { named } from '../duck/sql.js';
import type { FactsProblem } from '../sources/facts-problem.js';
import type { FoundFault } from './find-faults.js';
import { lineFinder, type StagedPart } from './staged-part.js';
import { partOf } from './views.js';

/** Turns faults into problems with a file and a line; a fact of the store is named by its key. */
export const problemPlaces = (database: Database, parts: readonly StagedPart[]) => {
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
