import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import { named } from '../duck/sql.js';
import { factFields } from '../schema/fields.js';
import { listIndexes, type StoredIndex } from './index-files.js';
import { withStored } from './with-stored.js';

/** What a store holds. */
export interface StoreStats {
  /** Grows with every import that changes anything; 0 in an empty store. */
  readonly dataVersion: number;
  /** Of the files on disk. */
  readonly formatVersion: number;
  /** How many. */
  readonly organizations: number;
  /** How many of each kind. */
  readonly facts: Readonly<Record<FactKind, number>>;
  /** The first and the last moment of anything that happened; `null` in an empty store. */
  readonly from: string | null;
  /** ISO 8601, like `from`. */
  readonly to: string | null;
  /** Files that the version consists of. */
  readonly segments: number;
  /** Their size on disk. */
  readonly segmentBytes: number;
  /** Built indexes that are kept. */
  readonly indexes: readonly StoredIndex[];
}

/** The field of each kind that says when something happened. */
const happened = (kind: FactKind): string | undefined =>
  factFields[kind].find(
    ({ name, type }) => type === 'instant' && ['at', 'createdAt'].includes(name),
  )?.name;

const spanQuery = factKinds
  .flatMap((kind) => {
    const field = happened(kind);
    return field === undefined
      ? []
      : [
          `SELECT min(${named(field)}) AS first, max(${named(field)}) AS last FROM ${named(`stored_${kind}`)}`,
        ];
  })
  .join(' UNION ALL ');

/** Counts what a store holds; reads little more than the ends of its files. */
export const storeStats = (directory: string): Promise<StoreStats> =>
  withStored(directory, async ({ rows }, { dataVersion, formatVersion, segments }) => {
    const facts = Object.fromEntries(factKinds.map((kind) => [kind, 0])) as Record<
      FactKind,
      number
    >;
    for (const { kind, rowsCount } of segments) facts[kind] += rowsCount;
    const time = (x: string) => `strftime(${x}, '%Y-%m-%dT%H:%M:%S.%gZ')`;
    const [span] = await rows(
      `SELECT ${time('min(first)')} AS first, ${time('max(last)')} AS last FROM (${spanQuery})`,
    );
    return {
      dataVersion,
      formatVersion,
      organizations: facts.organization,
      facts,
      from: (span?.['first'] as string | null | undefined) ?? null,
      to: (span?.['last'] as string | null | undefined) ?? null,
      segments: segments.length,
      segmentBytes: segments.reduce((sum, { bytesCount }) => sum + bytesCount, 0),
      indexes: await listIndexes(directory),
    };
  });
