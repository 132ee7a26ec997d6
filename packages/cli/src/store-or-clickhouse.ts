import type { Shards } from '@tallyboard/clickhouse';
import type { Command } from 'commander';
import { setting, someText, usageError, withAddresses } from './flags.js';
import { refusedByStore } from './store-refusals.js';
import { VerbRefused } from './terminal.js';

/** Where event data is: exactly one of both. */
export interface DataFlags {
  readonly store?: string;
  readonly clickhouse?: string;
}

/** Adds `--clickhouse` to a verb. */
export const withClickhouse = (verb: Command): Command =>
  withAddresses(
    verb,
    '--clickhouse <urls>',
    'a ClickHouse: the address of each shard, such as http://127.0.0.1:8123/database',
    ['http:', 'https:'],
  );

/** Adds `--store` and `--clickhouse` to a verb; one of both must be named. */
export const eitherOf = (verb: Command, store = 'a store'): Command =>
  withClickhouse(verb.addOption(setting('--store <directory>', store, someText))).hook(
    'preAction',
    (_, command) => {
      const { store: directory, clickhouse } = command.opts<DataFlags>();
      if ((directory === undefined) === (clickhouse === undefined)) {
        usageError(command, 'name a store by --store DIR, or a ClickHouse by --clickhouse URLS');
      }
    },
  );

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
