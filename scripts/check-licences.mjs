// Fails when a package that is installed with ours, or whose code is inside our files, has a licence that is not
// on the list. `npx pnpm licenses list --prod` shows them all.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Licences of others that may be installed with ours, which is MIT. */
const allowed = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'];

const json = (/** @type {string} */ path) =>
  JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
const words = [
  '--yes',
  json('package.json').packageManager,
  'licenses',
  'list',
  '--prod',
  '--json',
];
const { stdout, stderr, status } = spawnSync('npx', words, {
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
if (status !== 0) throw new Error(stderr);
/** @type {readonly { name: string, license: string }[]} */
const packages = [
  ...Object.values(JSON.parse(stdout)).flat(),
  ...json('packages/cli/dist/bundle/bundled.json'),
  json('packages/openapi/node_modules/@scalar/api-reference/package.json'),
];
const refused = packages.filter(({ license }) => !allowed.includes(license));
for (const { name, license } of refused)
  console.error(`error: ${name}: ${license}; allowed are ${allowed.join(', ')}`);
if (refused.length > 0) process.exitCode = 1;
console.log(`licences: ${packages.length} packages`);
