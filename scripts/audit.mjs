// `npm run audit`: asks the registry for known weaknesses of what is installed with our packages.
// Exit codes: 0 none known, 1 at least one, 3 not checked, because the registry gave no answer.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const notChecked = 3;

const root = new URL('..', import.meta.url);
/** @type {{ packageManager: string }} */
const { packageManager } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const { stdout } = spawnSync('npx', ['--yes', packageManager, 'audit', '--prod', '--json'], {
  cwd: fileURLToPath(root),
  encoding: 'utf8',
  timeout: 30_000,
  shell: process.platform === 'win32',
});

/** @returns {Readonly<Record<string, number>> | null} how many there are, by severity */
const answered = () => {
  try {
    const { vulnerabilities } = JSON.parse(stdout).metadata;
    return Object.values(vulnerabilities).every(Number.isInteger) ? vulnerabilities : null;
  } catch {
    return null;
  }
};

const counts = answered();
if (counts === null) {
  console.error('audit: not checked; the registry gave no list of known weaknesses');
  process.exitCode = notChecked;
} else {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  console.log(`audit: ${total} known weaknesses ${JSON.stringify(counts)}`);
  if (total > 0) process.exitCode = 1;
}
