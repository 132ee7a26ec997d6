import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { brokenLine } from '../history/chain.js';
import { withPower } from '../power/power.js';
import { reportFormats } from '../report/index.js';
import { reportOf } from '../verdicts/report-of.js';
import { ConfigurationFault, exitCodes } from './fault.js';
import { readHistory } from './history-file.js';
import { namedFile } from './named-file.js';
import { compared } from './tell.js';

const historyIn = (directory: string): string => {
  if (!existsSync(directory)) throw new ConfigurationFault(`There is no directory ${directory}.`);
  const files = readdirSync(directory).filter((file) => file.endsWith('.ndjson'));
  const [file] = files;
  if (file === undefined || files.length > 1) {
    throw new ConfigurationFault(
      `${directory}: expected one history (.ndjson), found ${files.length}.`,
    );
  }
  return file;
};

/** What is wrong with the files of a run, one line each; none when all of them are as written. */
const faultsIn = (directory: string, baseline: string | undefined): readonly string[] => {
  const file = historyIn(directory);
  const line = brokenLine(namedFile(join(directory, file)));
  if (line !== null) return [`${file}: line ${line} is not as it was written`];
  const history = readHistory(join(directory, file));
  const report = compared(withPower(reportOf(history), history), baseline);
  const written = Object.values(reportFormats).map((format) => format(report, history));
  const others = readdirSync(directory).filter((one) => one !== file);
  const strange = others.filter((one) => !written.includes(namedFile(join(directory, one))));
  if (others.length === 0) return [`${directory}: there is no report beside ${file}`];
  return strange.map((one) => `${one}: not what this version of the suite makes of ${file}`);
};

/** `verify-report`: the history is whole, and the reports beside it are what it gives. */
export const addVerifyReport = (program: Command, exit: (code: number) => void): void => {
  program
    .command('verify-report')
    .description('check that a history and the reports beside it are as a run wrote them')
    .argument('<directory>', 'one history (.ndjson) and its reports, nothing else')
    .option('--baseline <file>', 'the baseline that the reports were made with')
    .action((directory: string, { baseline }: { readonly baseline?: string }) => {
      const faults = faultsIn(directory, baseline);
      for (const fault of faults) process.stdout.write(`CHANGED  ${fault}\n`);
      if (faults.length === 0) process.stdout.write(`VERIFIED  ${directory}\n`);
      exit(faults.length === 0 ? exitCodes.pass : exitCodes.fail);
    });
};
