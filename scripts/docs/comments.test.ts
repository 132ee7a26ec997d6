import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as engine from '../../packages/core/src/engine.js';
import * as core from '../../packages/core/src/index.js';
import * as vocabulary from '../../packages/core/src/vocabulary.js';
import { programOf } from './comments.test-kit.js';
import { outputOf } from './examples.test-kit.js';

/* Examples in doc comments: lines of code, of which some end with what they give. */

const sources = execFileSync('git', ['ls-files', 'packages/core/src/**.ts']).toString().split('\n');

const commentsOf = (source: string): readonly string[] => source.match(/\/\*\*[^]*?\*\//g) ?? [];

const examplesOf = (file: string): readonly string[] =>
  commentsOf(readFileSync(file, 'utf8')).flatMap((comment) => {
    const [, code] = /@example\n \* ```ts\n([^]*?)\n \* ```/.exec(comment) ?? [];
    return code === undefined ? [] : [code.replaceAll(/^ \* ?/gm, '')];
  });

const examples = sources
  .filter((file) => file !== '' && !file.includes('.test'))
  .flatMap((file) => examplesOf(file).map((code, at) => ({ file, at: at + 1, code })));

const texts = sources.filter((file) => file !== '').map((file) => readFileSync(file, 'utf8'));

const modules = {
  '@tallyboard/core': core,
  '@tallyboard/core/vocabulary': vocabulary,
  '@tallyboard/core/engine': engine,
};

/** Every public function of the core. A class is none. */
const functions = Object.entries({ ...core, ...vocabulary })
  .filter(([, value]) => typeof value === 'function' && !String(value).startsWith('class '))
  .map(([name]) => name);

describe('examples in the comments of the core', () => {
  it.each(examples)('$file, $at', async ({ code }) => {
    const output = await outputOf(programOf(code, modules), modules);
    expect(output).not.toBe('');
    for (const line of output.split('\n')) {
      const [found, said] = line.split(' => ');
      expect(found).toBe(said);
    }
  });

  it.each(functions)('%s has one', (name) => {
    const start = new RegExp(`@example(?:(?!\\*/)[^])*\\*/\\nexport (?:const|function) ${name}\\b`);
    expect(texts.some((text) => start.test(text))).toBe(true);
  });
});
