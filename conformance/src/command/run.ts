import type { Command } from 'commander';
import { familyOf } from '../judge/family.js';
import { recordedOf } from '../model/configuration.js';
import type { RunRecord } from '../model/history.js';
import { type ConformanceOptions, runConformance } from '../run-conformance.js';
import { FactsFault } from '../seeded/read-facts.js';
import { reportOf } from '../verdicts/report-of.js';
import {
  type ReportingFlags,
  type SendingFlags,
  withReportingFlags,
  withSendingFlags,
} from './flags.js';
import { appendAfter, appendTo, beginHistory, readHistory, readRecords } from './history-file.js';
import { ConfigurationFault, exitCodes, warn } from './operator.js';
import { optionsOf } from './options.js';
import { progress, reportTargets, tell } from './tell.js';

/** The flags of verbs that send, keep a history and report. */
export type Flags = SendingFlags & ReportingFlags & { readonly history: string };

/** Runs with progress on the console and the history in its file. */
export const runTold = async (
  options: ConformanceOptions,
  file: string,
): ReturnType<typeof runConformance> => {
  const live = progress();
  try {
    const sink = options.resume === undefined ? appendTo(file) : appendAfter(file);
    return await runConformance({ ...options, listener: live.listener, sink });
  } catch (error) {
    if (error instanceof FactsFault) throw new ConfigurationFault(error.message);
    throw error;
  } finally {
    live.end();
  }
};

/** Flags, with what a recorded run asked in place of those that were left out. */
export const asRecorded = (flags: Flags, { baseUrl, organizations, facts }: RunRecord): Flags => ({
  ...flags,
  baseUrl: flags.baseUrl ?? baseUrl,
  ...(flags.org === undefined && organizations.main !== undefined
    ? { org: organizations.main }
    : {}),
  ...(flags.facts === undefined && facts !== null ? { facts } : {}),
});

/** `run`: sends, judges, reports. */
export const addRun = (program: Command, exit: (code: number) => void): void => {
  withReportingFlags(withSendingFlags(program.command('run'), 'run'))
    .description('ask a service and give a verdict for every rule')
    .action(async (flags: Flags) => {
      reportTargets(flags);
      const options = optionsOf(flags);
      beginHistory(flags.history);
      const { report, history } = await runTold(options, flags.history);
      exit(await tell(report, history, flags));
    });
};

/** `resume`: sends what an interrupted or quota-stopped run left. */
export const addResume = (program: Command, exit: (code: number) => void): void => {
  withReportingFlags(withSendingFlags(program.command('resume'), 'resume'))
    .description('continue a run that was interrupted or stopped at the allowance')
    .action(async (flags: Flags) => {
      reportTargets(flags);
      const resume = readRecords(flags.history);
      const recorded = readHistory(flags.history);
      const { run, end, calendar } = recorded;
      if (end?.why === 'smoke') {
        throw new ConfigurationFault(
          `${flags.history}: this run ended at its first requests (${end.detail}). There is nothing to resume: use run.`,
        );
      }
      const month = (run.now ?? new Date().toISOString()).slice(0, 7);
      if (calendar !== null && calendar.month !== month) {
        throw new ConfigurationFault(
          `${flags.history}: this run asked for months before ${calendar.month}, and it is ${month} now: answers of both do not compare. Use run.`,
        );
      }
      const options = optionsOf(asRecorded(flags, run), familyOf(recorded) !== null);
      const told = {
        ...options,
        ...recordedOf(run),
        now: run.now ?? options.now ?? null,
        waitReset: flags.waitReset ?? false,
        rotation: run.rotation,
        allowance: flags.allowance ?? run.allowance ?? 60,
        resume,
      };
      const { report, history, notResumed } = await runTold(told, flags.history);
      if (notResumed === null) {
        exit(await tell(report, history, flags));
        return;
      }
      warn(
        `Not resumed: ${notResumed}.\n${flags.history} is as it was, and no report was written. Put that right and use resume again.\n`,
      );
      exit(exitCodes.undecided);
    });
};

/** `judge`: judges a recorded run anew, without a network. */
export const addJudge = (program: Command, exit: (code: number) => void): void => {
  withReportingFlags(program.command('judge'))
    .description('judge a recorded run again, offline')
    .argument('<history>', 'the file that run wrote')
    .option('--frozen', 'as if the data had not changed: contradictions are failures')
    .action(async (file: string, flags: ReportingFlags & { readonly frozen?: boolean }) => {
      reportTargets(flags);
      const recorded = readHistory(file);
      const frozen = recorded.run.frozen || flags.frozen === true;
      const history = { ...recorded, run: { ...recorded.run, frozen } };
      exit(await tell(reportOf(history), history, flags));
    });
};
