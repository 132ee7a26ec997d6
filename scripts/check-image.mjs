// `npm run verify -- image`: carries out the steps of the Dockerfile, but for the machine around them: its RUN fills
// a directory, its ENTRYPOINT and CMD start there, its HEALTHCHECK asks, and a SIGTERM ends it.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const dockerfile = readFileSync(new URL('Dockerfile', root), 'utf8');
const directory = mkdtempSync(join(tmpdir(), 'tallyboard-image-'));
const app = join(directory, 'app');

/**
 * An instruction in the form of a list, with the directory in the place of /app.
 *
 * @param {RegExp} instruction
 * @returns {readonly string[]}
 */
const wordsOf = (instruction) => {
  const found = instruction.exec(dockerfile)?.[1];
  if (found === undefined) throw new Error(`The Dockerfile has no ${instruction}.`);
  /** @type {readonly string[]} */
  const words = JSON.parse(found);
  return words.map((word) => word.replace(/^\/app(?=\/|$)/, app));
};

/**
 * Runs a list of words to its end.
 *
 * @param {readonly string[]} words
 * @param {NodeJS.ProcessEnv} env
 */
const run = ([command = '', ...args], env = process.env) => {
  const cwd = fileURLToPath(root);
  const { status } = spawnSync(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`${command} ${args[0]}: exit code ${status}`);
};

try {
  run(wordsOf(/^RUN (\[.*\])$/m));
  const facts = join(directory, 'sample');
  const shape = ['--org-type', 'team', '--members', '5', '--months', '1', '--events', '100'];
  const entry = wordsOf(/^ENTRYPOINT (\[.*\])$/m);
  run([...entry, 'generate', '--seed', '1', ...shape, '--out', facts]);
  const store = join(directory, 'data');
  run([...entry, 'import', '--store', store, join(facts, 'facts')]);

  /** @type {NodeJS.ProcessEnv} */
  const env = { PATH: process.env['PATH'] };
  for (const [, name = '', value] of dockerfile.matchAll(/^ENV (\w+)=(.*)$/gm)) env[name] = value;
  Object.assign(env, { TALLYBOARD_PORT: '0' });
  // Built by the step above.
  const { startService } = await import('./dist/sample-service.js');
  const { address, stop } = await startService(
    [...entry, ...wordsOf(/^CMD (\[.*\])$/m).map((word) => (word === '/data' ? store : word))],
    { env },
  );
  const { port } = new URL(address);
  run(wordsOf(/^HEALTHCHECK .*CMD (\[.*\])$/m), { ...env, TALLYBOARD_PORT: port });
  const code = await stop();
  if (code !== 0) throw new Error(`The service ended with ${code}.`);
  console.log('image: built, served, healthy, ended in order');
} finally {
  rmSync(directory, { recursive: true, force: true });
}
