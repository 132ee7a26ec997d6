/**
 * The way of a release: pack, check, publish. What people install is what was built and checked.
 *
 *   npm run packages                          packs, checks, and keeps nothing
 *   npm run packages -- --out DIR             keeps the files of the release in DIR
 *   npm run packages -- --out DIR --no-check  packs only; --manager pnpm prints what installs the files by pnpm
 *   npm run release:dry                       packs, and publishes to a registry on this machine
 *
 * The release workflow publishes a checked DIR with scripts/publish.mjs.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as checks from './checks.js';
import { checkManagers, installLines } from './managers.js';
import type { Packed } from './pack.js';
import { publishDry } from './registry.js';
import { installed, writeRelease, writeSbom, writeSums } from './release.js';

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string' },
    check: { type: 'boolean', default: true },
    manager: { type: 'string', default: 'npm' },
    'publish-dry': { type: 'boolean', default: false },
  },
  allowNegative: true,
});

/** Checks a release where it is used: each step in projects without the repository. Says which steps fail. */
const check = async (
  out: string,
  scratch: string,
  packages: readonly Packed[],
): Promise<readonly string[]> => {
  const project = installed(scratch, packages);
  await writeSbom(out, project);
  writeSums(out);
  const steps = {
    contents: () => checks.checkContents(packages),
    sizes: () => checks.checkSizes(out, project, packages),
    'import by plain Node, --help of commands': () => checks.checkImports(project, packages),
    'single files, with nothing installed': () => checks.checkPrograms(out, scratch),
    'install lines of the documents': () => checks.checkInstallLines(out, scratch),
    'types in Node, and in a bundler without Node': () => checks.checkTypes(project, packages),
    'npm, pnpm and yarn, with the tutorial and the recipes': () => checkManagers(scratch, packages),
    'publint and Are The Types Wrong': () => checks.checkLint(packages),
  };
  const failed: string[] = [];
  for (const [step, run] of Object.entries(steps)) {
    const started = performance.now();
    const fault = await Promise.resolve()
      .then(run)
      .then(() => undefined, String);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${step}: ${fault === undefined ? 'ok' : 'failed'} (${seconds} s)`);
    if (fault === undefined) continue;
    console.error(fault);
    failed.push(step);
  }
  return failed;
};

const kept =
  flags.out === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? '.', flags.out);
const scratch = mkdtempSync(join(tmpdir(), 'tallyboard-packages-'));
try {
  const out = kept ?? join(scratch, 'out');
  const packages = await writeRelease(out);
  const failed = flags.check ? await check(out, scratch, packages) : [];
  if (kept !== undefined) {
    const lines =
      flags.manager === 'npm'
        ? [`npm install ${kept}/*.tgz`]
        : installLines(flags.manager, packages);
    console.log(`\n${kept} has the packages and SHA256SUMS. To install all of them:\n`);
    console.log(`${lines.join('\n')}\n`);
  }
  if (flags['publish-dry'] && failed.length === 0) await publishDry(out, scratch);
  if (failed.length > 0) throw new Error(`these checks failed: ${failed.join('; ')}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
