import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files of the repository as they are now: those that git knows, and those that it would take. */
export const repositoryFiles = (patterns: readonly string[] = [], root = '.'): readonly string[] =>
  execFileSync('git', ['ls-files', '-zco', '--exclude-standard', '--deduplicate', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .toSorted();

/** Writes a generated file; with `--check` in the command line it compares, and fails when it is another one. */
export const writeGenerated = (path: string, text: string, script: string): void => {
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`${path}:1: error: is not what the source gives; run \`npm run ${script}\``);
    process.exitCode = 1;
  }
};
