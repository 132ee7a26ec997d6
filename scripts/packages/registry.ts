import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { emptyProject, judgeSample, run } from '../programs.js';
import { runLines } from './checks.js';

const port = 4873;
const registry = `http://127.0.0.1:${port}/`;

/** Starts a registry that has our packages itself, and those of others from the one of this machine. */
const startRegistry = async (scratch: string): Promise<() => Promise<unknown>> => {
  const cwd = emptyProject(scratch, 'registry', {
    // It needs Node 22, which comes as a package.
    dependencies: { node: '22.23.3', verdaccio: '6.10.4' },
    // One of its dependencies asks for a tag of node-fetch that a mirror may not have.
    overrides: { 'node-fetch': '2.7.0' },
  });
  run(cwd, 'npm install --no-audit --no-fund --prefer-offline --loglevel=error');
  const config = `storage: ./storage
max_body_size: 50mb
uplinks: { upstream: { url: '${run('.', 'npm config get registry').trim()}' } }
packages:
  '@tallyboard/*': { access: $all, publish: $all }
  tallyboard: { access: $all, publish: $all }
  '**': { access: $all, proxy: upstream }
log: { type: stdout, level: error }
`;
  writeFileSync(join(cwd, 'config.yaml'), config);
  const words = `node_modules/verdaccio/bin/verdaccio --config config.yaml --listen 127.0.0.1:${port}`;
  const node = join(cwd, 'node_modules/node/bin/node');
  // It trusts whom npm trusts here.
  const cafile = run('.', 'npm config get cafile').trim();
  const env = { ...process.env, ...(cafile === 'null' ? {} : { NODE_EXTRA_CA_CERTS: cafile }) };
  const server = spawn(node, words.split(' '), { cwd, env, stdio: 'ignore' });
  const answers = () => fetch(registry).then(Boolean, () => false);
  for (let at = 0; at < 60 && !(await answers()); at += 1) await wait(500);
  return () => {
    server.kill();
    return once(server, 'exit');
  };
};

/**
 * Publishes a release to a registry on this machine (127.0.0.1, thrown away afterwards) as CI does, then installs from
 * there: the lines of the documents, the command with a service, and the suite by npx.
 */
export const publishDry = async (out: string, scratch: string): Promise<void> => {
  const stop = await startRegistry(scratch);
  try {
    const user = join(scratch, 'npmrc');
    writeFileSync(user, `registry=${registry}\n//127.0.0.1:${port}/:_authToken=none\n`);
    const env = {
      ...{ npm_config_userconfig: user, npm_config_registry: registry },
      ...{ npm_config_audit: 'false', npm_config_fund: 'false' },
      npm_config_cache: join(scratch, 'cache'),
    };
    const publish = () => run('.', `node scripts/publish.mjs "${out}"`, env).trim();
    console.log(publish());
    const again = publish().split('\n');
    if (again.some((line) => !line.endsWith('published already')))
      throw new Error(again.join('\n'));
    runLines(scratch, /npm install @tallyboard\/[^\n`]+/g, env);
    const project = emptyProject(scratch, 'from-registry');
    run(project, 'npm install tallyboard', env);
    const tallyboard = 'node_modules/tallyboard/bin/tallyboard.mjs';
    const suite = 'npx --yes @tallyboard/conformance';
    const verdict = await judgeSample(project, tallyboard, suite, 'store', env);
    console.log(`${suite}: ${verdict}`);
  } finally {
    await stop();
  }
};
