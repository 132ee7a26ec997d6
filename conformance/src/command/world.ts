import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Facts,
  factKinds,
  type OrganizationType,
  organizationTypes,
  writeFact,
} from '@tallyboard/core/vocabulary';
import { ownersMode, replaceFile } from '../files/own-file.js';
import { buildWorld } from '../world/build-world.js';
import { count, instant, optionOf } from './flags.js';
import { ConfigurationFault, commandLine, exitCodes, print } from './operator.js';
import type { Verb } from './verb.js';

interface WorldFlags {
  readonly seed: number;
  readonly out: string;
  readonly now?: string;
  readonly orgType: OrganizationType;
  readonly force?: boolean;
}

/** The middle of this month: the same world all month long. */
const defaultNow = (): string => `${new Date().toISOString().slice(0, 7)}-15T12:00:00.000Z`;

/** Writes facts as one NDJSON file a kind; every file is there, so that old rows are replaced. */
const writeFacts = (facts: Facts, directory: string): void => {
  mkdirSync(directory, { recursive: true });
  for (const kind of factKinds) {
    const lines = facts[kind].map((fact) => `${JSON.stringify(writeFact(kind, fact))}\n`);
    replaceFile(join(directory, `${kind}.ndjson`), lines.join(''));
  }
};

/** `world`: facts to load into a service, and the keys to ask it by. */
export const world: Verb = {
  says: 'write facts and keys of a small world: load them, then run with --facts',
  options: [
    optionOf(['--out <dir>', 'where to write facts/ and keys.json']).makeOptionMandatory(),
    optionOf(['--force', 'replace the facts/ and keys.json of an earlier world']),
    optionOf(['--seed <n>', 'the same seed makes the same world', count, 1]),
    optionOf([
      '--now <time>',
      'the present of the world (default: the middle of this month)',
      instant,
    ]),
    optionOf([
      '--org-type <type>',
      'type of the organization under test',
      organizationTypes,
      'school',
    ]),
  ],
  act: ({ out, force, seed, now = defaultNow(), orgType }: WorldFlags) => {
    const [facts, keys] = [join(out, 'facts'), join(out, 'keys.json')];
    const there = [facts, keys].find((file) => existsSync(file));
    if (there !== undefined && force !== true) {
      throw new ConfigurationFault(
        `--out: ${there} is there already. Name another folder, or give --force to replace it.`,
      );
    }
    const built = buildWorld({ seed, now, organizationType: orgType });
    writeFacts(built.facts, facts);
    const settings = { now: built.now, ...built.targets, boards: built.boards };
    replaceFile(keys, `${JSON.stringify(settings, null, 2)}\n`, ownersMode);
    print(
      `${facts}\n${keys}\n` +
        `Load the facts into a service, then:\n${commandLine(['run', `--base-url ADDRESS --config ${keys} --facts ${facts} --now ${now}`])}\n`,
    );
    return exitCodes.pass;
  },
};
