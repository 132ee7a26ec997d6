import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codeIn, documentAt } from './documents.test-kit.js';

const root = new URL('../../', import.meta.url);

interface Manifest {
  readonly [list: string]: Readonly<Record<string, string>> | undefined;
}

const dependenciesOf = (folder: string): readonly string[] => {
  const text = readFileSync(new URL(`${folder}package.json`, root), 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  return ['dependencies', 'devDependencies', 'peerDependencies']
    .flatMap((list) => Object.entries(manifest[list] ?? {}))
    .filter(([, version]) => !version.startsWith('workspace:'))
    .map(([name]) => name);
};

it('CONTRIBUTING.md has a line for every dependency, and no other', () => {
  const packages = readdirSync(new URL('packages/', root)).map((name) => `packages/${name}/`);
  const installed = ['', 'conformance/', ...packages].flatMap(dependenciesOf);
  const listed = documentAt('CONTRIBUTING.md')
    .tables.filter(({ header }) => header[1] === 'Why')
    .flatMap(({ rows }) => rows.flatMap(([name = '']) => codeIn(name)));
  expect(listed.toSorted()).toEqual([...new Set(installed)].toSorted());
});
