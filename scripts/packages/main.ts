/**
 * What people install is what was built: packs every published package, installs the tarballs in an
 * empty project, imports them with plain Node, type-checks programs that use them, bundles them within
 * a budget, and asks publint and Are The Types Wrong. Prints a line for each step, and fails.
 *
 *   npm run packages                    checks, and keeps nothing
 *   npm run packages -- --out DIR       checks, and keeps the files of a release in DIR
 *   npm run packages -- --out DIR --no-check
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { importFaults, typeFaults } from './consumers.js';
import { documentFaults } from './documents.js';
import { contentFaults, lintFaults } from './lint.js';
import { installLines, managerFaults } from './managers.js';
import { programFaults } from './programs.js';
import { installed, writeRelease, writeSbom, writeSums } from './release.js';
import { sizeFaults } from './sizes.js';

const { values: flags } = parseArgs({
  options: { out: { type: 'string' }, check: { type: 'boolean', default: true } },
  allowNegative: true,
});
const kept =
  flags.out === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? '.', flags.out);

process.chdir(fileURLToPath(new URL('../../..', import.meta.url)));

const scratch = mkdtempSync(join(tmpdir(), 'tallyboard-packages-'));
try {
  const out = kept ?? join(scratch, 'out');
  const packages = await writeRelease(out);
  console.log(`packed ${packages.map(({ manifest }) => manifest.name).join(', ')}`);
  let faultsCount = 0;
  if (flags.check) {
    const project = installed(scratch, packages);
    await writeSbom(out, project);
    writeSums(out);
    const steps = {
      contents: () => contentFaults(packages),
      sizes: () => sizeFaults(out, project, packages),
      'import by plain Node, --help of commands': () => importFaults(project, packages),
      'single files, with nothing installed': () => programFaults(out, scratch),
      'install lines of the documents': () => documentFaults(scratch, out),
      'types in Node, and in a bundler without Node': () => typeFaults(project, packages),
      'npm, pnpm and yarn, with the tutorial and the recipes': () =>
        managerFaults(scratch, packages),
      'publint and Are The Types Wrong': () => lintFaults(packages),
    };
    for (const [step, faultsOf] of Object.entries(steps)) {
      const started = performance.now();
      const faults = await faultsOf();
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${step}: ${faults.length === 0 ? 'ok' : 'faults'} (${seconds} s)`);
      for (const fault of faults) console.error(`  error: ${fault}`);
      faultsCount += faults.length;
    }
  }
  if (kept !== undefined) {
    console.log(`\n${kept} holds the packages and SHA256SUMS. To install all of them:\n`);
    for (const lines of Object.values(installLines(packages))) console.log(`${lines.join('\n')}\n`);
  }
  if (faultsCount > 0) {
    console.error(`\nerror: faults found by the checks above: ${faultsCount}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
