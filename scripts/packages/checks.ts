/** Checks of packed packages. Each throws, with what it found. */

import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { emptyProject, judgeSample, run } from '../programs.js';
import { repositoryFiles } from '../repository.js';
import type { Packed } from './pack.js';

const refuse = (faults: readonly string[]): void => {
  if (faults.length > 0) throw new Error(faults.join('\n'));
};

const isOurs = /\.test(-\w+)?\.|(^|\/)(bench|selftest)\/|\.tsbuildinfo$/;

/** What does not belong into tarballs, and the licence that does. */
export const checkContents = (packages: readonly Packed[]): void =>
  refuse(
    packages.flatMap(({ manifest, files }) => [
      ...files.filter((file) => isOurs.test(file)).map((file) => `${manifest.name}: ships ${file}`),
      ...(files.includes('LICENSE') ? [] : [`${manifest.name}: has no LICENSE`]),
    ]),
  );

/** The most bytes of files of the release, and of what programs add to a bundle, minified and gzipped. */
interface Limits {
  readonly files: Readonly<Record<string, number>>;
  readonly bundles: Readonly<Record<string, number>>;
}

/** Bundles for a runtime that is no Node: what needs one does not bundle. */
const bundleBytes = async (project: string, program: string): Promise<number> => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: project },
    ...{ bundle: true, minify: true, write: false, logLevel: 'silent' },
    ...{ format: 'esm', target: 'es2023', platform: 'neutral', mainFields: ['module', 'main'] },
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
};

/** What is larger than limits.json allows. */
export const checkSizes = async (
  out: string,
  project: string,
  packages: readonly Packed[],
): Promise<void> => {
  const limits = JSON.parse(readFileSync('scripts/packages/limits.json', 'utf8')) as Limits;
  const version = `-${packages[0]!.manifest.version}.tgz`;
  const programs = ['tallyboard.mjs', 'tallyboard-conformance.mjs'].map((name) => join(out, name));
  const sizes = [...packages.map(({ tarball }) => tarball), ...programs].map((path) => {
    const name = basename(path).replace(version, '.tgz');
    return { name, bytes: statSync(path).size, limit: limits.files[name] ?? 0 };
  });
  for (const [name, limit] of Object.entries(limits.bundles))
    sizes.push({ name, bytes: await bundleBytes(project, name), limit });
  const tooLarge = sizes.filter(({ bytes, limit }) => bytes > limit);
  refuse(tooLarge.map(({ name, bytes, limit }) => `${name}: ${bytes} of ${limit} bytes`));
};

/** What a program imports of a package: its name with the path of each entry. */
const entriesOf = ({ manifest }: Packed): readonly string[] =>
  Object.entries(manifest.exports ?? {})
    .filter(([, target]) => typeof target !== 'string')
    .map(([path]) => manifest.name + path.slice(1));

/** Every entry imported by plain Node, by name; every command asked for help. */
export const checkImports = (project: string, packages: readonly Packed[]): void => {
  const imports = packages.flatMap(entriesOf).map((entry) => `await import('${entry}');`);
  writeFileSync(join(project, 'imports.js'), imports.join('\n'));
  run(project, 'node imports.js');
  for (const { manifest } of packages)
    for (const file of Object.values(manifest.bin ?? {}))
      run(project, `node ${join('node_modules', manifest.name, file)} --help`);
};

/** Packages whose types must hold where there is no Node, only web standards. */
const anywhere = ['core', 'http', 'ports', 'client', 'arbitraries'].map(
  (name) => `@tallyboard/${name}`,
);

/** Who compiles, and how. Programs without Node go through a bundler. */
const compilers = [
  { name: 'node', web: false, types: ['node'], module: 'nodenext' },
  { name: 'web', web: true, types: [], module: 'esnext', moduleResolution: 'bundler' },
];

/** Programs that import everything, compiled without `skipLibCheck`. */
export const checkTypes = (project: string, packages: readonly Packed[]): void => {
  for (const { name, web, ...options } of compilers) {
    const folder = join(project, name);
    mkdirSync(folder);
    const source = packages
      .filter(({ manifest }) => !web || anywhere.includes(manifest.name))
      .flatMap(entriesOf)
      .map((entry, at) => `import * as m${at} from '${entry}';\nexport const n${at} = m${at};`);
    writeFileSync(join(folder, 'program.ts'), source.join('\n'));
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false },
      ...{ target: 'es2023', lib: ['es2023', 'webworker'], ...options },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    run(project, `node "${resolve('node_modules/typescript/bin/tsc')}" -p ${name}`);
  }
};

/** The command and the suite as single files where nothing is installed. A verb that needs DuckDB says so. */
export const checkPrograms = async (out: string, scratch: string): Promise<void> => {
  const cwd = emptyProject(scratch, 'programs');
  const files = ['tallyboard.mjs', 'tallyboard-conformance.mjs'];
  for (const file of files) copyFileSync(join(out, file), join(cwd, file));
  await judgeSample(cwd, 'tallyboard.mjs', 'node tallyboard-conformance.mjs', 'facts');
  const line = 'node tallyboard.mjs import --store store sample/facts';
  run(cwd, `said=$(${line} 2>&1); test $? = 1 && grep "needs DuckDB" <<< "$said"`);
};

/** Carries out the lines of the documents that match, each in an empty project of its own. */
export const runLines = (scratch: string, pattern: RegExp, env: NodeJS.ProcessEnv = {}): void => {
  const texts = repositoryFiles(['*.md']).map((path) => readFileSync(path, 'utf8'));
  const found = texts.flatMap((text) => text.match(pattern) ?? []);
  const lines = new Set(found.map((line) => line.replace(/ (?:serve|plan) .*/, ' --version')));
  for (const [at, line] of [...lines].entries()) {
    const project = emptyProject(scratch, `line-${at}`);
    const quiet = line.startsWith('npm')
      ? ' --no-audit --no-fund --prefer-offline --loglevel=error'
      : '';
    run(project, line + quiet, env);
  }
};

/** Lines that install tarballs or start a file from the folder that holds them. */
export const checkInstallLines = (out: string, scratch: string): void => {
  symlinkSync(resolve(out), join(scratch, 'tallyboard-packages'), 'junction');
  runLines(scratch, /(?:npm install|npx --yes|node) \.\.\/tallyboard-packages\/[^\n`]+/g);
};

/** What Are The Types Wrong finds, for programs of ES modules; pages and YAML have no types. */
const lintTypes = ({ manifest, tarball }: Packed): void => {
  if (manifest.exports === undefined) return;
  const pages = Object.keys(manifest.exports).filter((path) => /^\.\/page\/|\.yaml$/.test(path));
  const excluded = pages.length === 0 ? '' : ` --exclude-entrypoints ${pages.join(' ')}`;
  const flags = '--profile esm-only --format ascii --no-color --no-emoji';
  run('.', `node_modules/.bin/attw "${tarball}" ${flags}${excluded}`);
};

/** What publint (strict) and Are The Types Wrong find. */
export const checkLint = async (packages: readonly Packed[]): Promise<void> => {
  for (const one of packages) {
    const tarball = new Uint8Array(readFileSync(one.tarball)).buffer;
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    const found = messages
      .map((message) => formatMessage(message, pkg) ?? message.code)
      // A script that pages load; no program imports it.
      .filter((message) => !message.includes('./page/'));
    refuse(found.map((message) => `${one.manifest.name}: ${message}`));
    lintTypes(one);
  }
};
