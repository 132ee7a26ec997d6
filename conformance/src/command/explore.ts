import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { explore } from '../explore/explore.js';
import { curlOf } from '../model/curl.js';
import { realClock } from '../transport/clock.js';
import { nodeTransport } from '../transport/node-transport.js';
import type { World } from '../world/build-world.js';
import { writeWorldFacts } from '../world/write-facts.js';
import { exitCodes } from './fault.js';
import { count, instant } from './flags.js';
import { runLoadCommand } from './load-command.js';
import { baseUrlOf } from './options.js';

interface ExploreFlags {
  readonly baseUrl?: string;
  readonly loadCommand: string;
  readonly runs: number;
  readonly seed: number;
  readonly shrinks: number;
  readonly now?: string;
  readonly maxWait: number;
}

const size = ({ facts }: World): string =>
  Object.entries(facts)
    .filter(([, rows]) => rows.length > 0)
    .map(([kind, rows]) => `${rows.length} ${kind}`)
    .join(', ');

/** `explore`: new worlds and new questions, each loaded through the operator's command. */
export const addExplore = (program: Command, exit: (code: number) => void): void => {
  program
    .command('explore')
    .description('draw new worlds and requests, load each by your command, shrink a disagreement')
    .addOption(new Option('--base-url <url>', 'address before /v1').env('TALLYBOARD_BASE_URL'))
    .requiredOption(
      '--load-command <command>',
      'replaces the data: {facts} is a directory, {now} the present; exit 0 = the data answers',
    )
    .option('--runs <n>', 'how many worlds', count, 20)
    .option('--seed <n>', 'the same seed draws the same worlds', count, 1)
    .option('--shrinks <n>', 'most loads to spend on a smaller world', count, 60)
    .option(
      '--now <time>',
      'the present of the worlds (default: today, which is what a service goes by that has no other)',
      instant,
    )
    .option('--max-wait <seconds>', 'longest wait for one figure', count, 60)
    .action(async (flags: ExploreFlags) => {
      const today = new Date().toISOString().slice(0, 10);
      const now = flags.now ?? `${today}T12:00:00.000Z`;
      const baseUrl = baseUrlOf(flags.baseUrl);
      const place = join(mkdtempSync(join(tmpdir(), 'tallyboard-explore-')), 'facts');
      const found = await explore({
        baseUrl,
        now,
        seed: flags.seed,
        runs: flags.runs,
        shrinksMax: flags.shrinks,
        maxWaitSeconds: flags.maxWait,
        transport: nodeTransport,
        clock: realClock,
        load: async ({ facts }) => {
          writeWorldFacts(facts, place);
          await runLoadCommand(flags.loadCommand, place, now);
        },
        note: (message) => process.stderr.write(`${message}\n`),
      });
      if (found.found !== null) {
        const { world, request, says } = found.found;
        writeWorldFacts(world.facts, place);
        process.stdout.write(
          `DISAGREEMENT  ${says}\nworld: ${place} (${size(world)})\nTALLYBOARD_API_KEY=${world.targets.main.key}\n${curlOf(request, baseUrl)}\n`,
        );
        exit(exitCodes.fail);
        return;
      }
      if (found.stopped !== null) {
        process.stdout.write(`UNDECIDED  after ${found.runs} worlds: ${found.stopped}\n`);
        exit(exitCodes.undecided);
        return;
      }
      process.stdout.write(`AGREED  on ${found.runs} worlds\n`);
      exit(exitCodes.pass);
    });
};
