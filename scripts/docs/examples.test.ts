import * as fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as arbitraries from '../../packages/arbitraries/src/index.js';
import * as client from '../../packages/client/src/index.js';
import * as engine from '../../packages/core/src/engine.js';
import * as core from '../../packages/core/src/index.js';
import * as vocabulary from '../../packages/core/src/vocabulary.js';
import * as http from '../../packages/http/src/index.js';
import * as openapi from '../../packages/openapi/src/index.js';
import { documentAt } from './documents.test-kit.js';
import { outputOf, programsOf, typeErrorsOf } from './examples.test-kit.js';

const packages = ['core', 'http', 'client', 'openapi', 'arbitraries'];

const modules: Readonly<Record<string, unknown>> = {
  '@tallyboard/core': core,
  '@tallyboard/core/engine': engine,
  '@tallyboard/core/vocabulary': vocabulary,
  '@tallyboard/http': http,
  '@tallyboard/client': client,
  '@tallyboard/openapi': openapi,
  '@tallyboard/arbitraries': arbitraries,
  'fast-check': fc,
};

/** The example of a package, and what it says to print. */
const exampleOf = (name: string): { readonly source: string; readonly output: string } => {
  const { fences } = documentAt(`packages/${name}/README.md`);
  const textOf = (language: string): string =>
    fences.find(({ info }) => info[0] === language)?.text ?? '';
  return { source: textOf('ts'), output: textOf('text') };
};

/** Where the example of a package would stand as a file of it. */
const fileOf = (name: string): string =>
  ts.sys.resolvePath(`packages/${name}/src/example-of-the-readme.ts`);

/** All that a README shows, as one program: its later examples continue the first. */
const everyExampleOf = (name: string): string =>
  documentAt(`packages/${name}/README.md`)
    .fences.filter(({ info }) => info[0] === 'ts')
    .map(({ text }) => text)
    .join('\n');

describe('the examples of the packages', () => {
  it.each(packages)('%s: prints what its README says', async (name) => {
    const { source, output } = exampleOf(name);
    expect(await outputOf(source, modules)).toBe(output);
  });

  it('are sound TypeScript', () => {
    const sources = new Map(packages.map((name) => [fileOf(name), everyExampleOf(name)]));
    const cookbook = documentAt('docs/client.md').fences.filter(({ info }) => info[0] === 'ts');
    // As one program in a place of its own, where the packages that it imports can be found.
    const path = fileOf('client').replace(/readme\.ts$/, 'guide.ts');
    sources.set(path, cookbook.map(({ text }) => text).join('\n'));
    const pages = ['docs/tutorial.md', 'docs/recipes.md'].map(documentAt);
    for (const { name, source } of pages.flatMap(({ fences }) => programsOf(fences, {}))) {
      sources.set(ts.sys.resolvePath(`scripts/${name}`), `${source}\nexport {};`);
    }
    expect(typeErrorsOf(sources)).toEqual([]);
  });
});
