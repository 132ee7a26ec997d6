import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type OrganizationType, organizationTypes } from '@tallyboard/core/vocabulary';
import { type Command, Option } from 'commander';
import { ownersMode, replaceFile } from '../files/own-file.js';
import { suiteName } from '../suite.js';
import { buildWorld } from '../world/build-world.js';
import { writeWorldFacts } from '../world/write-facts.js';
import { instant } from './flags.js';
import { ConfigurationFault, exitCodes, print } from './operator.js';

interface WorldFlags {
  readonly seed: string;
  readonly out: string;
  readonly now?: string;
  readonly orgType: OrganizationType;
  readonly force?: boolean;
}

/** What `world` writes: a folder of facts, and a file of keys. */
const placesIn = (out: string) => ({ facts: join(out, 'facts'), keys: join(out, 'keys.json') });

/** The middle of this month: the same world all month long. */
const defaultNow = (): string => `${new Date().toISOString().slice(0, 7)}-15T12:00:00.000Z`;

/** `world`: facts to load into a service, and the keys to ask it by. */
export const addWorld = (program: Command, exit: (code: number) => void): void => {
  program
    .command('world')
    .description('write facts and keys of a small world: load them, then run with --facts')
    .requiredOption('--out <dir>', 'where to write facts/ and keys.json')
    .option('--force', 'replace the facts/ and keys.json of an earlier world')
    .option('--seed <n>', 'the same seed makes the same world', '1')
    .option('--now <time>', 'the present of the world (default: the middle of this month)', instant)
    .addOption(
      new Option('--org-type <type>', 'type of the organization under test')
        .choices(organizationTypes)
        .default('school'),
    )
    .action((flags: WorldFlags) => {
      const places = placesIn(flags.out);
      const there = Object.values(places).find((place) => existsSync(place));
      if (there !== undefined && flags.force !== true) {
        throw new ConfigurationFault(
          `--out: ${there} is there already. Name another folder, or give --force to replace it.`,
        );
      }
      const now = flags.now ?? defaultNow();
      const world = buildWorld({ seed: Number(flags.seed), now, organizationType: flags.orgType });
      mkdirSync(flags.out, { recursive: true });
      writeWorldFacts(world.facts, places.facts);
      const keys = { now: world.now, ...world.targets, boards: world.boards };
      replaceFile(places.keys, `${JSON.stringify(keys, null, 2)}\n`, ownersMode);
      print(
        `${places.facts}\n${places.keys}\n` +
          `Load the facts into a service, then: ${suiteName} run --base-url ADDRESS --config ${places.keys} --facts ${places.facts} --now ${now}\n`,
      );
      exit(exitCodes.pass);
    });
};
