// Plain Node imports every built entry and starts every command.
// Vitest resolves specifiers more kindly than Node does: only this shows what dies in production.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const folders = [
  ...readdirSync(new URL('packages/', root)).map((name) => `packages/${name}/`),
  'conformance/',
];

for (const folder of folders) {
  const base = new URL(folder, root);
  /** @type {{ name: string, exports?: Record<string, string | { default: string }>, bin?: Record<string, string> }} */
  const manifest = JSON.parse(readFileSync(new URL('package.json', base), 'utf8'));

  for (const [path, target] of Object.entries(manifest.exports ?? {})) {
    if (typeof target === 'string') continue; // ./package.json
    const names = Object.keys(await import(new URL(target.default, base).href));
    console.log(`${manifest.name}${path.slice(1)}: ${names.length} names`);
  }

  for (const [command, target] of Object.entries(manifest.bin ?? {})) {
    const file = fileURLToPath(new URL(target, base));
    const { status } = spawnSync(process.execPath, [file, '--help'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`${command} --help: exit code ${status}`);
    console.log(`${command} --help: ok`);
  }
}
