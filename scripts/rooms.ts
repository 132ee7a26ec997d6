/**
 * Lines of code and of tests by room, compared with the limits of the table in CONTRIBUTING.md. Fails when a room
 * is above its limit or a folder has no room. With `--write` it also writes the counts into the table.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { repositoryFiles } from './repository.js';

const page = 'CONTRIBUTING.md';
const isCode = /\.(tsx?|mjs|js)$/;
const isTest = /\.test(-kit|-prop|-d)?\.|^conformance\/selftest\//;
/** A row of the table: the room, its lines of code, their limit, its lines of tests, their limit. */
const row = /^\| (`[^|]+`) \| +([\d,]+) \| +([\d,]+) \| +([\d,]+) \| +([\d,]+) \|$/gm;

const counts = new Map<string, { code: number; tests: number }>();
for (const file of repositoryFiles()) {
  const [folder = '', name = '', inside] = file.split('/');
  if (!isCode.test(file) || name === '') continue;
  const room = folder === 'packages' && inside !== undefined ? `packages/${name}` : folder;
  const of = counts.get(room) ?? { code: 0, tests: 0 };
  of[isTest.test(file) ? 'tests' : 'code'] += readFileSync(file, 'utf8').split('\n').length - 1;
  counts.set(room, of);
}

const written = (count: number): string => count.toLocaleString('en');

const fail = (message: string): void => {
  console.error(`${page}: error: ${message}`);
  process.exitCode = 1;
};

const all = { code: 0, tests: 0 };
const text = readFileSync(page, 'utf8').replace(
  row,
  (_, name: string, _code, codeMax: string, _tests, testsMax: string) => {
    const of = { code: 0, tests: 0 };
    for (const folder of name.matchAll(/`([^`]+)`/g)) {
      const { code = 0, tests = 0 } = counts.get(folder[1] ?? '') ?? {};
      counts.delete(folder[1] ?? '');
      of.code += code;
      of.tests += tests;
    }
    all.code += of.code;
    all.tests += of.tests;
    console.log(
      `${name.padEnd(42)} ${written(of.code)} of ${codeMax} code, ${written(of.tests)} of ${testsMax} tests`,
    );
    for (const [kind, limit] of Object.entries({ code: codeMax, tests: testsMax } as const))
      if (of[kind as keyof typeof of] > Number(limit.replaceAll(',', '')))
        fail(`${name} has more lines of ${kind} than ${limit}`);
    return `| ${name} | ${written(of.code)} | ${codeMax} | ${written(of.tests)} | ${testsMax} |`;
  },
);
console.log(`all: ${written(all.code)} code, ${written(all.tests)} tests`);
for (const room of counts.keys()) fail(`the folder ${room} has no room: add it to a row`);
if (process.argv.includes('--write')) writeFileSync(page, text);
