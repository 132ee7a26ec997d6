import { compileFunction } from 'node:vm';
import * as fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as arbitraries from '../packages/arbitraries/src/index.js';
import { runTallyboard } from '../packages/cli/src/program.js';
import * as core from '../packages/core/src/index.js';
import * as vocabulary from '../packages/core/src/vocabulary.js';
import * as http from '../packages/http/src/index.js';
import { documentAt } from './docs.test-kit.js';

const packages = ['core', 'http', 'arbitraries'];

const modules: Readonly<Record<string, unknown>> = {
  '@tallyboard/core': core,
  '@tallyboard/core/vocabulary': vocabulary,
  '@tallyboard/http': http,
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

const outputOf = async (source: string): Promise<string> => {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const printed: string[] = [];
  const console = { log: (...words: readonly unknown[]) => printed.push(words.join(' ')) };
  const run = compileFunction(`return (async () => {${outputText}\n})();`, [
    'require',
    'exports',
    'console',
  ]) as (...given: readonly unknown[]) => Promise<void>;
  await run((specifier: string) => modules[specifier], {}, console);
  return printed.join('\n');
};

/** Where the example of a package would stand as a file of it. */
const fileOf = (name: string): string =>
  ts.sys.resolvePath(`packages/${name}/src/example-of-the-readme.ts`);

const typeErrorsOf = (sources: ReadonlyMap<string, string>): readonly string[] => {
  const { config } = ts.readConfigFile('tsconfig.check.json', (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const none = { ...config, include: [], files: ['vitest.config.ts'] };
  const { options } = ts.parseJsonConfigFileContent(none, ts.sys, ts.sys.getCurrentDirectory());
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => sources.has(path) || disk.fileExists(path),
    readFile: (path) => sources.get(path) ?? disk.readFile(path),
    getSourceFile: (path, language, ...rest) => {
      const text = sources.get(path);
      return text === undefined
        ? disk.getSourceFile(path, language, ...rest)
        : ts.createSourceFile(path, text, language);
    },
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  return [...sources.keys()].flatMap((path) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(path))
      .map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`),
  );
};

describe('the examples of the packages', () => {
  it.each(packages)('%s: prints what its README says', async (name) => {
    const { source, output } = exampleOf(name);
    expect(await outputOf(source)).toBe(output);
  });

  it('are sound TypeScript', () => {
    const sources = new Map(packages.map((name) => [fileOf(name), exampleOf(name).source]));
    expect(typeErrorsOf(sources)).toEqual([]);
  });

  it('cli: name only verbs and flags that there are', async () => {
    const helpOf = async (verb: string): Promise<string> => {
      const written: string[] = [];
      const stream = { write: (text: string) => written.push(text) };
      const terminal = { stdout: stream, stderr: stream, now: () => 0 } as never;
      expect(await runTallyboard([verb, '--help'], terminal)).toBe(0);
      return written.join('');
    };
    const commands = documentAt('packages/cli/README.md')
      .fences.flatMap(({ text }) => text.split('\n'))
      .filter((line) => line.startsWith('npx tallyboard '));
    expect(commands).toHaveLength(3);
    for (const command of commands) {
      const help = await helpOf(command.split(' ')[2] ?? '');
      for (const flag of command.match(/--[a-z-]+/g) ?? []) expect(help).toContain(`${flag} `);
    }
  });
});
