/** The files of a release. */

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Metafile } from 'esbuild';
import { bundledPackages, writeSingleFiles } from '../bundle/bundle.js';
import { emptyProject, run } from '../programs.js';
import { manifestIn, type Packed, packed } from './pack.js';

/** An empty project outside of the workspace with every tarball installed, and what they leave to their users. */
export const installed = (scratch: string, packages: readonly Packed[]): string => {
  const { devDependencies = {} } = manifestIn('.');
  const peers = packages.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {}));
  const dependencies = Object.fromEntries([
    ...packages.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]),
    ...[...peers, '@types/node'].map((name) => [name, devDependencies[name]]),
  ]) as object;
  const project = emptyProject(scratch, 'project', { name: 'release', dependencies });
  run(project, 'npm install --no-audit --no-fund --prefer-offline --loglevel=error');
  return project;
};

/** As much of a CycloneDX document as is changed here. */
interface Sbom {
  metadata: { tools?: unknown };
  components: { name: string; group?: string; components?: object[] }[];
}

type Part = Omit<ReturnType<typeof bundledPackages>[number], 'terms'>;

/** The packages of others whose code is inside files of ours, by the name of our package. */
const insideOf = async (): Promise<Readonly<Record<string, readonly Part[]>>> => {
  const script = pathToFileURL(resolve('scripts/bundle-explorer.mjs')).href;
  const { writeExplorer } = (await import(script)) as {
    readonly writeExplorer: () => Promise<Metafile>;
  };
  const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
  const scalar = read('packages/openapi/node_modules/@scalar/api-reference/package.json');
  return {
    tallyboard: read('packages/cli/dist/bundle/bundled.json') as readonly Part[],
    explorer: bundledPackages('.', await writeExplorer()),
    openapi: [scalar as Part],
  };
};

/** Writes the parts of the packages (CycloneDX): what npm installs with them, and what is inside their files. */
export const writeSbom = async (out: string, project: string): Promise<void> => {
  const file = join(out, 'tallyboard.cdx.json');
  const tool = resolve('node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js');
  const flags = '--omit dev --output-reproducible --flatten-components --validate';
  run(project, `node "${tool}" ${flags} --output-file "${file}"`);
  const sbom = JSON.parse(readFileSync(file, 'utf8')) as Sbom;
  // It names the version of npm, which is not the same everywhere.
  delete sbom.metadata.tools;
  for (const [name, parts] of Object.entries(await insideOf())) {
    const ours = sbom.components.find((one) => one.name === name && one.group !== '@types');
    if (ours === undefined) throw new Error(`${file}: ${name} is missing`);
    ours.components = parts.map(({ name, version, license }) => ({
      ...{ type: 'library', name, version, licenses: [{ license: { name: license } }] },
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    }));
  }
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
};

/** Writes SHA256SUMS of all that a folder has. */
export const writeSums = (out: string): void => {
  const names = readdirSync(out).filter((name) => name !== 'SHA256SUMS');
  const lines = names.sort().map((name) => {
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
