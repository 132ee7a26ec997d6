import { execSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { readMarkdown } from '../markdown.js';
import type { Packed } from './pack.js';

/* The packages need one another, and none is in the registry: pnpm and yarn need overrides that say where each is. */

const managers = ['npm', 'pnpm', 'yarn'] as const;
type Manager = (typeof managers)[number];

/** What runs a manager where it is not installed, and the TypeScript that its project compiles with. */
const tools: Readonly<Record<Manager, { readonly program: string; readonly typescript: string }>> =
  {
    npm: { program: 'npm', typescript: '5.0.4' },
    pnpm: { program: 'npx --yes pnpm@10.34.9', typescript: '5.4.5' },
    yarn: { program: 'npx --yes yarn@1.22.22', typescript: 'latest' },
  };

const overrideFields = { npm: null, pnpm: 'pnpm.overrides', yarn: 'resolutions' } as const;
const addWords = { npm: 'npm install', pnpm: 'pnpm add', yarn: 'yarn add' } as const;

/** The lines that install packages, by manager: two where dependencies need overrides. */
export const installLines = (
  packages: readonly Packed[],
): Readonly<Record<Manager, readonly string[]>> => {
  const files = packages.map(({ tarball }) => JSON.stringify(tarball)).join(' ');
  const linesOf = (manager: Manager): readonly string[] => {
    const field = overrideFields[manager];
    const overrides = packages.map(({ manifest, tarball }) =>
      JSON.stringify(`${field}[${manifest.name}]=file:${tarball}`),
    );
    const add = `${addWords[manager]} ${files}`;
    return field === null ? [add] : [`npm pkg set ${overrides.join(' ')}`, add];
  };
  return { npm: linesOf('npm'), pnpm: linesOf('pnpm'), yarn: linesOf('yarn') };
};

/** What recipes need of others. */
const libraries = ['express', 'fastify', '@electric-sql/pglite'];
const embedded = ['core', 'ports', 'http'].map((name) => `@tallyboard/${name}`);

const compilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: false, target: 'es2022' },
  ...{ module: 'nodenext', types: ['node'], lib: ['es2023', 'dom', 'dom.iterable'] },
};

/** The recipes as files of a project, each with what it prints. */
const writeRecipes = (project: string): readonly (readonly [file: string, output: string])[] => {
  const { fences } = readMarkdown(readFileSync('docs/recipes.md', 'utf8'));
  return fences.flatMap(({ info: [language, file = ''], text }, at) => {
    if (language !== 'ts') return [];
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const { outputText } = ts.transpileModule(text, { compilerOptions: options });
    const name = file.replace('.ts', '.js');
    writeFileSync(join(project, name), outputText);
    const next = fences[at + 1];
    return next?.info[0] === 'text' ? [[name, next.text] as const] : [];
  });
};

/** A fresh project for each manager: installs, compiles without `skipLibCheck`, and runs the recipes. */
export const managerFaults = (scratch: string, all: readonly Packed[]): readonly string[] => {
  const packages = all.filter(({ manifest }) => embedded.includes(manifest.name));
  const lines = installLines(packages);
  // Yarn refuses what needs a later Node, though an earlier version of it would do.
  const yarn = { YARN_IGNORE_ENGINES: 'true', YARN_CACHE_FOLDER: join(scratch, 'yarn') };
  const env = { ...process.env, ...yarn };
  return managers.flatMap((manager) => {
    const project = join(scratch, `with-${manager}`);
    mkdirSync(project);
    const { program, typescript } = tools[manager];
    const run = (line: string): string =>
      execSync(line.replace(manager === 'npm' ? /^$/ : manager, program), {
        ...{ cwd: project, encoding: 'utf8', stdio: 'pipe', env },
      });
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    try {
      for (const line of lines[manager]) {
        if (line.startsWith('npm pkg')) execSync(line, { cwd: project, stdio: 'pipe' });
        else run(`${line} ${libraries.join(' ')} @types/node@20 typescript@${typescript}`);
      }
      const imports = embedded.map((name, at) => `export * as m${at} from '${name}';`);
      writeFileSync(join(project, 'all.mts'), imports.join('\n'));
      const config = { compilerOptions, files: ['all.mts'] };
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
      execSync(
        `"${process.execPath}" ${resolve(project, 'node_modules/typescript/bin/tsc')} -p .`,
        { cwd: project, encoding: 'utf8', stdio: 'pipe' },
      );
      return writeRecipes(project).flatMap(([file, output]) => {
        const printed = execSync(`"${process.execPath}" ${file}`, {
          cwd: project,
          encoding: 'utf8',
        });
        return printed.trimEnd() === output ? [] : [`${manager}, ${file}: prints ${printed}`];
      });
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
      return [`${manager}: ${String(error)}\n${stdout ?? ''}${stderr ?? ''}`];
    }
  });
};
