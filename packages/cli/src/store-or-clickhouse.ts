import type { Shards } from '@tallyboard/clickhouse';
import type { Command } from 'commander';
import { addressesOf, someText } from './flags.js';
import { refusedByStore } from './store-refusals.js';
import { exitCodes, VerbRefused } from './terminal.js';

/** Where event data is: exactly one of both. */
export interface DataFlags {
  readonly store?: string;
  readonly clickhouse?: string;
}

const oneOfBoth = 'error: name a store by --store DIR, or a ClickHouse by --clickhouse URL';

/** What `--clickhouse` takes. */
export const clickhouseAddresses = addressesOf('http:', 'https:');

/** Adds `--store` and `--clickhouse` to a verb; one of both must be named. */
export const eitherOf = (verb: Command, store = 'the store'): Command =>
  verb
    .option('--store <directory>', store, someText)
    .option(
      '--clickhouse <urls>',
      'in place of a store, a ClickHouse: the address of each shard, http://127.0.0.1:8123/database,...',
      clickhouseAddresses,
    )
    .hook('preAction', (_, command) => {
      const { store: directory, clickhouse } = command.opts<DataFlags>();
      if ((directory === undefined) === (clickhouse === undefined)) {
        command.error(oneOfBoth, { exitCode: exitCodes.usage });
      }
    });

/** Runs what asks a ClickHouse; what it refuses is a refusal of the verb. */
export const askingClickhouse = async <A>(
  urls: string,
  ask: (shards: Shards) => Promise<A>,
): Promise<A> => {
  const { openShards, ClickhouseRefused } = await import('@tallyboard/clickhouse');
  const shards = openShards(urls);
  try {
    return await ask(shards);
  } catch (error) {
    throw error instanceof ClickhouseRefused
      ? new VerbRefused(error.message)
      : refusedByStore(error);
  } finally {
    await shards.close();
  }
};
