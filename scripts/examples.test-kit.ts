import { compileFunction } from 'node:vm';
import ts from 'typescript';

/** Runs an example as a module of its own, and gives back the lines that it prints. */
export const outputOf = async (
  source: string,
  modules: Readonly<Record<string, unknown>>,
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
  await run((specifier: string) => modules[specifier], {}, console);
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
