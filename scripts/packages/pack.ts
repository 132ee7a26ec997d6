import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pagesOf, writePackageDocs } from './docs.js';
import { writeSteadily } from './steady-tarball.js';

/** The fields of a package.json that the check looks at. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly packageManager?: string;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** A published package with the tarball that people would get. */
export interface Packed {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly tarball: string;
  /** Paths within the tarball. */
  readonly files: readonly string[];
}

/** Reads a package.json. */
export const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The packages that are published, by their folders. */
export const publishedFolders = (): readonly string[] =>
  [...readdirSync('packages').map((name) => `packages/${name}`), 'conformance']
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .filter((folder) => manifestIn(folder).private !== true);

/** What pnpm says of a package that it has packed. */
interface Report {
  readonly name: string;
  readonly filename: string;
}

/**
 * Packs every published package into a folder; pnpm turns `workspace:` into versions and adds the
 * licence, and the tarballs are then written anew so that equal contents are equal bytes.
 */
export const packed = (out: string): readonly Packed[] => {
  const { packageManager = 'pnpm' } = manifestIn('.');
  const folders = publishedFolders();
  writePackageDocs();
  const filters = folders.map((folder) => `--filter=./${folder}`);
  const output = execFileSync(
    'npx',
    ['--yes', packageManager, ...filters, '-r', 'pack', '--json', '--pack-destination', out],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
    },
  );
  // Scripts of packages may print something before.
  const reports = JSON.parse(output.slice(output.search(/^\[/m))) as readonly Report[];
  const tarballOf = (name: string): string => {
    const report = reports.find((one) => one.name === name);
    if (report === undefined) throw new Error(`${name} was not packed`);
    return report.filename;
  };
  const manifests = folders.map(manifestIn);
  return folders.map((folder) => {
    const manifest = manifestIn(folder);
    const { name, bin, dependencies = {} } = manifest;
    // `npx` of the file alone must work: a package with a command has inside what else of ours it needs.
    const inside = bin === undefined ? [] : manifests.filter((one) => one.name in dependencies);
    const tarball = tarballOf(name);
    const bundled = inside.map((one) => ({ ...one, tarball: tarballOf(one.name) }));
    return { folder, manifest, tarball, files: writeSteadily(tarball, pagesOf(folder), bundled) };
  });
};
