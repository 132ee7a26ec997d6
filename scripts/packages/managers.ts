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

/** A command, and what it prints if a page says so. */
interface Run {
  readonly command: string;
  readonly output?: string;
}

/** The programs of a page as files of a project, and the commands that run them. */
const writePrograms = (project: string, page: string): readonly Run[] => {
  const { fences } = readMarkdown(readFileSync(page, 'utf8'));
  return fences.flatMap(({ info: [language, file], text }, at) => {
    if (language === 'sh')
      return text
        .split('\n')
        .filter((line) => /\bnpx (vitest|jest)\b/.test(line))
        .map((command) => ({ command }));
    if (file === undefined) return [];
    // Runners of tests read TypeScript, Node 20 does not.
    const isProgram = language === 'ts' && !file.endsWith('.test.ts');
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const source = isProgram ? ts.transpile(text, options) : text;
    const name = isProgram ? file.replace('.ts', '.js') : file;
    writeFileSync(join(project, name), source);
    const next = fences[at + 1];
    const output = next?.info[0] === 'text' ? next.text : undefined;
    return output === undefined ? [] : [{ command: `"${process.execPath}" ${name}`, output }];
  });
};

/** A fresh project for each manager: installs, compiles without `skipLibCheck`, and runs the tutorial and the recipes. */
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
        else run(`${line} ${libraries} @types/node@20 typescript@${typescript}`);
      }
      const imports = embedded.map((name, at) => `export * as m${at} from '${name}';`);
      writeFileSync(join(project, 'all.mts'), imports.join('\n'));
      const config = { compilerOptions, files: ['all.mts'] };
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
      execSync(
        `"${process.execPath}" ${resolve(project, 'node_modules/typescript/bin/tsc')} -p .`,
        { cwd: project, encoding: 'utf8', stdio: 'pipe' },
      );
      const runs = pages.flatMap((page) => writePrograms(project, page));
      return runs.flatMap(({ command, output }) => {
        const printed = execSync(command, { cwd: project, encoding: 'utf8', stdio: 'pipe' });
        return output === undefined || printed.trimEnd() === output
          ? []
          : [`${manager}, ${command}: prints ${printed}`];
      });
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
      return [`${manager}: ${String(error)}\n${stdout ?? ''}${stderr ?? ''}`];
    }
  });
};
