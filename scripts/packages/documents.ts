import { execSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { repositoryFiles } from '../repository.js';

/** A line of a document that installs tarballs or starts a file from the folder that holds them. */
const line = /(?:npm install|npx --yes|node) \.\.\/tallyboard-packages\/[^\n`]+/g;

/**
 * Carries out such lines, each in an empty project beside the folder. The line that installs all tarballs is how the
 * project of the other checks was made.
 */
export const documentFaults = (scratch: string, out: string): readonly string[] => {
  symlinkSync(resolve(out), join(scratch, 'tallyboard-packages'), 'junction');
  const texts = repositoryFiles(['*.md']).map((path) => readFileSync(path, 'utf8'));
  const found = texts.flatMap((text) => text.match(line) ?? []);
  const lines = [...new Set(found.map((one) => one.replace(/ (?:serve|plan) .*/, ' --version')))];
  console.log(`  ${lines.join('\n  ')}`);
  return lines
    .filter((one) => !one.endsWith('/*.tgz'))
    .flatMap((one, at) => {
      const project = join(scratch, `line-${at}`);
      mkdirSync(project);
      writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
      const quiet = one.startsWith('npm') ? ' --no-audit --no-fund --prefer-offline --silent' : '';
      try {
        execSync(one + quiet, { cwd: project, shell: 'bash', stdio: 'pipe' });
        return [];
      } catch (error) {
        return [`${one}: ${String(error)}`];
      }
    });
};
