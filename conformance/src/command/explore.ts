import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type Asked,
  explore as exploreAll,
  type OverFacts,
  type OverWorlds,
} from '../explore/explore.js';
import { curlOf } from '../model/curl.js';
import { readFacts } from '../seeded/read-facts.js';
import { realClock } from '../transport/clock.js';
import { nodeTransport } from '../transport/node-transport.js';
import { writeWorldFacts } from '../world/write-facts.js';
import { count, type FlagRow, optionOf, type SendingFlags, sending } from './flags.js';
import { ConfigurationFault, exitCodes, print, warn } from './operator.js';
import { baseUrlOf, mainTargetOf } from './options.js';
import type { Verb } from './verb.js';

const limitMs = 120_000;

/** Runs an operator's command by the shell; its output goes to standard error. */
const runLoadCommand = async (template: string, facts: string, now: string): Promise<void> => {
  const command = template.replaceAll('{facts}', `'${facts}'`).replaceAll('{now}', now);
  // A group of its own, so that what the command started ends with it when it takes too long.
  const child = spawn(command, { shell: true, stdio: ['ignore', 2, 2], detached: true });
  const why = await new Promise<string | null>((resolve) => {
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      resolve(` took more than ${limitMs / 1000} s.`);
    }, limitMs);
    child.on('close', () => clearTimeout(timer));
    child.on('error', (error) => resolve(`: ${error.message}`));
    child.on('exit', (code) =>
      resolve(code === 0 ? null : ` ended with exit code ${String(code)}.`),
    );
  });
  if (why !== null) throw new ConfigurationFault(`--load-command${why}`);
};

interface ExploreFlags extends SendingFlags {
  readonly loadCommand?: string;
  readonly seconds: number;
  readonly runs: number;
  readonly shrinks: number;
}

const sizeOf = ({ facts }: Asked): string =>
  Object.entries(facts)
    .filter(([, rows]) => rows.length > 0)
    .map(([kind, rows]) => `${rows.length} ${kind}`)
    .join(', ');

const overOf = async (
  flags: ExploreFlags,
  now: string,
  folder: string,
): Promise<OverFacts | OverWorlds> => {
  const { loadCommand, facts, runs, shrinks, seconds } = flags;
  if ((loadCommand === undefined) === (facts === undefined)) {
    throw new ConfigurationFault(
      'explore compares with facts: give --facts PATH that the service answers from, or --load-command that loads worlds into it.',
    );
  }
  if (facts !== undefined) {
    const world = { facts: await readFacts(facts), now, targets: { main: mainTargetOf(flags) } };
    return { world, seconds };
  }
  return {
    now,
    runs,
    shrinksMax: shrinks,
    load: async (world) => {
      writeWorldFacts(world.facts, folder);
      await runLoadCommand(loadCommand ?? '', folder, now);
    },
  };
};

/** `explore`: random questions, over facts that are loaded or over worlds that a command loads. */
export const explore: Verb = {
  says: 'send random questions and compare every figure; shrink a disagreement',
  options: [
    ...sending('explore'),
    ...(
      [
        ['--seconds <n>', 'with --facts: how long to ask', count, 60],
        [
          '--load-command <command>',
          'loads a world, and ends with 0 once the service answers from it; {facts} is its directory, {now} its time',
        ],
        ['--runs <n>', 'with --load-command: how many worlds', count, 20],
        ['--shrinks <n>', 'with --load-command: most loads for a smaller world', count, 60],
      ] satisfies readonly FlagRow[]
    ).map(optionOf),
  ],
  act: async (flags: ExploreFlags) => {
    const now = flags.now ?? `${new Date().toISOString().slice(0, 10)}T12:00:00.000Z`;
    const baseUrl = baseUrlOf(flags.baseUrl);
    const folder = join(mkdtempSync(join(tmpdir(), 'tallyboard-explore-')), 'facts');
    const over = await overOf(flags, now, folder);
    const { found, stopped, runs } = await exploreAll({
      baseUrl,
      seed: flags.seed ?? 1,
      maxWaitSeconds: flags.maxWait ?? 60,
      transport: nodeTransport,
      clock: realClock,
      over,
      note: (message) => warn(`${message}\n`),
    });
    const isLoaded = !('world' in over);
    if (found !== null) {
      const { world, request, says } = found;
      if (isLoaded) writeWorldFacts(world.facts, folder);
      const where = isLoaded
        ? `world: ${folder} (${sizeOf(world)})\nTALLYBOARD_API_KEY=${world.targets.main.key}\n`
        : `Set TALLYBOARD_API_KEY to the key of ${world.targets.main.org} for this line:\n`;
      print(`DISAGREEMENT  ${says}\n${where}${curlOf(request, baseUrl)}\n`);
      return exitCodes.fail;
    }
    rmSync(dirname(folder), { recursive: true });
    const rounds = `${runs} ${isLoaded ? 'worlds' : 'rounds of questions'}`;
    print(stopped === null ? `AGREED  on ${rounds}\n` : `UNDECIDED  after ${rounds}: ${stopped}\n`);
    return stopped === null ? exitCodes.pass : exitCodes.undecided;
  },
};
