import { execSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { readMarkdown } from '../markdown.js';
import { manifestIn, type Packed } from './pack.js';

/* The packages need one another, and none is in the registry: pnpm and yarn need overrides that say where each is. */

const overrideFields = { npm: null, pnpm: 'pnpm.overrides', yarn: 'resolutions' } as const;
const addWords = { npm: 'npm install', pnpm: 'pnpm add', yarn: 'yarn add' } as const;

type Manager = keyof typeof addWords;

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

const { packageManager: pnpm = 'pnpm' } = manifestIn('.');

/** The pages with programs, and what these need of others. */
const pages = ['docs/tutorial.md', 'docs/recipes.md'];
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

/**
 * A fresh project of pnpm, where a package sees only what it names: installs, compiles without `skipLibCheck` with the
 * earliest TypeScript that is supported, and runs the tutorial and the recipes. Other checks install with npm.
 */
export const managerFaults = (scratch: string, all: readonly Packed[]): readonly string[] => {
  const packages = all.filter(({ manifest }) => embedded.includes(manifest.name));
  const project = join(scratch, 'with-pnpm');
  mkdirSync(project);
  const run = (line: string): string =>
    execSync(line, { cwd: project, encoding: 'utf8', stdio: 'pipe' });
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  try {
    const [overrides = '', add = ''] = installLines(packages).pnpm;
    run(overrides);
    run(`npx --yes ${add.replace('pnpm', pnpm)} ${libraries} @types/node@20 typescript@5.0.4`);
    const imports = embedded.map((name, at) => `export * as m${at} from '${name}';`);
    writeFileSync(join(project, 'all.mts'), imports.join('\n'));
    const config = { compilerOptions, files: ['all.mts'] };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
    run(`"${process.execPath}" node_modules/typescript/bin/tsc -p .`);
    const runs = pages.flatMap((page) => writePrograms(project, page));
    return runs.flatMap(({ command, output }) => {
      const printed = run(command);
      return output === undefined || printed.trimEnd() === output
        ? []
        : [`${command}: prints ${printed}`];
    });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    return [`${String(error)}\n${stdout ?? ''}${stderr ?? ''}`];
  }
};
