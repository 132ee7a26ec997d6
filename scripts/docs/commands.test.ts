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

/** The verbs and flags that a command's sources declare; a verb may also be a file by its name. */
const wordsOf = (...patterns: readonly string[]): ReadonlySet<string> => {
  const sources = tracked(...patterns).map((file) => readFileSync(file, 'utf8'));
  const found = sources.flatMap((source) => [
    ...[...source.matchAll(/['" ](--[a-z][a-z-]*)/g)].map(([, flag = '']) => flag),
    ...[...source.matchAll(/command\(\s*['"]([a-z]+)/gi)].map(([, verb = '']) => verb),
  ]);
  return new Set([
    '--help',
    ...found,
    ...tracked(...patterns).map((file) => basename(file, '.ts')),
  ]);
};

const commands: Readonly<Record<string, ReadonlySet<string>>> = {
  tallyboard: wordsOf('packages/cli/src/*.ts'),
  'tallyboard-conformance': wordsOf('conformance/src/command/*.ts', 'conformance/src/cli.ts'),
};
const scriptCommands: Readonly<Record<string, string>> = {
  serve: 'tallyboard',
  conformance: 'tallyboard-conformance',
};

/** What a line of a shell example names that there is not. */
const missingIn = (line: string): readonly string[] => {
  const words = (line.split(/ [#>|]/)[0] ?? '').trim().split(/\s+/);
  const [program, first = '', second = ''] = words;
  const script = program === 'npm' && first === 'run' ? second : null;
  if (script !== null && !(script in scripts)) return [`npm run ${script}`];
  const command =
    program === 'npx' ? first : script !== null ? (scriptCommands[script] ?? '') : (program ?? '');
  const known = commands[command];
  if (known === undefined) return [];
  const rest = words.slice(words.indexOf(script ?? command) + 1);
  const verb = rest[0] !== undefined && /^[a-z]+$/.test(rest[0]) ? [rest[0]] : [];
  const named = [...verb, ...rest.filter((word) => /^--[a-z]/.test(word))];
  return named.filter((word) => !known.has(word)).map((word) => `${command} ${word}`);
};

const pages = tracked('*.md').filter((page) => !page.startsWith('.changeset/'));

it.each(pages)('%s: commands that it shows exist', (page) => {
  const lines = documentAt(page)
    .fences.filter(({ info: [language = ''] }) => ['sh', 'bash', 'yaml', ''].includes(language))
    .flatMap(({ text }) => text.split('\n').map((line) => line.replace(/^\s*- run: /, '')));
  expect(lines.flatMap(missingIn)).toEqual([]);
});
