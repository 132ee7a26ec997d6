import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../sample-service.js';

const shape = ['--org-type', 'school', '--members', '30', '--months', '3', '--events', '2000'];

/** Faults of a run: what it should have exited with and printed. */
const runFaults = (
  cwd: string,
  args: readonly string[],
  code: number,
  prints: RegExp,
): readonly string[] => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  if (status === code && prints.test(stdout + stderr)) return [];
  return [`node ${args.join(' ')}: exit code ${status}, expected ${code}\n${stdout}${stderr}`];
};

/**
 * Runs the command and the suite as single files where nothing is installed: a sample, a service over it,
 * its pages, and the suite's verdict. A verb that needs DuckDB must say so.
 */
export const programFaults = async (out: string, scratch: string): Promise<readonly string[]> => {
  const cwd = join(scratch, 'programs');
  mkdirSync(cwd);
  const files = ['tallyboard.mjs', 'tallyboard-conformance.mjs'];
  for (const file of files) copyFileSync(join(out, file), join(cwd, file));
  const [command = '', suite = ''] = files;
  const faults = [
    ...runFaults(cwd, [command, 'generate', '--seed', '1', ...shape, '--out', 's'], 0, /./),
    ...runFaults(cwd, [command, 'import', '--store', 'store', 's/facts'], 1, /needs DuckDB/),
  ];
  const args = [command, 'serve', '--facts', 's/facts', '--port', '0', '--log-level', 'error'];
  const { address, stop } = await startService([process.execPath, ...args], { cwd });
  try {
    for (const path of ['/docs', '/docs/api-reference.js', '/openapi.json']) {
      const { status } = await fetch(address + path);
      if (status !== 200) faults.push(`${path} of ${command}: ${status}`);
    }
    const run = [
      'run',
      '--base-url',
      address,
      '--config',
      's/keys.json',
      '--frozen',
      '--fresh-quota',
    ];
    faults.push(...runFaults(cwd, [suite, ...run], 0, /^PASS/m));
  } finally {
    await stop();
  }
  return faults;
};
