import type { SweptShard } from '@tallyboard/clickhouse';
import { Command } from 'commander';
import { usageError, wholeNumber } from '../flags.js';
import { grouped } from '../progress.js';
import { askingClickhouse, withClickhouse } from '../store-or-clickhouse.js';
import { type Terminal, VerbRefused } from '../terminal.js';

interface SweepFlags {
  readonly clickhouse?: string;
  readonly olderThanHours: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const [hourMs, hoursMost, hoursDefault] = [3_600_000, 10_000, 24];

const lineOf = ({ shard, rows }: SweptShard, ofRows: string): string => {
  const tables = Object.entries(rows).map(([table, count]) => `${table} ${grouped(count)}`);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `shard ${shard}: ${grouped(total)} ${ofRows}${tables.length === 0 ? '' : `: ${tables.join(', ')}`}\n`;
};

const run = async (
  { clickhouse, olderThanHours, dryRun = false, json }: SweepFlags,
  { stdout, now }: Terminal,
): Promise<void> => {
  const graceMs = olderThanHours * hourMs;
  const swept = await askingClickhouse(clickhouse ?? '', async (shards) => {
    const { sweepClickhouse } = await import('@tallyboard/clickhouse');
    return sweepClickhouse({ shards, now: now(), graceMs, dryRun });
  });
  const ofRows = dryRun ? 'rows would be removed' : 'rows removed';
  stdout.write(
    json === true
      ? `${JSON.stringify(swept)}\n`
      : swept.map((shard) => lineOf(shard, ofRows)).join(''),
  );
  const broken = swept.filter(({ problem }) => problem !== null);
  if (broken.length === 0) return;
  const lines = broken.map(({ shard, problem }) => `shard ${shard}: ${problem}`);
  throw new VerbRefused(
    `the next sweep has to do the rest of ${broken.length} of ${swept.length} shards\n${lines.join('\n')}`,
  );
};

/** `tallyboard sweep`: removes from a ClickHouse what is no longer read. */
export const sweepCommand = (terminal: Terminal): Command =>
  withClickhouse(
    new Command('sweep').description(
      'remove rows from a ClickHouse that no version reads any more',
    ),
  )
    .option(
      '--older-than-hours <N>',
      'leave what began to be written since; longer than any import takes',
      wholeNumber(1, hoursMost),
      hoursDefault,
    )
    .option('--dry-run', 'only print what would be removed')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `
Example, once a day:
  export TALLYBOARD_CLICKHOUSE=http://USER:PASSWORD@127.0.0.1:8123/database
  tallyboard sweep`,
    )
    .action((flags: SweepFlags, command: Command) => {
      if (flags.clickhouse === undefined) {
        usageError(command, 'name a ClickHouse by --clickhouse URLS, or set TALLYBOARD_CLICKHOUSE');
      }
      return run(flags, terminal);
    });
