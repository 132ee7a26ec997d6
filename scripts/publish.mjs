// Publishes the tarballs of a folder that the registry does not have yet, as they are:
//   node scripts/publish.mjs DIR [flags for npm publish]
// A package comes after those it depends on, so that none can be installed whose dependencies are missing.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [folder = '.', ...flags] = process.argv.slice(2);
const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {readonly string[]} args */
const npm = (...args) =>
  spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });

/** @typedef {{ name: string, version: string, private?: boolean, dependencies?: Record<string, string> }} Manifest */

/** @type {readonly Manifest[]} */
const manifests = [
  ...readdirSync(join(root, 'packages')).map((name) => join('packages', name)),
  'conformance',
].map((path) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')));

/** @type {Manifest[]} */
const ordered = [];
/** @param {Manifest} manifest */
const add = (manifest) => {
  if (ordered.includes(manifest)) return;
  for (const { name } of manifests.filter((one) => manifest.dependencies?.[one.name])) {
    const dependency = manifests.find((one) => one.name === name);
    if (dependency !== undefined) add(dependency);
  }
  ordered.push(manifest);
};
manifests.filter((manifest) => manifest.private !== true).forEach(add);

for (const { name, version } of ordered) {
  const known = npm('view', `${name}@${version}`, 'version');
  if (known.status === 0 && known.stdout.trim() === version) {
    console.log(`${name}@${version} is published already`);
    continue;
  }
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  const { status, stderr } = npm('publish', resolve(folder, file), '--access', 'public', ...flags);
  if (status !== 0) {
    // The list of files, which npm writes there too, says nothing about the failure.
    console.error(stderr.replace(/^npm notice.*\n/gm, ''));
    process.exit(1);
  }
  console.log(`${name}@${version} published`);
}
