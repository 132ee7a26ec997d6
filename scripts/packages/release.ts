import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Metafile } from 'esbuild';
import { parse } from 'yaml';
import { bundledPackages } from '../bundle/bundle.js';
import { writeSingleFiles } from '../bundle/single-files.js';
import { manifestIn, type Packed, packed } from './pack.js';

/** Every package that pnpm-lock.yaml has in one version only, with it. */
const lockedVersions = (): Readonly<Record<string, string>> => {
  const { packages } = parse(readFileSync('pnpm-lock.yaml', 'utf8')) as { packages: object };
  const versions = new Map<string, string[]>();
  for (const key of Object.keys(packages)) {
    const at = key.lastIndexOf('@');
    const name = key.slice(0, at);
    versions.set(name, [...(versions.get(name) ?? []), key.slice(at + 1)]);
  }
  return Object.fromEntries(
    [...versions].flatMap(([name, [version = '', ...more]]) =>
      more.length > 0 ? [] : [[name, version]],
    ),
  );
};

/**
 * An empty project outside of the workspace with every tarball installed, and Node's types. What comes with
 * them has the versions of pnpm-lock.yaml: a package that is published today changes no result.
 */
export const installed = (scratch: string, packages: readonly Packed[]): string => {
  const project = join(scratch, 'project');
  mkdirSync(project);
  const locked = lockedVersions();
  const peers = packages.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {}));
  const dependencies = {
    ...Object.fromEntries(
      packages.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]),
    ),
    ...Object.fromEntries(peers.map((name) => [name, locked[name]])),
    '@types/node': manifestIn('.').devDependencies?.['@types/node'],
  };
  const names = packages.flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {}));
  const overrides = Object.fromEntries(
    Object.entries(locked).filter(([name]) => !(name in dependencies) && names.includes(name)),
  );
  const manifest = { name: 'release', private: true, type: 'module', dependencies, overrides };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  execFileSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
    { cwd: project, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
  );
  return project;
};

/** As much of a CycloneDX document as is changed here. */
interface Sbom {
  metadata: { tools?: unknown };
  components: { name: string; group?: string; components?: object[] }[];
}

/** The packages of others whose code is inside files of ours, by the name of our package. */
const insideOf = async (project: string): Promise<Readonly<Record<string, readonly object[]>>> => {
  const script = pathToFileURL(resolve('scripts/bundle-explorer.mjs')).href;
  const { explorerInputs } = (await import(script)) as {
    readonly explorerInputs: () => Promise<Metafile>;
  };
  const bundled = join(project, 'node_modules/tallyboard/dist/bundle/bundled.json');
  return {
    tallyboard: JSON.parse(readFileSync(bundled, 'utf8')) as object[],
    explorer: bundledPackages('.', await explorerInputs()),
    openapi: [manifestIn('packages/openapi/node_modules/@scalar/api-reference')],
  };
};

/** Writes the parts of the packages (CycloneDX): what npm installs with them, and what is inside their files. */
export const writeSbom = async (out: string, project: string): Promise<void> => {
  const file = join(out, 'tallyboard.cdx.json');
  const tool = resolve('node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js');
  const flags = ['--omit', 'dev', '--output-reproducible', '--flatten-components', '--validate'];
  execFileSync(process.execPath, [tool, ...flags, '--output-file', file], { cwd: project });
  const sbom = JSON.parse(readFileSync(file, 'utf8')) as Sbom;
  // It names the version of npm, which is not the same everywhere.
  delete sbom.metadata.tools;
  for (const [name, parts] of Object.entries(await insideOf(project))) {
    const ours = sbom.components.find((one) => one.name === name && one.group !== '@types');
    if (ours === undefined) throw new Error(`${file}: ${name} is missing`);
    ours.components = (parts as { name: string; version: string; license: string }[]).map(
      ({ name, version, license }) => ({
        ...{ type: 'library', name, version, licenses: [{ license: { name: license } }] },
        purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      }),
    );
  }
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
};

/** Writes SHA256SUMS of all that a folder has. */
export const writeSums = (out: string): void => {
  const lines = readdirSync(out)
    .filter((name) => name !== 'SHA256SUMS')
    .sort()
    .map((name) => {
      const hash = createHash('sha256').update(readFileSync(join(out, name)));
      return `${hash.digest('hex')}  ${name}\n`;
    });
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
};

/** Fills a folder with every tarball, and the command and the suite as one file each. */
export const writeRelease = async (out: string): Promise<readonly Packed[]> => {
  mkdirSync(out, { recursive: true });
  const packages = packed(out);
  await writeSingleFiles(resolve('.'), out);
  writeSums(out);
  return packages;
};
