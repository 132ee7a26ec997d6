import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { ownersMode, publicMode, swapFile } from '../files/own-file.js';
import { requestsPerHour } from '../judge/allowance.js';
import { at, parseJson } from '../model/json.js';
import { realClock } from '../transport/clock.js';
import { hourlyMin, hourlyOf, type Watched } from '../watch/ask.js';
import { prometheusText } from '../watch/prometheus.js';
import { newWatch, type WatchState } from '../watch/state.js';
import type { Change } from '../watch/suspects.js';
import { lineOfHour, watch } from '../watch/watch.js';
import { ConfigurationFault, exitCodes } from './fault.js';
import { count, type SendingFlags, withSendingFlags } from './flags.js';
import { namedFile } from './named-file.js';
import { runCommand } from './on-change.js';
import { optionsOf } from './options.js';

interface WatchFlags extends SendingFlags {
  readonly share: number;
  readonly state: string;
  readonly hours?: number;
  readonly onChange?: string;
  readonly prometheus?: string;
  readonly quiet?: boolean;
}

const share = (text: string): number => {
  const [, digits = ''] = /^(\d{1,3})%$/.exec(text) ?? [];
  const percent = Number(digits);
  if (digits === '' || percent < 1 || percent > 100) {
    throw new InvalidArgumentError('Expected a share from 1% to 100%.');
  }
  return percent / 100;
};

const stateIn = (file: string): WatchState => {
  if (!existsSync(file)) return newWatch;
  const state = parseJson(namedFile(file));
  if (at(state, 'format') !== 2) {
    throw new ConfigurationFault(
      `${file} is not the state of a watch of this version: move it away to begin anew.`,
    );
  }
  return state as WatchState;
};

/** Refuses a share of which the round would get nothing. */
const checkShare = (watched: Watched): void => {
  const requests = hourlyOf(watched);
  if (requests >= hourlyMin) return;
  const { allowance = requestsPerHour } = watched.run;
  const percent = Array.from({ length: 100 }, (_, index) => index + 1).find(
    (one) => hourlyOf({ ...watched, share: one / 100 }) >= hourlyMin,
  );
  throw new ConfigurationFault(
    `--share: of ${allowance} requests an hour, ${Math.round(watched.share * 100)}% is ${requests}. A watch needs ${hourlyMin} an hour: ${
      percent === undefined ? 'the allowance is too small' : `give --share ${percent}% or more`
    }.`,
  );
};

const replace = (file: string, text: string, mode: number): void => {
  mkdirSync(dirname(file), { recursive: true });
  swapFile(file, text, mode);
};

const lineOf = ({ at: when, kind, rule, clause, message, curl }: Change): string =>
  `${kind === 'broken' ? 'BROKEN' : 'FIXED'}  ${when}  ${rule}  ${clause}\n  ${message}\n${curl === '' ? '' : `  ${curl}\n`}`;

const exitCodesOfWatch = `
Exit codes when it ends: 0 no rule is broken, 1 a rule is broken (two observations show it),
3 bad configuration, 4 the suite itself failed.`;

/** `watch`: all rules and all rotations over the hours, with a share of the allowance. */
export const addWatch = (program: Command, exit: (code: number) => void): void => {
  withSendingFlags(program.command('watch'), 'watch')
    .description('ask hour by hour with a share of the allowance; alarm when a rule changes')
    .option('--share <percent>', 'the share of each allowance to spend', share, 0.2)
    .option('--state <file>', 'where everything is kept between hours', 'conformance-watch.json')
    .option(
      '--hours <n>',
      "end after so many hours, 0 for one hour's share (default: at an alarm)",
      count,
    )
    .option('--on-change <command>', 'run at each change, which is JSON on its standard input')
    .option('--prometheus <file>', 'write gauges for the textfile collector')
    .option('--quiet', 'no line an hour on standard error')
    .addHelpText('after', exitCodesOfWatch)
    .action(async (flags: WatchFlags) => {
      const watched = { run: optionsOf(flags), share: flags.share };
      checkShare(watched);
      const state = await watch(watched, stateIn(flags.state), {
        clock: realClock,
        ...(flags.hours === undefined ? {} : { hours: flags.hours }),
        untilAlarm: flags.hours === undefined && flags.onChange === undefined,
        save: (now) => {
          replace(flags.state, JSON.stringify(now), ownersMode);
          if (flags.prometheus !== undefined) {
            replace(flags.prometheus, prometheusText(now), publicMode);
          }
        },
        progress: (hour) => {
          if (flags.quiet !== true) process.stderr.write(`${lineOfHour(hour)}\n`);
        },
        alarm: async (change) => {
          process.stdout.write(lineOf(change));
          if (flags.onChange !== undefined) await runCommand(flags.onChange, change);
        },
      });
      exit(Object.keys(state.broken).length === 0 ? exitCodes.pass : exitCodes.fail);
    });
};
