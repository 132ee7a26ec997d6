// `npm run release:dry`: the publishing of a release against a registry on this machine (127.0.0.1, thrown
// away afterwards), then an install from there in an empty folder: the tutorial's packages, the command
// through npx, a service, and the suite through npx against it.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startService } from './dist/sample-service.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'tallyboard-release-'));
const port = 4873;
const registry = `http://127.0.0.1:${port}/`;
const shell = process.platform === 'win32';

/**
 * Runs a program to its end, and gives back what it printed.
 *
 * @param {string} cwd
 * @param {readonly string[]} words
 * @param {NodeJS.ProcessEnv} env
 */
const run = (cwd, [command = '', ...args], env = process.env) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    shell,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${status}\n${stdout}${stderr}`);
  return stdout;
};
/** @param {string} name */
const folder = (name) => {
  mkdirSync(join(scratch, name));
  return join(scratch, name);
};

/** @type {(() => unknown)[]} */
const ends = [];
try {
  const out = folder('out');
  run(root, [process.execPath, 'scripts/dist/packages/main.js', '--out', out, '--no-check']);
  console.log('packed');

  const tool = folder('registry');
  // One of its dependencies asks for a tag of node-fetch that a mirror may not have.
  const overrides = { 'node-fetch': '2.7.0' };
  // It needs Node 22, which comes as a package.
  const dependencies = { node: '22.23.3', verdaccio: '6.10.4' };
  const wanted = { private: true, dependencies, overrides };
  writeFileSync(join(tool, 'package.json'), JSON.stringify(wanted));
  run(tool, ['npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefer-offline']);
  const upstream = run(root, ['npm', 'config', 'get', 'registry']).trim();
  writeFileSync(
    join(tool, 'config.yaml'),
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
  const verdaccio = join(tool, 'node_modules/verdaccio/bin/verdaccio');
  const flags = ['--config', 'config.yaml', '--listen', `127.0.0.1:${port}`];
  const node22 = join(tool, 'node_modules/node/bin/node');
  const server = spawn(node22, [verdaccio, ...flags], { cwd: tool, stdio: 'ignore' });
  ends.push(() => server.kill() && once(server, 'exit'));
  for (let at = 0; at < 60; at++) {
    if (
      await fetch(registry).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await wait(500);
  }

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

  const tutorial = folder('tutorial');
  const page = readFileSync(join(root, 'docs/tutorial.md'), 'utf8');
  const line = /npm install @tallyboard\/[^`\n]+/.exec(page)?.[0] ?? '';
  writeFileSync(join(tutorial, 'package.json'), '{ "private": true, "type": "module" }');
  run(tutorial, [...line.split(' '), 'typescript@6.0.3', '@types/node@20.19.43'], env);
  const programs = [...page.matchAll(/^```ts (\S+)\n([\s\S]*?)^```$/gm)];
  for (const [, name = '', text = ''] of programs) writeFileSync(join(tutorial, name), text);
  // Those that need no framework, and print what the page says.
  const printing = /^```ts (\S+)\n((?:(?!```).*\n)*)```\n+```text\n((?:(?!```).*\n)*)```$/gm;
  const compared = [...page.matchAll(printing)].filter(
    ([, , text = '']) => !/from '(?!@tallyboard\/|\.\/(?:analytics|handler)\.js)/.test(text),
  );
  const names = compared.map(([, name = '']) => name);
  const compile = ['npx', 'tsc', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
  run(tutorial, [...compile, '--skipLibCheck', ...names], env);
  if (names.length === 0) throw new Error('docs/tutorial.md: no program that prints');
  for (const [, name = '', , expected] of compared) {
    const printed = run(tutorial, [process.execPath, name.replace('.ts', '.js')]);
    if (printed !== expected) throw new Error(`${name} prints ${printed}, not ${expected}`);
  }
  console.log(`tutorial: ${line}; ${names.join(', ')} print what the page says`);

  const elsewhere = folder('elsewhere');
  /** @param {readonly string[]} words */
  const npx = (...words) => run(elsewhere, ['npx', '--yes', ...words], env);
  const shape = ['--org-type', 'school', '--members', '30', '--months', '3', '--events', '2000'];
  npx('tallyboard', 'generate', '--seed', '1', ...shape, '--out', 'sample');
  npx('tallyboard', 'import', '--store', 'store', join('sample', 'facts'));
  console.log('npx tallyboard: generate and import done');
  writeFileSync(join(elsewhere, 'package.json'), '{ "private": true }');
  run(elsewhere, ['npm', 'install', 'tallyboard'], env);
  const command = join(elsewhere, 'node_modules/tallyboard/bin/tallyboard.mjs');
  const serve = [command, 'serve', '--store', 'store', '--port', '0', '--log-level', 'error'];
  const service = await startService([process.execPath, ...serve], { cwd: elsewhere });
  ends.push(service.stop);
  const target = ['--base-url', service.address, '--config', 'sample/keys.json'];
  const verdict = npx('@tallyboard/conformance', 'run', ...target, '--frozen', '--fresh-quota');
  console.log(`npx @tallyboard/conformance: ${/^PASS.*$/m.exec(verdict)?.[0]}`);
} finally {
  await Promise.all(ends.map((end) => end()));
  rmSync(scratch, { recursive: true, force: true });
}
