// Fails when a package that is installed with ours, or whose code is inside our files, has a licence that is not
// on the list. `npx pnpm licenses list --prod` shows them all.

import { readFileSync } from 'node:fs';
import { run } from './dist/programs.js';

/** Licences of others that may be installed with ours, which is MIT. */
const allowed = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'];

const json = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'));
const pnpm = `npx --yes ${json('package.json').packageManager}`;
const listed = JSON.parse(run('.', `${pnpm} licenses list --prod --json`));
/** @type {readonly { name: string, license: string }[]} */
const packages = [
  ...Object.values(listed).flat(),
  ...json('packages/cli/dist/bundle/bundled.json'),
  json('packages/openapi/node_modules/@scalar/api-reference/package.json'),
];
const refused = packages.filter(({ license }) => !allowed.includes(license));
for (const { name, license } of refused)
  console.error(`error: ${name}: ${license}; allowed are ${allowed.join(', ')}`);
if (refused.length > 0) process.exitCode = 1;
console.log(`licences: ${packages.length} packages`);
