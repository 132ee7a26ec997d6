import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { Manifest, Packed } from './pack.js';

/** Fields that every published manifest has, with what is wrong when it has not. */
const metadata: readonly (readonly [
  field: keyof Manifest,
  isSound: (value: unknown) => boolean,
])[] = [
  ['license', (value) => value === 'MIT'],
  ['type', (value) => value === 'module'],
  ['description', (value) => typeof value === 'string' && value.length > 20],
  ['keywords', (value) => Array.isArray(value) && value.length >= 3],
  ['engines', (value) => (value as Manifest['engines'])?.['node'] === '>=20.19'],
  ['files', (value) => Array.isArray(value)],
  ['sideEffects', (value) => typeof value === 'boolean'],
];

const isOurs = /\.test(-\w+)?\.|\.test-kit\.|(^|\/)(bench|selftest)\/|\.tsbuildinfo$/;

/** Modules in `dist` whose source was renamed or removed after they were built. */
const stale = (files: readonly string[]): readonly string[] => {
  const sources = new Set(files.filter((file) => /\.tsx?$/.test(file)));
  if (!files.some((file) => file.startsWith('src/'))) return [];
  return files.filter((file) => {
    const [, module] = /^dist\/(.+)\.js$/.exec(file) ?? [];
    if (module === undefined) return false;
    return !['ts', 'tsx'].some(
      (ending) => sources.has(`src/${module}.${ending}`) || sources.has(`${module}.${ending}`),
    );
  });
};

/** What manifests and tarballs lack, and what does not belong there. */
export const metadataFaults = (packages: readonly Packed[]): readonly string[] =>
  packages.flatMap(({ manifest, files }) => [
    ...metadata
      .filter(([field, isSound]) => !isSound(manifest[field]))
      .map(
        ([field]) => `${manifest.name}: package.json: ${field}: ${JSON.stringify(manifest[field])}`,
      ),
    ...['LICENSE', 'README.md', 'package.json']
      .filter((file) => !files.includes(file))
      .map((file) => `${manifest.name}: the tarball has no ${file}`),
    ...stale(files).map(
      (file) => `${manifest.name}: ${file} has no source; delete it and build again`,
    ),
    ...files.filter((file) => isOurs.test(file)).map((file) => `${manifest.name}: ships ${file}`),
  ]);

/** Problems that only CommonJS or the resolution of Node 10 would have: the packages are ESM. */
const isEsmProblem = (problem: object): boolean =>
  !('resolutionKind' in problem) || /^(node16-esm|bundler)$/.test(String(problem.resolutionKind));

/** Exports that pages load and no program imports. */
const ofPages = /"entrypoint":"\.\/page\/|\.\/page\/api-reference\.js/;

/** What publint (strict) and Are The Types Wrong (ESM only) find. */
export const lintFaults = async (
  project: string,
  packages: readonly Packed[],
): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const { manifest, tarball } of packages) {
    const pkgDir = join(project, 'node_modules', manifest.name);
    if (!existsSync(pkgDir)) throw new Error(`${manifest.name} is not installed`);
    const { messages, pkg } = await publint({ pkgDir, pack: false, strict: true });
    faults.push(
      ...messages.map(
        (message) => `${manifest.name}: ${formatMessage(message, pkg) ?? message.code}`,
      ),
    );
    if (manifest.exports === undefined) continue;
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
    const problems = analysis.types === false ? [{ kind: 'NoTypes' }] : analysis.problems;
    faults.push(
      ...problems
        .filter(isEsmProblem)
        .map((problem) => `${manifest.name}: ${JSON.stringify(problem)}`),
    );
  }
  return faults.filter((fault) => !ofPages.test(fault));
};
