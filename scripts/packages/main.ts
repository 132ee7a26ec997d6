/**
 * What people install is what was built: packs every published package, installs the tarballs in an
 * empty project, imports them with plain Node, type-checks programs that use them, bundles them within
 * a budget, and asks publint and Are The Types Wrong. Prints a line for each step, and fails.
 *
 *   npm run packages                    checks, and keeps nothing
 *   npm run packages -- --out DIR       checks, and keeps the files of a release in DIR
 *   npm run packages -- --out DIR --no-check
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { budgetFaults } from './bundles.js';
import { importFaults, typeFaults } from './consumers.js';
import { documentFaults } from './documents.js';
import { installed } from './install.js';
import { lintFaults, metadataFaults } from './lint.js';
import { programFaults } from './programs.js';
import { installLine, writeReleaseFiles } from './release-files.js';
import { sbomFaults } from './sboms.js';
import { sizeFaults } from './sizes.js';

const { values: flags } = parseArgs({
  options: { out: { type: 'string' }, check: { type: 'boolean', default: true } },
  allowNegative: true,
});
const kept =
  flags.out === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? '.', flags.out);

const root = fileURLToPath(new URL('../../..', import.meta.url));
process.chdir(root);

const scratch = mkdtempSync(join(tmpdir(), 'tallyboard-packages-'));
try {
  const out = kept ?? join(scratch, 'out');
  mkdirSync(out, { recursive: true });
  const release = await writeReleaseFiles(root, out);
  const { packages } = release;
  console.log(`packed ${packages.map(({ manifest }) => manifest.name).join(', ')}`);
  const project = flags.check ? installed(scratch, release) : '';
  const steps = {
    'metadata and contents': () => metadataFaults(packages),
    sizes: () => sizeFaults(out, release),
    'import by plain Node, --help of commands': () => importFaults(project, packages),
    'single files, with nothing installed': () => programFaults(out, scratch),
    'install lines of the documents': () => documentFaults(scratch, packages),
    'types under nodenext and bundler': () => typeFaults(project, packages),
    'bundle size': () => budgetFaults(project),
    'SBOM against what is installed': () => sbomFaults(out, project, release),
    'publint and Are The Types Wrong': () => lintFaults(project, packages),
  };
  let faultsCount = 0;
  for (const [step, faultsOf] of Object.entries(flags.check ? steps : {})) {
    const started = performance.now();
    const faults = await faultsOf();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `${step}: ${faults.length === 0 ? 'ok' : `faults: ${faults.length}`} (${seconds} s)`,
    );
    for (const fault of faults) console.error(`  error: ${fault}`);
    faultsCount += faults.length;
  }
  if (kept !== undefined) {
    console.log(`\n${kept} holds the packages and SHA256SUMS. To install all of them:\n`);
    console.log(installLine(packages));
  }
  if (faultsCount > 0) {
    console.error(`\nerror: faults found by the checks above: ${faultsCount}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
