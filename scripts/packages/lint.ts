import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { Manifest, Packed } from './pack.js';

/** Fields that every published manifest has. */
const metadata: readonly (readonly [keyof Manifest, (value: unknown) => boolean])[] = [
  ['license', (value) => value === 'MIT'],
  ['type', (value) => value === 'module'],
  ['description', (value) => typeof value === 'string' && value.length > 20],
  ['keywords', (value) => Array.isArray(value) && value.length >= 3],
  ['engines', (value) => (value as Manifest['engines'])?.['node'] === '>=20.19'],
  ['files', (value) => Array.isArray(value)],
  ['sideEffects', (value) => typeof value === 'boolean'],
];

const isOurs = /\.test(-\w+)?\.|(^|\/)(bench|selftest)\/|\.tsbuildinfo$/;

/** Modules in `dist` whose source was renamed or removed after they were built. */
const stale = (files: readonly string[]): readonly string[] =>
  files.filter((file) => {
    const [, module] = /^dist\/(.+)\.js$/.exec(file) ?? [];
    if (module === undefined || !files.some((one) => one.startsWith('src/'))) return false;
    const names = [`src/${module}`, module].flatMap((name) => [`${name}.ts`, `${name}.tsx`]);
    return !names.some((name) => files.includes(name));
  });

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
    ...stale(files).map((file) => `${manifest.name}: ${file} has no source: delete it`),
    ...files.filter((file) => isOurs.test(file)).map((file) => `${manifest.name}: ships ${file}`),
  ]);

/** What Are The Types Wrong finds, for programs of ES modules; pages and YAML have no types. */
const typeFaults = ({ manifest, tarball }: Packed): readonly string[] => {
  if (manifest.exports === undefined) return [];
  const pages = Object.keys(manifest.exports).filter((path) => /^\.\/page\/|\.yaml$/.test(path));
  const flags = ['--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji'];
  const excluded = pages.length === 0 ? [] : ['--exclude-entrypoints', ...pages];
  const program = 'node_modules/@arethetypeswrong/cli/dist/index.js';
  const { status, stdout } = spawnSync(
    process.execPath,
    [program, tarball, ...flags, ...excluded],
    { encoding: 'utf8' },
  );
  return status === 0 ? [] : [stdout];
};

/** What publint (strict) and Are The Types Wrong find. */
export const lintFaults = async (packages: readonly Packed[]): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const one of packages) {
    const { name } = one.manifest;
    const file = readFileSync(one.tarball);
    const tarball = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    const found = messages
      .map((message) => formatMessage(message, pkg) ?? message.code)
      // A script that pages load; no program imports it.
      .filter((message) => !message.includes('./page/'));
    faults.push(...[...found, ...typeFaults(one)].map((fault) => `${name}: ${fault}`));
  }
  return faults;
};
