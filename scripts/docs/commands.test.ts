import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { repositoryFiles } from '../repository.js';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };

// Lines of `tallyboard` and of the suite are run by other tests.
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
