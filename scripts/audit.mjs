// `npm run audit`: asks the registry for known weaknesses of what is installed with our packages. It
// never fails: a weakness that became known today is for a person, and must not stop every build.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
/** @type {{ packageManager: string }} */
const { packageManager } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const { stdout } = spawnSync('npx', ['--yes', packageManager, 'audit', '--prod', '--json'], {
  cwd: fileURLToPath(root),
  encoding: 'utf8',
  timeout: 30_000,
  shell: process.platform === 'win32',
});

/** @returns {Readonly<Record<string, number>> | null} how many there are, by weight */
const heard = () => {
  try {
    return JSON.parse(stdout).metadata.vulnerabilities;
  } catch {
    return null;
  }
};

const counts = heard();
if (counts === null) console.log('audit: the registry cannot tell');
else {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  console.log(`audit: ${total} known weaknesses ${JSON.stringify(counts)}`);
}
