/** House rules that no other tool checks. Prints `file:line: error: ...` and fails when one is broken. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { repositoryFiles } from './repository.js';

/** Hosts a file may name. Links rot and addresses leak: a new one is added here on purpose. */
const knownHosts =
  /^(localhost|tallyboard|127\.0\.0\.1|www\.w3\.org|\[::1\]|(.+\.)?example(\.com|\.org|\.net)?|.+\.(test|invalid)|clickhouse-\d(\.clickhouse)?|json-schema\.org|api-extractor\.com)$/;

/** What no line may hold. The brackets keep this file from finding itself. */
const bannedWords: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\b(FIX[M]E|TO[D]O|XX[X])\b/, 'left over: finish it or say in prose what is open'],
  [/(?<![\w.-])\/wor[k]\//, 'a path of one machine'],
];

/** Words that hide who acts; those of comments are in eslint.config.js. Programs write the pages of mutants and figures. */
const riddles = /\b(whoever|nobody|somebody|anybody|hears? of|for ever)\b/i;
const isGuide = (file: string): boolean =>
  file.endsWith('.md') &&
  !/^(\.changeset|api|conformance\/reports)\/|^docs\/performance/.test(file);

let errorCount = 0;
function report(file: string, line: number, message: string): void {
  errorCount += 1;
  console.error(`${file}:${line}: error: ${message}`);
}

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

const files = repositoryFiles();

for (const file of files) {
  const text = readFileSync(file, 'utf8');
  if (text.includes('\0')) continue; // not a text
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    for (const [pattern, reason] of bannedWords) {
      const found = pattern.exec(line);
      if (found) report(file, index + 1, `"${found[0]}": ${reason}`);
    }
    const riddle = isGuide(file) ? riddles.exec(line) : null;
    if (riddle !== null) report(file, index + 1, `"${riddle[0]}": name who or what acts`);
    for (const [, host = ''] of line.matchAll(
      /https?:\/\/(?:[^\s/@]*@)?(\[[\d:a-f]+\]|[\w.-]+)/gi,
    )) {
      // A lockfile that names a host works nowhere else.
      if (file === 'pnpm-lock.yaml' || !knownHosts.test(host)) {
        report(file, index + 1, `names the host ${host}, unknown to scripts/tidy.ts`);
      }
    }
  }
}

process.exitCode = errorCount === 0 ? 0 : 1;
