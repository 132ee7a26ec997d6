// `npm run release:dry`: the publishing of a release against a registry on this machine (127.0.0.1, thrown
// away afterwards), then installs from there in empty folders: every line of the documents that installs our packages,
// the command, a service, and the suite through npx against it.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { repositoryFiles } from './dist/repository.js';
import { startService } from './dist/sample-service.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'tallyboard-release-'));
const port = 4873;
const registry = `http://127.0.0.1:${port}/`;

/**
 * Runs a program to its end, and gives back what it printed.
 *
 * @param {string} cwd
 * @param {readonly string[]} words
 * @param {NodeJS.ProcessEnv} env
 */
const run = (cwd, [command = '', ...args], env = process.env) => {
  const shell = process.platform === 'win32';
  const { status, stdout, stderr } = spawnSync(command, args, {
    ...{ cwd, env, shell, encoding: 'utf8' },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${status}\n${stdout}${stderr}`);
  return stdout;
};
/** @param {string} name */
const folder = (name) => {
  const path = join(scratch, name);
  mkdirSync(path);
  writeFileSync(join(path, 'package.json'), '{ "private": true, "type": "module" }');
  return path;
};

/** Starts a registry that has our packages itself, and those of others from the one of this machine. */
const startRegistry = async () => {
  const cwd = folder('registry');
  // One of its dependencies asks for a tag of node-fetch that a mirror may not have.
  const overrides = { 'node-fetch': '2.7.0' };
  // It needs Node 22, which comes as a package.
  const dependencies = { node: '22.23.3', verdaccio: '6.10.4' };
  const wanted = { private: true, dependencies, overrides };
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(wanted));
  run(cwd, ['npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefer-offline']);
  const upstream = run(root, ['npm', 'config', 'get', 'registry']).trim();
  writeFileSync(
    join(cwd, 'config.yaml'),
    `storage: ./storage
max_body_size: 50mb
uplinks: { upstream: { url: '${upstream}' } }
packages:
  '@tallyboard/*': { access: $all, publish: $all }
  tallyboard: { access: $all, publish: $all }
  '**': { access: $all, proxy: upstream }
log: { type: stdout, level: error }
`,
  );
  const verdaccio = ['node_modules/verdaccio/bin/verdaccio', '--config', 'config.yaml'];
  const listen = ['--listen', `127.0.0.1:${port}`];
  const node22 = join(cwd, 'node_modules/node/bin/node');
  const server = spawn(node22, [...verdaccio, ...listen], { cwd, stdio: 'ignore' });
  const answers = () => fetch(registry).then(Boolean, () => false);
  for (let at = 0; at < 60 && !(await answers()); at += 1) await wait(500);
  return () => server.kill() && once(server, 'exit');
};

/** @type {(() => unknown)[]} */
const ends = [];
try {
  const out = folder('out');
  run(root, [process.execPath, 'scripts/dist/packages/main.js', '--out', out, '--no-check']);
  console.log('packed');
  ends.push(await startRegistry());

  const user = join(scratch, 'npmrc');
  writeFileSync(user, `registry=${registry}\n//127.0.0.1:${port}/:_authToken=none\n`);
  const env = {
    ...process.env,
    npm_config_userconfig: user,
    npm_config_registry: registry,
    npm_config_cache: folder('cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
  const publish = [process.execPath, 'scripts/publish.mjs', out];
  console.log(run(root, publish, env).trim());
  const again = run(root, publish, env).trim().split('\n');
  if (again.some((line) => !line.endsWith('published already'))) throw new Error(again.join('\n'));

  const pages = repositoryFiles(['*.md'], root).map((path) =>
    readFileSync(join(root, path), 'utf8'),
  );
  const installs = pages.flatMap((page) => page.match(/npm install @tallyboard\/[^\n`]+/g) ?? []);
  for (const [at, line] of [...new Set(installs)].entries()) {
    run(folder(`line-${at}`), line.split(' '), env);
    console.log(line);
  }

  const elsewhere = folder('elsewhere');
  run(elsewhere, ['npm', 'install', 'tallyboard'], env);
  const tallyboard = [process.execPath, 'node_modules/tallyboard/bin/tallyboard.mjs'];
  const shape = ['--org-type', 'school', '--members', '30', '--months', '3', '--events', '2000'];
  run(elsewhere, [...tallyboard, 'generate', '--seed', '1', ...shape, '--out', 'sample']);
  run(elsewhere, [...tallyboard, 'import', '--store', 'store', join('sample', 'facts')]);
  const serve = ['serve', '--store', 'store', '--port', '0', '--log-level', 'error'];
  const service = await startService([...tallyboard, ...serve], { cwd: elsewhere });
  ends.push(service.stop);
  const suite = ['npx', '--yes', '@tallyboard/conformance', 'run', '--frozen', '--fresh-quota'];
  const target = ['--base-url', service.address, '--config', 'sample/keys.json'];
  const verdict = run(elsewhere, [...suite, ...target], env);
  console.log(`npx @tallyboard/conformance: ${/^PASS.*$/m.exec(verdict)?.[0]}`);
} finally {
  await Promise.all(ends.map((end) => end()));
  rmSync(scratch, { recursive: true, force: true });
}
