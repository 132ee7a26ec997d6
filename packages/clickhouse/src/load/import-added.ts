import { rm } from 'node:fs/promises';
import { factKinds } from '@tallyboard/core/vocabulary';
import { type ImportPlan, type ImportReport, importFacts } from '@tallyboard/store';
import { type NamedVersion, newestVersion } from '../read/heads.js';
import type { Shards } from '../shards.js';
import { writePriorFacts } from './prior-facts.js';
import { recorded } from './recorded.js';
import { shipAdded } from './ship-added.js';
import { versionAt } from './versions.js';

/** The most ids that are asked for: one statement names them all. */
const namedMax = 100_000;

/** A scope of so many parts is written anew, so that the lists of them stay short. */
const partsMax = 100;

/** What an import touches in ClickHouse. */
export interface Touched {
  readonly scopes: readonly string[];
  /** All ids that it names, and those of the users and boards that it brings. */
  readonly ids: readonly string[];
  /** Hashes of keys. */
  readonly keys: readonly string[];
}

/** Whether all that an import does is to add facts. */
const isAdding = ({ imported, problemsCount, counts }: ImportReport): boolean =>
  imported &&
  problemsCount === 0 &&
  factKinds.every((kind) => counts[kind].changed + counts[kind].removed === 0);

/** The newest versions of scopes; `null` when some has too many parts. */
const basesOf = async (
  shards: Shards,
  scopes: readonly string[],
): Promise<readonly NamedVersion[] | null> => {
  const found = await Promise.all(scopes.map((scope) => newestVersion(shards, scope)));
  const bases = found.filter((base) => base !== null);
  return bases.some(({ parts }) => parts.length >= partsMax) ? null : bases;
};

/**
 * Imports facts that only add to what ClickHouse has: reads what they name, and ships them alone.
 *
 * @param plan - of an import into a store that is not there
 * @param workDirectory - room for files
 * @returns `null` when they do more, or do not fit: nothing was changed, and nothing was reported
 */
export const importAdded = async (
  shards: Shards,
  plan: ImportPlan,
  workDirectory: string,
  { scopes, ids, keys }: Touched,
): Promise<ImportReport | null> => {
  const { directory, now } = plan;
  const bases = await basesOf(shards, scopes);
  if (bases === null) return null;
  const named = new Set(ids);
  for (;;) {
    if (named.size > namedMax) return null;
    const known = { scopes, keys, directory: workDirectory, named: [...named] };
    const prior = await writePriorFacts(shards, known);
    if (prior === null) return null;
    if (!(await importFacts({ directory, now, paths: [prior] })).imported) return null;
    const told = recorded();
    const report = await importFacts({ ...plan, ...told.listeners });
    const shipment = { shards, workDirectory, version: versionAt(Date.now()) };
    const there = isAdding(report) ? await shipAdded(directory, bases, shipment) : null;
    await rm(directory, { recursive: true });
    if (there === null) return null;
    if (there.length === 0) {
      told.tellTo(plan);
      return report;
    }
    // Facts that come again look like new ones until they are among those that were there.
    if (there.every((id) => named.has(id))) return null;
    for (const id of there) named.add(id);
  }
};
