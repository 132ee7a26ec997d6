import { type StoreStats, storeStats } from '@tallyboard/store';
import { Command } from 'commander';
import { grouped } from '../facts/listed-problems.js';
import { someText } from '../flags.js';
import { askingStore } from '../store-refusals.js';
import type { Terminal } from '../terminal.js';

interface StatsFlags {
  readonly store: string;
  readonly json?: boolean;
}

const indexesShownMax = 10;

const pageOf = (stats: StoreStats): string => {
  const { facts, from, to, indexes } = stats;
  const indexBytes = indexes.reduce((sum, { bytesCount }) => sum + bytesCount, 0);
  const lines: readonly (readonly [name: string, value: string])[] = [
    ['data version', String(stats.dataVersion)],
    ['format', String(stats.formatVersion)],
    ['organizations', grouped(stats.organizations)],
    ['from', from ?? '-'],
    ['to', to ?? '-'],
    ['files', `${grouped(stats.segments)}, ${grouped(stats.segmentBytes)} bytes`],
    ['indexes', `${grouped(indexes.length)}, ${grouped(indexBytes)} bytes`],
    ...indexes
      .slice(0, indexesShownMax)
      .map(
        ({ organizationId, dataVersion, bytesCount }) =>
          [`  ${organizationId}`, `version ${dataVersion}, ${grouped(bytesCount)} bytes`] as const,
      ),
    ...Object.entries(facts)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => [`  ${kind}`, grouped(count)] as const),
  ];
  const width = Math.max(...lines.map(([name]) => name.length)) + 2;
  return lines.map(([name, value]) => `${name.padEnd(width)}${value}\n`).join('');
};

const run = async ({ store, json }: StatsFlags, { stdout }: Terminal): Promise<void> => {
  const stats = await askingStore(() => storeStats(store));
  stdout.write(json === true ? `${JSON.stringify(stats)}\n` : pageOf(stats));
};

/** `tallyboard stats`: what a store holds. */
export const statsCommand = (terminal: Terminal): Command =>
  new Command('stats')
    .description('tell what a store holds')
    .requiredOption('--store <directory>', 'the store', someText)
    .option('--json', 'print JSON')
    .action((flags: StatsFlags) => run(flags, terminal));
