/**
 * What people install is what was built: packs every published package, installs the tarballs in an
 * empty project, imports them with plain Node, type-checks programs that use them, bundles them within
 * a budget, and asks publint and Are The Types Wrong. Prints a line for each step, and fails.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { budgetFaults } from './bundles.js';
import { importFaults, typeFaults } from './consumers.js';
import { installed } from './install.js';
import { lintFaults, metadataFaults } from './lint.js';
import { packed } from './pack.js';

process.chdir(fileURLToPath(new URL('../../..', import.meta.url)));

const scratch = mkdtempSync(join(tmpdir(), 'tallyboard-packages-'));
try {
  const packages = packed(scratch);
  console.log(`packed ${packages.map(({ manifest }) => manifest.name).join(', ')}`);
  const project = installed(scratch, packages);
  const steps = {
    'metadata and contents': () => metadataFaults(packages),
    'import by plain Node, --help of commands': () => importFaults(project, packages),
    'types under nodenext and bundler': () => typeFaults(project, packages),
    'bundle size': () => budgetFaults(project),
    'publint and Are The Types Wrong': () => lintFaults(project, packages),
  };
  for (const [step, faultsOf] of Object.entries(steps)) {
    const started = performance.now();
    const faults = await faultsOf();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `${step}: ${faults.length === 0 ? 'ok' : `${faults.length} faults`} (${seconds} s)`,
    );
    for (const fault of faults) console.error(`  error: ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
