/* Runs an example: TypeScript that imports the core and files of its page. No network, nothing of the page. */

import * as core from '@tallyboard/core';
import * as engine from '@tallyboard/core/engine';
import * as vocabulary from '@tallyboard/core/vocabulary';
import { transform } from 'sucrase';

interface Module {
  readonly name: string;
  readonly source: string;
}

type Imported = Readonly<Record<string, unknown>>;
type Body = (
  require: (name: string) => Imported,
  exports: object,
  console: object,
) => Promise<void>;

const AsyncFunction = (async () => Promise.resolve()).constructor as new (
  ...words: readonly string[]
) => Body;

const wordOf = (value: unknown): string =>
  typeof value === 'string' || value === undefined ? String(value) : JSON.stringify(value);

const outputOf = async (modules: readonly Module[]): Promise<string> => {
  const known = new Map<string, Imported>([
    ['@tallyboard/core', core],
    ['@tallyboard/core/vocabulary', vocabulary],
    ['@tallyboard/core/engine', engine],
  ]);
  let printed: string[] = [];
  const console = {
    log: (...words: readonly unknown[]) => printed.push(words.map(wordOf).join(' ')),
  };
  const require = (name: string): Imported => {
    const found = known.get(name);
    if (found === undefined)
      throw new Error(`There is no "${name}" here: import @tallyboard/core.`);
    return found;
  };
  for (const { name, source } of modules) {
    const { code } = transform(source, { transforms: ['typescript', 'imports'] });
    const exported: Record<string, unknown> = {};
    // What a file prints when it is imported is not what the example prints.
    printed = [];
    await new AsyncFunction('require', 'exports', 'console', code)(require, exported, console);
    known.set(name, exported);
  }
  return printed.join('\n');
};

addEventListener('message', ({ data }: MessageEvent<readonly Module[]>) => {
  outputOf(data).then(
    (text) => postMessage(text),
    (error: unknown) =>
      postMessage(error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
  );
});
