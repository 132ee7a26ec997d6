// Publishes the tarballs of a folder that the registry does not have yet, as they are:
//   node scripts/publish.mjs DIR [flags for npm publish]

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseTar } from 'nanotar';

const [folder = '.', ...flags] = process.argv.slice(2);

/** @param {readonly string[]} args */
const npm = (...args) =>
  spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });

for (const file of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) {
  const path = resolve(folder, file);
  const manifest = parseTar(gunzipSync(readFileSync(join(folder, file)))).find(
    (entry) => entry.name === 'package/package.json',
  );
  const { name, version } = JSON.parse(manifest?.text ?? '{}');
  const known = npm('view', `${name}@${version}`, 'version');
  if (known.status === 0 && known.stdout.trim() === version) {
    console.log(`${name}@${version} is published already`);
    continue;
  }
  const { status, stderr } = npm('publish', path, '--access', 'public', ...flags);
  if (status !== 0) {
    // The list of files, which npm writes there too, says nothing about the failure.
    console.error(stderr.replace(/^npm notice.*\n/gm, ''));
    process.exit(1);
  }
  console.log(`${name}@${version} published`);
}
