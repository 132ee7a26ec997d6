import { appendToFile, FileFault } from '../files/own-file.js';
import type { History } from '../model/history.js';
import type { Report } from '../model/report.js';
import { withPower } from '../reasoning/power.js';
import { changesSince, readBaseline } from '../report/baseline.js';
import { consoleSummary } from '../report/console.js';
import { reportFormats, writeReports } from '../report/write-reports.js';
import { type ReportingFlags, type SendingFlags, wordsOf } from './flags.js';
import { ConfigurationFault, commandLine, exitCodes, namedFile, print, warn } from './operator.js';

/** A report beside what `--baseline` names, if anything. */
const compared = (report: Report, file: string | undefined): Report => {
  if (file === undefined) return report;
  const baseline = readBaseline(namedFile(file));
  if (baseline === null) throw new ConfigurationFault(`--baseline: ${file} is no JSON report.`);
  return { ...report, changes: changesSince(report, baseline) };
};

/**
 * A job of GitHub Actions shows what is appended to the file that this variable names. Gives why that failed:
 * the reports are written all the same.
 */
const summarizeStep = (report: Report): readonly string[] => {
  const file = process.env['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return [];
  try {
    appendToFile(file, reportFormats.md(report));
    return [];
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    return [`The summary of the job was not written: ${error.message}`];
  }
};

/**
 * The exit code of a report; with `--fail-on new` what the baseline has too is no failure, nor is a rule
 * that it leaves undecided.
 */
const codeOf = (report: Report, { failOn }: ReportingFlags): number => {
  const { exitCode, changes } = report;
  if (failOn !== 'new' || exitCode > exitCodes.undecided) return exitCode;
  if (changes === undefined) {
    throw new ConfigurationFault('--fail-on new compares with an earlier report: give --baseline.');
  }
  if (changes.some(({ kind }) => kind === 'newFailure')) return exitCodes.fail;
  const isLost = changes.some(({ before, now }) => before === 'pass' && now === 'undecided');
  return isLost ? exitCodes.undecided : exitCodes.pass;
};

/** Prints a report, writes those that were asked for, and gives the exit code. */
export const tell = async (
  found: Report,
  history: History,
  flags: ReportingFlags & SendingFlags,
): Promise<number> => {
  const report = compared(withPower(found, history), flags.baseline);
  const code = codeOf(report, flags);
  if (flags.json === true) print(reportFormats.json(report));
  else {
    const { stdout } = process;
    const color = stdout.isTTY && process.env['NO_COLOR'] === undefined;
    const style = { color, columns: stdout.columns || 100 };
    // A history has no keys and not its own name: later commands are given both.
    const again = wordsOf(flags, ['config', 'keyEnv', 'history']);
    const command = (words: string): string => commandLine([words, ...again]);
    print(consoleSummary(report, { ...style, command, verbose: flags.verbose ?? false }));
  }
  const problems = await writeReports(flags.report ?? [], report, print);
  const unwritten = [...summarizeStep(report), ...problems];
  for (const line of unwritten) warn(`${line}\n`);
  if (code !== report.exitCode && flags.json !== true)
    print(`Exit code ${code}, since --fail-on new counts what the baseline does not have.\n`);
  return unwritten.length > 0 && code === exitCodes.pass ? exitCodes.suite : code;
};
