import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OrganizationType, organizationTypes } from '@tallyboard/core/vocabulary';
import { type Command, Option } from 'commander';
import { buildWorld } from '../world/build-world.js';
import { writeWorldFacts } from '../world/write-facts.js';
import { exitCodes } from './fault.js';

interface WorldFlags {
  readonly seed: string;
  readonly out: string;
  readonly now?: string;
  readonly orgType: OrganizationType;
}

/** The middle of this month: the same world all month long. */
const defaultNow = (): string => `${new Date().toISOString().slice(0, 7)}-15T12:00:00.000Z`;

/** `world`: facts to load into a service, and the keys to ask it by. */
export const addWorld = (program: Command, exit: (code: number) => void): void => {
  program
    .command('world')
    .description('write facts and keys of a small world: load them, then run with --facts')
    .requiredOption('--out <dir>', 'where to write facts/ and keys.json')
    .option('--seed <n>', 'the same seed makes the same world', '1')
    .option('--now <iso>', 'the present of the world (default: the middle of this month)')
    .addOption(
      new Option('--org-type <type>', 'type of the organization under test')
        .choices(organizationTypes)
        .default('school'),
    )
    .action((flags: WorldFlags) => {
      const now = new Date(flags.now ?? defaultNow()).toISOString();
      const world = buildWorld({ seed: Number(flags.seed), now, organizationType: flags.orgType });
      mkdirSync(flags.out, { recursive: true });
      writeWorldFacts(world.facts, join(flags.out, 'facts'));
      const keys = { now: world.now, ...world.targets, boards: world.boards };
      writeFileSync(join(flags.out, 'keys.json'), `${JSON.stringify(keys, null, 2)}\n`);
      process.stdout.write(
        `${join(flags.out, 'facts')}\n${join(flags.out, 'keys.json')}\n` +
          `Load the facts, then: run --config ${join(flags.out, 'keys.json')} --facts ${join(flags.out, 'facts')} --now ${now}\n`,
      );
      exit(exitCodes.pass);
    });
};
