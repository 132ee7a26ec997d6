import { closeSync, existsSync, openSync, realpathSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { importIntoClickhouse } from '@tallyboard/clickhouse';
import type { Instant } from '@tallyboard/core/vocabulary';
import {
  type FactsProblem,
  type ImportPlan,
  type ImportProgress,
  type ImportReport,
  importFacts,
  type MergeCounts,
  problemList,
} from '@tallyboard/store';
import { Command } from 'commander';
import { counted, listedProblems, notCompared } from '../facts/listed-problems.js';
import { nowFlag, someText } from '../flags.js';
import { grouped, startProgress } from '../progress.js';
import { askingClickhouse, type DataFlags, eitherOf } from '../store-or-clickhouse.js';
import { refusedByStore } from '../store-refusals.js';
import { type Terminal, VerbRefused } from '../terminal.js';

interface ImportFlags extends DataFlags {
  readonly errors?: string;
  readonly skipBad?: boolean;
  readonly replace?: string;
  readonly now?: Instant;
  readonly json?: boolean;
}

const listedMax = 20;

/** Imports into the store or the ClickHouse that was named. */
const importTo = (
  { store, clickhouse }: ImportFlags,
  plan: Omit<ImportPlan, 'directory'>,
): Promise<ImportReport> =>
  clickhouse === undefined
    ? importFacts({ ...plan, directory: store ?? '' })
    : askingClickhouse(clickhouse, (shards) => importIntoClickhouse({ ...plan, shards }));

/** Refuses to write problems over the facts that are read, or beside them, where they would be facts. */
const insistOnOtherFile = (errors: string, paths: readonly string[]): void => {
  const real = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path));
  const written = [errors, dirname(errors), dirname(real(errors))].map(real);
  const path = paths.find((one) => written.includes(real(one)));
  if (path === undefined) return;
  throw new VerbRefused(`--errors ${errors} is among the facts of ${path}: name a file elsewhere`);
};

/** Takes all problems into a file, as lines of JSON; into nothing when there is no file. */
const problemFile = (path: string | undefined, sources: readonly string[]) => {
  if (path !== undefined) insistOnOtherFile(path, sources);
  const file = path === undefined ? null : openSync(path, 'w', 0o600);
  return {
    add: ({ reason: expected, ...place }: FactsProblem): void => {
      if (file !== null) writeSync(file, `${JSON.stringify({ ...place, expected })}\n`);
    },
    close: (): void => {
      if (file !== null) closeSync(file);
    },
  };
};

/** What each step counts: how many facts a file has is not known before its end, its bytes are. */
const steps = {
  reading: { label: 'Reading', things: 'MB' },
  checking: { label: 'Checking', things: 'facts' },
} as const;

/** Shows each step of an import in turn. */
const importProgress = (stream: Terminal['stderr']) => {
  const start = (step: ImportProgress['step']) => ({
    step,
    line: startProgress(stream, steps[step]),
  });
  let current = start('reading');
  return {
    report: ({ step, share, done }: ImportProgress): void => {
      if (step !== current.step) {
        current.line.close(null);
        current = start(step);
      }
      current.line.report(share, step === 'reading' ? done / 1e6 : done);
    },
    step: () => current.step,
    close: (sentence: string | null): void => current.line.close(sentence),
  };
};

const sumOf = (report: ImportReport): MergeCounts =>
  Object.values(report.counts).reduce((sum, counts) => ({
    new: sum.new + counts.new,
    changed: sum.changed + counts.changed,
    same: sum.same + counts.same,
    removed: sum.removed + counts.removed,
  }));

const summary = (report: ImportReport): string => {
  const total = sumOf(report);
  const parts = [
    `${grouped(total.new)} new`,
    `${grouped(total.changed)} changed`,
    `${grouped(total.same)} same`,
    ...(total.removed > 0 ? [`${grouped(total.removed)} removed`] : []),
    ...(report.skippedCount > 0 ? [`${grouped(report.skippedCount)} left out`] : []),
  ];
  return `data version ${report.dataVersion}: ${parts.join(', ')}\n`;
};

/** How long it took from the first byte to the new version, and the rate that this makes. */
const closingLine = (factsCount: number, seconds: number): string =>
  `Read ${counted(factsCount, 'fact')} in ${seconds.toFixed(1)} s, ${grouped(Math.round(factsCount / seconds))} a second.`;

const run = async (
  paths: readonly string[],
  flags: ImportFlags,
  { stdout, stderr, now }: Terminal,
): Promise<void> => {
  const { skipBad = false, replace } = flags;
  const progress = importProgress(stderr);
  const [problems, warnings] = [problemList(listedMax), problemList(listedMax)];
  const file = problemFile(flags.errors, paths);
  const started = performance.now();
  let report: ImportReport;
  try {
    report = await importTo(flags, {
      paths,
      skipBad,
      ...(replace === undefined ? {} : { replace }),
      now: flags.now ?? (now() as Instant),
      onProgress: progress.report,
      onProblem: (problem) => {
        problems.add(problem);
        file.add(problem);
      },
      onWarning: warnings.add,
    });
  } catch (error) {
    progress.close(null);
    throw refusedByStore(error);
  } finally {
    file.close();
  }
  const seconds = (performance.now() - started) / 1000;
  progress.close(report.imported ? closingLine(report.factsCount, seconds) : null);
  if (report.warningsCount > 0) {
    stderr.write(
      `${counted(report.warningsCount, 'warning')}; the facts are imported all the same:\n`,
    );
    stderr.write(`${listedProblems(warnings)}\n`);
  }
  if (flags.json === true)
    stdout.write(`${JSON.stringify({ ...report, seconds: Number(seconds.toFixed(1)) })}\n`);
  const count = counted(problems.total(), 'problem');
  if (!report.imported) {
    const more = report.factsCount > 0 && progress.step() === 'reading' ? `\n${notCompared}` : '';
    throw new VerbRefused(`nothing was imported: ${count}\n${listedProblems(problems)}${more}`);
  }
  if (problems.total() > 0) {
    const skipped = counted(report.skippedCount, 'fact');
    stderr.write(`warning: ${skipped} left out, with ${count}:\n${listedProblems(problems)}\n`);
  }
  if (flags.json !== true) stdout.write(summary(report));
};

/** `tallyboard import`: facts from files into a store. */
export const importCommand = (terminal: Terminal): Command =>
  eitherOf(
    new Command('import')
      .description('import facts into a store or a ClickHouse: all of them, or none')
      .argument(
        '<path...>',
        'files (.ndjson, .csv, also .gz or .zst; .parquet) or directories of <kind>.* files',
      ),
    'a store; made if there is none',
  )
    .option('--errors <file>', 'write every problem to a file, one JSON object a line', someText)
    .option('--skip-bad', 'leave out bad facts and those that refer to them')
    .option('--replace <id>', 'replace everything of this organization, or of `all`', someText)
    .option('--now <time>', 'the time that endings are compared with (default: now)', nowFlag)
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `
Example:
  tallyboard import --store data sample/facts

A ClickHouse with a password is named by the variable:
  export TALLYBOARD_CLICKHOUSE=http://USER:PASSWORD@127.0.0.1:8123/database
  tallyboard import sample/facts`,
    )
    .action((paths: readonly string[], flags: ImportFlags) => run(paths, flags, terminal));
