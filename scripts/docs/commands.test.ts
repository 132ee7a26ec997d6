import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { repositoryFiles } from '../repository.js';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };

// Lines of `tallyboard`, and those of the suite in its guide, are run by other tests.
it('every npm script that a page names exists', () => {
  const missing = repositoryFiles(['*.md'])
    .filter((page) => !page.startsWith('.changeset/') && page !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/npm run ([a-z:]+)/g)]
        .filter(([, name = '']) => !(name in scripts))
        .map(([line]) => `${page}: ${line}`),
    );
  expect(missing).toEqual([]);
});

it('every flag of the suite that a page names exists', () => {
  const flags = /--[a-z][a-z-]*/g;
  const sources = repositoryFiles(['conformance/src/command/*.ts']);
  const declared = new Set(sources.flatMap((file) => readFileSync(file, 'utf8').match(flags)));
  const named = repositoryFiles(['*.md'])
    .flatMap((page) => readFileSync(page, 'utf8').split('\n'))
    .flatMap(
      (line) => /tallyboard-conformance(?:\.mjs)? [a-z].*/.exec(line)?.[0].match(flags) ?? [],
    );
  expect(named.filter((flag) => !declared.has(flag) && flag !== '--help')).toEqual([]);
});
