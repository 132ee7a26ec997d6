import type { Command } from 'commander';
import { type Difference, differencesOf, failedIn } from '../diff/diff.js';
import type { History } from '../model/history.js';
import { shown } from '../model/json.js';
import { runConformance } from '../run-conformance.js';
import { ConfigurationFault, exitCodes } from './fault.js';
import { type SendingFlags, withSendingFlags } from './flags.js';
import { readHistory } from './history-file.js';
import { optionsOf } from './options.js';

interface DiffFlags extends SendingFlags {
  readonly rightKeyEnv?: string;
  readonly json?: boolean;
}

const lineOf = ({ probe, where, left, right, allowed }: Difference): string =>
  `${allowed === null ? 'DIFFERS' : 'allowed'}  ${probe} ${where}: ${shown(left)} and ${shown(right)}${allowed === null ? '' : ` (${allowed})`}\n`;

const isAddress = (text: string): boolean => /^https?:\/\//.test(text);

/** What a deployment answers to the plan; nothing of it is written, so names are compared as they are. */
const asked = async (baseUrl: string, flags: SendingFlags): Promise<History> => {
  const options = { ...optionsOf({ ...flags, baseUrl }), keepPii: true, reduceMax: 0 };
  const { history } = await runConformance(options);
  return history;
};

const sides = ['left', 'right'] as const;

/** Why each run that ended early did. What it did not ask is not compared. */
const cutShort = (histories: readonly History[]): readonly string[] =>
  histories.flatMap(({ end }, at) =>
    end?.why === 'complete'
      ? []
      : `incomplete: the ${sides[at] ?? ''} run ended early, and what it did not ask is not compared: ${end?.detail ?? 'it was interrupted'}.\n`,
  );

/** What a side never answered as it should: beside it the other side shows nothing. */
const notCompared = (histories: readonly History[]): readonly string[] =>
  histories.flatMap((history, at) =>
    failedIn(history).map(
      ({ endpoint, statuses }) =>
        `not compared: ${endpoint} of the ${sides[at] ?? ''} side failed: no request was answered 200 (${statuses.join(', ')}).\n`,
    ),
  );

/** Both histories: of two runs, or of two deployments that are asked now, at the same time. */
const bothOf = (left: string, right: string, flags: DiffFlags): Promise<readonly History[]> => {
  if (isAddress(left) !== isAddress(right)) {
    throw new ConfigurationFault('diff compares two histories, or two addresses.');
  }
  if (!isAddress(left)) return Promise.resolve([left, right].map(readHistory));
  const { rightKeyEnv } = flags;
  const other = rightKeyEnv === undefined ? flags : { ...flags, keyEnv: rightKeyEnv };
  return Promise.all([asked(left, flags), asked(right, other)]);
};

/** `diff`: what two deployments answered differently to the same plan. */
export const addDiff = (program: Command, exit: (code: number) => void): void => {
  withSendingFlags(program.command('diff'), 'diff')
    .description('compare the answers of two deployments to one plan')
    .argument('<left>', 'an address, which is asked now, or the history of a run')
    .argument('<right>', 'another address, or a history with the same seed, rotation and month')
    .option('--right-key-env <name>', 'environment variable with the key of the right address')
    .option('--json', 'print every difference as JSON')
    .action(async (left: string, right: string, flags: DiffFlags) => {
      const [one, other] = await bothOf(left, right, flags);
      if (one === undefined || other === undefined) throw new Error('A comparison needs two.');
      if (one.run.seed !== other.run.seed || one.run.rotation !== other.run.rotation) {
        throw new ConfigurationFault('The two runs have another --seed or --rotation.');
      }
      const months = new Set([one, other].flatMap(({ calendar }) => calendar?.month ?? []));
      if (months.size > 1) {
        throw new ConfigurationFault(
          `The two runs asked about other months: ${[...months].join(' and ')}. Run both in the same month.`,
        );
      }
      const found = differencesOf(one, other);
      const differing = found.filter(({ allowed }) => allowed === null);
      const failed = notCompared([one, other]);
      if (flags.json === true) {
        process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
        process.stderr.write(failed.join(''));
      } else {
        for (const difference of [
          ...differing,
          ...found.filter(({ allowed }) => allowed !== null),
        ]) {
          process.stdout.write(lineOf(difference));
        }
        process.stdout.write(
          `${failed.join('')}${differing.length} differences, ${found.length - differing.length} that the specification allows\n`,
        );
      }
      const gaps = cutShort([one, other]);
      for (const gap of gaps) process.stderr.write(gap);
      if (differing.length > 0) exit(exitCodes.fail);
      else exit(gaps.length + failed.length > 0 ? exitCodes.undecided : exitCodes.pass);
    });
};
