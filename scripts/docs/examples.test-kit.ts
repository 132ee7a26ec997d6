import { compileFunction } from 'node:vm';
import ts from 'typescript';
import type { Fence } from '../markdown.js';

/** Runs an example as a module of its own, and gives back the lines that it prints. */
export const outputOf = async (
  source: string,
  modules: Readonly<Record<string, unknown>>,
  exported: object = {},
): Promise<string> => {
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
  await run((specifier: string) => modules[specifier], exported, console);
  return printed.join('\n');
};

/** What the compiler says of examples that stand nowhere, by the path where they might. */
export const typeErrorsOf = (sources: ReadonlyMap<string, string>): readonly string[] => {
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

/** One example of a page: a module that others import by its name, or a program with its output. */
export interface Program {
  readonly name: string;
  readonly line: number;
  readonly source: string;
  readonly output: string;
  readonly run: () => Promise<string>;
}

/**
 * The examples of a page in TypeScript, each a file of its own. A name after `ts` on the fence makes it
 * a module for those that follow; the text block after a program is what it prints.
 */
export const programsOf = (
  fences: readonly Fence[],
  libraries: Readonly<Record<string, unknown>>,
): readonly Program[] => {
  const modules: Record<string, unknown> = { ...libraries };
  return fences.flatMap(({ info: [language, file], line, text }, at) => {
    if (language !== 'ts') return [];
    const next = fences[at + 1];
    const name = file ?? `line-${line}.ts`;
    const run = async (): Promise<string> => {
      const exported = {};
      const output = await outputOf(text, modules, exported);
      modules[`./${name.replace('.ts', '.js')}`] = exported;
      return output;
    };
    const output = next?.info[0] === 'text' ? next.text : '';
    return [{ name, line, source: text, output, run }];
  });
};
