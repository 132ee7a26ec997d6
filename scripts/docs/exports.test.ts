import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { repositoryFiles } from '../repository.js';
import { documentAt } from './documents.test-kit.js';

const guides = ['README.md', 'docs/tutorial.md', 'docs/recipes.md', 'packages/core/README.md'];

/** What an entry exports, by the report of its signatures. */
const exportsIn = (report: string, kinds: string): readonly string[] => {
  const text = readFileSync(`api/${report}`, 'utf8');
  return [...text.matchAll(RegExp(`^export (?:${kinds}) (\\w+)`, 'gm'))].map(
    ([, name = '']) => name,
  );
};

const isIn = (name: string, text: string): boolean => RegExp(`\\b${name}\\b`).test(text);

/** The name of a package by its report, and its folder. */
const packageOf = (report: string): readonly [name: string, folder: string] => {
  const [first = ''] = report.split(/[-.]/);
  return [`@tallyboard/${first}`, first === 'conformance' ? 'conformance/' : `packages/${first}/`];
};

const files = repositoryFiles(['*.ts', '*.tsx', '*.mjs', '*.md', ':!api', ':!CHANGELOG.md']).map(
  (path) => ({ path, text: readFileSync(path, 'utf8') }),
);

describe('exported names', () => {
  it('of the core are at most 45, each in a program of a guide', () => {
    const programs = guides.flatMap((guide) =>
      documentAt(guide).fences.filter(({ info }) => info[0] === 'ts'),
    );
    const text = programs.map((program) => program.text).join('\n');
    const names = exportsIn('core.api.md', 'const|class|function|interface|type');
    expect(names.length).toBeLessThanOrEqual(45);
    expect(names.filter((name) => !isIn(name, text))).toEqual([]);
  });

  it.each(readdirSync('api'))('%s: another package or a page uses every value', (report) => {
    const [name, folder] = packageOf(report);
    const users = files.filter(
      ({ path, text }) =>
        path.endsWith('.md') ||
        (!path.startsWith(`${folder}src`) && RegExp(`${name}|${folder}src`).test(text)),
    );
    const unused = exportsIn(report, 'const|class|function').filter(
      (value) => !users.some(({ text }) => isIn(value, text)),
    );
    expect([name, unused]).toEqual([name, []]);
  });
});
