import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { documentAt } from './documents.test-kit.js';

const tracked = (...patterns: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', ...patterns])
    .toString()
    .split('\0')
    .filter(Boolean);

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };

/** The verbs and flags that the suite's sources declare. Lines of `tallyboard` are run by another test. */
const known = new Set(
  tracked('conformance/src/command/*.ts', 'conformance/src/cli.ts').flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const flags = [...source.matchAll(/['" ](--[a-z][a-z-]*)/g)].map(([, flag = '']) => flag);
    const verbs = [...source.matchAll(/command\(\s*['"]([a-z]+)/gi)].map(([, verb = '']) => verb);
    return [basename(file, '.ts'), ...verbs, ...flags];
  }),
).add('--help');

/** What a line of a shell example names that there is not. */
const missingIn = (line: string): readonly string[] => {
  const words = (line.split(/ [#>|]/)[0] ?? '').trim().split(/\s+/);
  const script = /^npm run (\S+)/.exec(line)?.[1];
  if (script !== undefined && !(script in scripts)) return [`npm run ${script}`];
  const at = words.findIndex((word) => /^(tallyboard-)?conformance$/.test(word));
  if (at < 0 || at > 2) return [];
  const [verb = '', ...rest] = words.slice(at + 1);
  const named = [
    ...(/^[a-z]+$/.test(verb) ? [verb] : []),
    ...rest.filter((word) => /^--[a-z]/.test(word)),
  ];
  return named.filter((word) => !known.has(word));
};

const pages = tracked('*.md').filter((page) => !page.startsWith('.changeset/'));

it.each(pages)('%s: commands that it shows exist', (page) => {
  const lines = documentAt(page)
    .fences.filter(({ info: [language = ''] }) => ['sh', 'bash', 'yaml', ''].includes(language))
    .flatMap(({ text }) => text.split('\n').map((line) => line.replace(/^\s*- run: /, '')));
  expect(lines.flatMap(missingIn)).toEqual([]);
});
