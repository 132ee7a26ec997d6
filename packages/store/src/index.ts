/**
 * Event data on disk: a directory of immutable, versioned files that facts are imported into.
 *
 * @packageDocumentation
 */
export { type Database, openDatabase } from './duck/database.js';
export { factView, jsonFrom, literal, named } from './duck/sql.js';
export { type FactFilesListener, readFactFiles } from './files/explain.js';
export {
  type FactsProblem,
  formatProblem,
  type ProblemList,
  problemList,
  problemOfFile,
} from './files/problem.js';
export { mentionedUsers, withOrganization } from './import/belongings.js';
export { importFacts } from './import/import-facts.js';
export type {
  ImportPlan,
  ImportProgress,
  ImportReport,
  ImportSource,
  MergeCounts,
} from './import/import-plan.js';
export { type ImportTarget, type MergedFacts, runImport } from './import/run-import.js';
export { keyId, type MadeKey, namedKey, newKey, sha256OfKey } from './keys/key-names.js';
export {
  type CreatedKey,
  createKey,
  type KeyMembership,
  type ListedKey,
  listKeys,
  revokeKey,
} from './keys/keys.js';
export { backupStore } from './layout/backup.js';
export type { StoredKey } from './layout/manifest.js';
export { StoreRefused } from './layout/store-refused.js';
export { countFacts, type FactFile, noRows } from './layout/views.js';
export { type ColumnsReader, columnsReader } from './read/columns-reader.js';
export { eventColumns } from './read/event-columns.js';
export type { StoredIndex } from './read/index-files.js';
export {
  type OpenStore,
  type OpenStoreOptions,
  openStore,
  type StoredEvents,
} from './read/open-store.js';
export type { Scrub } from './read/snapshot.js';
export { type ListedOrganization, type StoreStats, storeStats } from './read/stats.js';
export { withStored } from './read/with-stored.js';
