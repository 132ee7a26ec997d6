// Publishes the tarballs of a folder that the registry does not have yet, as they are:
//   node scripts/publish.mjs DIR [flags for npm publish]
// CI runs it with nothing installed.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const [folder = '.', ...flags] = process.argv.slice(2);

/** @param {readonly string[]} words */
const run = ([program = '', ...words]) =>
  spawnSync(program, words, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' });

for (const file of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) {
  const manifest = run(['tar', '-xzOf', file, 'package/package.json']).stdout;
  const { name, version } = JSON.parse(manifest);
  const known = run(['npm', 'view', `${name}@${version}`, 'version']);
  if (known.status === 0 && known.stdout.trim() === version) {
    console.log(`${name}@${version} is published already`);
    continue;
  }
  const { status, stderr } = run(['npm', 'publish', `./${file}`, '--access', 'public', ...flags]);
  if (status !== 0) {
    // The list of files, which npm writes there too, says nothing about the failure.
    console.error(stderr.replace(/^npm notice.*\n/gm, ''));
    process.exit(1);
  }
  console.log(`${name}@${version} published`);
}
