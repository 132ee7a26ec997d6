/**
 * Builds the site of every release and of this checkout, each under its own path:
 *   node scripts/run.mjs --build scripts/dist/site/versions.js DIR
 * DIR gets a folder for each version, an index.html that leads to the newest release, its openapi.json, and an
 * llms.txt whose links lead there.
 */

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { versionsScript } from './version.js';

const [out] = process.argv.slice(2);
if (out === undefined)
  throw new Error('node scripts/run.mjs --build scripts/dist/site/versions.js DIR');
const root = fileURLToPath(new URL('../../..', import.meta.url));
process.chdir(root);

const git = (...args: readonly string[]): string => execFileSync('git', args).toString().trim();

/** Tags of releases, the newest first. */
const tags = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n').filter(Boolean);

/** Builds the site of a folder; an earlier release may not have one of this form. */
const siteOf = (folder: string): string | null => {
  execFileSync('npm', ['run', '--silent', 'docs'], { cwd: folder, stdio: 'inherit' });
  const site = join(folder, 'docs/site');
  return existsSync(join(site, 'assets/versions.js')) ? site : null;
};

const built: string[] = [];
const keep = (name: string, site: string | null): void => {
  if (site === null) return;
  cpSync(site, join(out, name), { recursive: true });
  built.push(name);
};

mkdirSync(out, { recursive: true });
for (const tag of tags) {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-site-'));
  try {
    git('worktree', 'add', '--detach', folder, tag);
    keep(tag.slice(1), siteOf(folder));
  } finally {
    git('worktree', 'remove', '--force', folder);
    rmSync(folder, { recursive: true, force: true });
  }
}
keep('next', siteOf(root));

for (const name of built) {
  writeFileSync(join(out, name, 'assets/versions.js'), versionsScript(name, built));
}
const newest = built[0] ?? 'next';
copyFileSync(join(out, newest, 'openapi.json'), join(out, 'openapi.json'));
const index = readFileSync(join(out, newest, 'llms.txt'), 'utf8');
writeFileSync(join(out, 'llms.txt'), index.replaceAll('](', `](${newest}/`));
writeFileSync(
  join(out, 'index.html'),
  `<!DOCTYPE html><meta charset="utf-8"><title>Tallyboard</title><meta http-equiv="refresh" content="0; url=${newest}/index.html"><a href="${newest}/index.html">Tallyboard ${newest}</a>\n`,
);
console.log(`${out}: ${built.join(', ')}`);
