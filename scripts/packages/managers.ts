import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { readMarkdown } from '../markdown.js';
import { emptyProject, run } from '../programs.js';
import type { Packed } from './pack.js';

/* The packages need one another, and none is in the registry: pnpm and yarn need overrides that say where each is. */

/** What adds packages, what runs the manager where it is not installed, and the TypeScript of its project. */
const managers = [
  { name: 'npm', add: 'install', program: 'npm', overrides: null, typescript: '5.0.4' },
  {
    ...{ name: 'pnpm', add: 'add', program: 'npx --yes pnpm@10.34.9' },
    ...{ overrides: 'pnpm.overrides', typescript: '5.4.5' },
  },
  {
    ...{ name: 'yarn', add: 'add', program: 'npx --yes yarn@1.22.22' },
    ...{ overrides: 'resolutions', typescript: 'latest' },
  },
] as const;

type Manager = (typeof managers)[number];

/** The lines that install packages: two where dependencies need overrides. */
const linesOf = (
  { name, add, overrides }: Manager,
  packages: readonly Packed[],
): readonly string[] => {
  const files = packages.map(({ tarball }) => JSON.stringify(tarball)).join(' ');
  const fields = packages.map(({ manifest, tarball }) =>
    JSON.stringify(`${overrides}[${manifest.name}]=file:${tarball}`),
  );
  return [
    ...(overrides === null ? [] : [`npm pkg set ${fields.join(' ')}`]),
    `${name} ${add} ${files}`,
  ];
};

/** The lines by which a manager installs packages; none for a name that is no manager's. */
export const installLines = (name: string, packages: readonly Packed[]): readonly string[] =>
  managers.filter((one) => one.name === name).flatMap((one) => linesOf(one, packages));

/** The pages with programs, and what these need of others. */
const pages = ['docs/tutorial.md', 'docs/recipes.md'];
// Not Jest 30: yarn 1 looks for its binaries of every platform, and not all are in the registry. Not Vitest 5: Vite is
// its peer, which yarn 1 does not install.
const libraries =
  'express@5 fastify@5 hono@4 @electric-sql/pglite@0.5 esbuild@0.28 vitest@4 jest@29';
const embedded = ['core', 'ports', 'http', 'arbitraries', 'conformance'].map(
  (name) => `@tallyboard/${name}`,
);

const compilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: false, target: 'es2022' },
  ...{ module: 'nodenext', types: ['node'], lib: ['es2023', 'dom', 'dom.iterable'] },
};

/** Writes the programs of a page as files of a project. Gives the lines that run them, and what each prints. */
const writePrograms = (project: string, page: string): ReadonlyMap<string, string | undefined> => {
  const lines = new Map<string, string | undefined>();
  const { fences } = readMarkdown(readFileSync(page, 'utf8'));
  for (const [at, { info, text }] of fences.entries()) {
    const [language, file] = info;
    if (language === 'sh')
      for (const line of text.split('\n').filter((one) => /\bnpx (vitest|jest)\b/.test(one)))
        lines.set(line, undefined);
    if (language === 'sh' || file === undefined) continue;
    // Runners of tests read TypeScript, Node 20 does not.
    const isProgram = language === 'ts' && !file.endsWith('.test.ts');
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const name = isProgram ? file.replace('.ts', '.js') : file;
    writeFileSync(join(project, name), isProgram ? ts.transpile(text, options) : text);
    const next = fences[at + 1];
    if (next?.info[0] === 'text') lines.set(`node ${name}`, next.text);
  }
  return lines;
};

/** A fresh project for each manager: installs, compiles without `skipLibCheck`, and runs the tutorial and the recipes. */
export const checkManagers = (scratch: string, all: readonly Packed[]): void => {
  const packages = all.filter(({ manifest }) => embedded.includes(manifest.name));
  // Yarn refuses what needs a later Node, though an earlier version of it would do.
  const env = { YARN_IGNORE_ENGINES: 'true', YARN_CACHE_FOLDER: join(scratch, 'yarn') };
  for (const manager of managers) {
    const { name, overrides, program, typescript } = manager;
    const project = emptyProject(scratch, `with-${name}`);
    // A later one needs a package, for Windows alone, that the registry may not have: yarn stops there.
    if (overrides !== null) run(project, `npm pkg set ${overrides}.vite=8.3.8`);
    for (const line of linesOf(manager, packages)) {
      const more = `${libraries} @types/node@20 typescript@${typescript}`;
      const isAdding = line.startsWith(`${name} ${manager.add}`);
      run(project, isAdding ? `${line.replace(name, program)} ${more}` : line, env);
    }
    const imports = embedded.map((name, at) => `export * as m${at} from '${name}';`);
    writeFileSync(join(project, 'all.mts'), imports.join('\n'));
    const config = { compilerOptions, files: ['all.mts'] };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
    run(project, 'node node_modules/typescript/bin/tsc -p .');
    for (const page of pages) {
      for (const [line, output] of writePrograms(project, page)) {
        const printed = run(project, line).trimEnd();
        if (output !== undefined && printed !== output)
          throw new Error(`${name}, ${line}: prints ${printed}`);
      }
    }
  }
};
