import type { Command } from 'commander';
import { type Difference, differencesOf } from '../diff/diff.js';
import { shown } from '../model/json.js';
import { ConfigurationFault, exitCodes } from './fault.js';
import { readHistory } from './history-file.js';

const lineOf = ({ probe, where, left, right, allowed }: Difference): string =>
  `${allowed === null ? 'DIFFERS' : 'allowed'}  ${probe} ${where}: ${shown(left)} and ${shown(right)}${allowed === null ? '' : ` (${allowed})`}\n`;

/** `diff`: what two deployments answered differently, read from the histories of two runs. */
export const addDiff = (program: Command, exit: (code: number) => void): void => {
  program
    .command('diff')
    .description('compare the answers of two deployments, by the histories of two runs of one plan')
    .argument('<left>', 'the history of a run')
    .argument('<right>', 'the history of a run with the same seed, rotation and month')
    .option('--json', 'print every difference as JSON')
    .action((left: string, right: string, { json }: { readonly json?: boolean }) => {
      const [one, other] = [readHistory(left), readHistory(right)];
      if (one.run.seed !== other.run.seed || one.run.rotation !== other.run.rotation) {
        throw new ConfigurationFault('The two runs have another --seed or --rotation.');
      }
      const found = differencesOf(one, other);
      const differing = found.filter(({ allowed }) => allowed === null);
      if (json === true) process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
      else {
        for (const difference of [
          ...differing,
          ...found.filter(({ allowed }) => allowed !== null),
        ]) {
          process.stdout.write(lineOf(difference));
        }
        process.stdout.write(
          `${differing.length} differences, ${found.length - differing.length} that the specification allows\n`,
        );
      }
      exit(differing.length === 0 ? exitCodes.pass : exitCodes.fail);
    });
};
