import { familyOf } from '../judge/family.js';
import { recordedOf } from '../model/configuration.js';
import type { RunRecord } from '../model/history.js';
import { type ConformanceOptions, runConformance } from '../run-conformance.js';
import { FactsFault } from '../seeded/read-facts.js';
import { reportOf } from '../verdicts/report-of.js';
import { optionOf, type ReportingFlags, reporting, type SendingFlags, sending } from './flags.js';
import { appendAfter, appendTo, beginHistory, readHistory } from './history-file.js';
import { ConfigurationFault, exitCodes, warn } from './operator.js';
import { optionsOf } from './options.js';
import { startProgress } from './progress.js';
import { tell } from './tell.js';
import type { Verb } from './verb.js';

/** The flags of verbs that send, keep a history and report. */
export type Flags = SendingFlags & ReportingFlags & { readonly history: string };

/** Runs with progress on the console and the history in its file. */
export const runTold = async (options: ConformanceOptions, file: string) => {
  const live = startProgress();
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
  baseUrl,
  ...(organizations.main !== undefined && { org: organizations.main }),
  ...(facts !== null && { facts }),
  ...flags,
});

/** `run`: sends, judges, reports. */
export const run: Verb = {
  says: 'ask a service and give a verdict for every rule',
  options: [...sending('run'), ...reporting],
  act: async (flags: Flags) => {
    const options = optionsOf(flags);
    beginHistory(flags.history);
    const { report, history } = await runTold(options, flags.history);
    return tell(report, history, flags);
  },
};

/** `resume`: sends what an interrupted or quota-stopped run left. */
export const resume: Verb = {
  says: 'continue a run that was interrupted or stopped at the allowance',
  options: [...sending('resume'), ...reporting],
  act: async (flags: Flags) => {
    const file = flags.history;
    const [recorded, records] = readHistory(file);
    const { end, calendar } = recorded;
    const before = recorded.run;
    if (end?.why === 'smoke') {
      throw new ConfigurationFault(
        `${file}: this run ended at its first requests (${end.detail}). There is nothing to resume: use run.`,
      );
    }
    const month = (before.now ?? new Date().toISOString()).slice(0, 7);
    if (calendar !== null && calendar.month !== month) {
      throw new ConfigurationFault(
        `${file}: this run asked for months before ${calendar.month}, and it is ${month} now: answers of both do not compare. Use run.`,
      );
    }
    const options = optionsOf(asRecorded(flags, before), familyOf(recorded) !== null);
    const { report, history, notResumed } = await runTold(
      {
        ...options,
        ...recordedOf(before),
        now: before.now ?? options.now ?? null,
        waitReset: flags.waitReset ?? false,
        rotation: before.rotation,
        allowance: flags.allowance ?? before.allowance ?? 60,
        resume: records,
      },
      file,
    );
    if (notResumed === null) return tell(report, history, flags);
    warn(
      `Not resumed: ${notResumed}.\n${file} is as it was, and no report was written. Put that right and use resume again.\n`,
    );
    return exitCodes.undecided;
  },
};

/** `judge`: judges a recorded run anew, without a network. */
export const judge: Verb = {
  says: 'judge a recorded run again, offline',
  args: [['<history>', 'the file that run wrote']],
  options: [
    ...reporting,
    optionOf(['--frozen', 'as if the data had not changed: contradictions are failures']),
  ],
  act: (flags: ReportingFlags & { readonly frozen?: true }, file: string) => {
    const [recorded] = readHistory(file);
    const frozen = recorded.run.frozen || flags.frozen === true;
    const history = { ...recorded, run: { ...recorded.run, frozen } };
    return tell(reportOf(history), history, { ...flags, history: file });
  },
};
