/** House rules that no other tool checks. Prints `file:line: error: ...` and fails when one is broken. */

import { readFileSync } from 'node:fs';
import { repositoryFiles } from './repository.js';

/** Hosts a file may name. Links rot and addresses leak: a new one is added here on purpose. */
const knownHosts =
  /^(localhost|tallyboard|127\.0\.0\.1|www\.w3\.org|\[::1\]|(.+\.)?example(\.com|\.org|\.net)?|.+\.(test|invalid)|clickhouse-\d(\.clickhouse)?|json-schema\.org|api-extractor\.com)$/;

const isGuide = (file: string): boolean =>
  file.endsWith('.md') &&
  !/^(\.changeset|api|conformance\/reports)\/|^docs\/performance/.test(file);

/** What no line may hold, in some files. The brackets keep this file from finding itself. */
const banned: readonly (readonly [pattern: RegExp, reason: string, isIn?: typeof isGuide])[] = [
  [/\b(FIX[M]E|TO[D]O|XX[X])\b/, 'left over: finish it or say in prose what is open'],
  [/(?<![\w.-])\/wor[k]\//, 'a path of one machine'],
  // Those of comments are in eslint.config.js. Programs write the pages of mutants and figures.
  [/\b(whoever|nobody|somebody|anybody|hears? of|for ever)\b/i, 'name who or what acts', isGuide],
];

for (const file of repositoryFiles()) {
  const text = readFileSync(file, 'utf8');
  if (text.includes('\0')) continue; // not a text
  const rules = banned.filter(([, , isIn]) => isIn?.(file) !== false);
  for (const [at, line] of text.split('\n').entries()) {
    const faults = rules.flatMap(([pattern, reason]) => {
      const found = pattern.exec(line);
      return found === null ? [] : [`"${found[0]}": ${reason}`];
    });
    // A lockfile that names a host works nowhere else.
    for (const [, host = ''] of line.matchAll(/https?:\/\/(?:[^\s/@]*@)?(\[[\d:a-f]+\]|[\w.-]+)/gi))
      if (file === 'pnpm-lock.yaml' || !knownHosts.test(host))
        faults.push(`names the host ${host}, unknown to scripts/tidy.ts`);
    for (const fault of faults) {
      console.error(`${file}:${at + 1}: error: ${fault}`);
      process.exitCode = 1;
    }
  }
}
