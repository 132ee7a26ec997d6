/**
 * Builds the site of every release and of this checkout, each under its own path:
 *   node scripts/run.mjs --build scripts/dist/site/versions.js DIR
 * DIR gets a folder for each version and an index.html that leads to the newest release.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { versionsScript } from './version.js';

const [out = ''] = process.argv.slice(2);
const git = (...args: readonly string[]): string => execFileSync('git', args).toString().trim();

const built: string[] = [];
const build = (name: string, folder: string): void => {
  execFileSync('npm', ['run', '--silent', 'docs'], { cwd: folder, stdio: 'inherit' });
  cpSync(join(folder, 'docs/site'), join(out, name), { recursive: true });
  built.push(name);
};

mkdirSync(out, { recursive: true });
for (const tag of git('tag', '--list', 'v*', '--sort=-version:refname')
  .split('\n')
  .filter(Boolean)) {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-site-'));
  git('worktree', 'add', '--detach', folder, tag);
  build(tag.slice(1), folder);
  git('worktree', 'remove', '--force', folder);
}
build('next', '.');
for (const name of built)
  writeFileSync(join(out, name, 'assets/versions.js'), versionsScript(name, built));
const newest = built[0] ?? '';
writeFileSync(
  join(out, 'index.html'),
  `<!DOCTYPE html><meta charset="utf-8"><title>Tallyboard</title><meta http-equiv="refresh" content="0; url=${newest}/index.html"><a href="${newest}/index.html">Tallyboard ${newest}</a>\n`,
);
