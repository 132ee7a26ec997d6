import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { repositoryFiles } from '../repository.js';

/** The values that an entry exports, by the report of its signatures. */
const exportsIn = (report: string): readonly string[] => {
  const text = readFileSync(`api/${report}`, 'utf8');
  return [...text.matchAll(/^export (?:const|class|function) (\w+)/gm)].map(
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

it.each(readdirSync('api'))('%s: another package or a page uses every value', (report) => {
  const [name, folder] = packageOf(report);
  const users = files.filter(
    ({ path, text }) =>
      path.endsWith('.md') ||
      (!path.startsWith(`${folder}src`) && RegExp(`${name}|${folder}src`).test(text)),
  );
  const unused = exportsIn(report).filter((value) => !users.some(({ text }) => isIn(value, text)));
  expect([name, unused]).toEqual([name, []]);
});
