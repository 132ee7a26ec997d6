/** The tarballs of a release: equal sources give equal bytes. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { gzipSync } from 'fflate';
import { createTar, parseTar } from 'nanotar';
import { run } from '../programs.js';
import { pagesOf } from './docs.js';

/** The fields of a package.json that scripts read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
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

interface TarFile {
  readonly data: Uint8Array;
  readonly isExecutable: boolean;
}

const textFile = (text: string): TarFile => ({ data: Buffer.from(text), isExecutable: false });

/** The files of a tarball by their paths in the package. */
const filesIn = (tarball: string): Map<string, TarFile> =>
  new Map(
    parseTar(gunzipSync(readFileSync(tarball)))
      .filter(({ type }) => type === 'file')
      .map(({ name, data = new Uint8Array(), attrs }) => {
        const isExecutable = (Number.parseInt(attrs?.mode ?? '0', 8) & 0o100) !== 0;
        return [name.replace('package/', ''), { data, isExecutable }];
      }),
  );

/**
 * Writes a tarball: entries in the order of their names, with one time (npm's), one owner and one of two modes.
 * Compressed in JavaScript: the bytes of zlib differ between versions of Node and between processors.
 */
const writeTarball = (tarball: string, files: ReadonlyMap<string, TarFile>): void => {
  const always = { mtime: 499_162_500_000, uid: 0, gid: 0, user: '', group: '' };
  const entries = [...files]
    .map(([path, { data, isExecutable }]) => {
      const name = `package/${path}`;
      if (name.length > 100) throw new Error(`${name}: a tarball holds names of 100 characters`);
      return { name, data, attrs: { ...always, mode: isExecutable ? '755' : '644' } };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  // Two empty blocks end an archive; nanotar has no room for them where entries fill records of 10,240 bytes.
  const archive = Buffer.concat([createTar(entries), new Uint8Array(1024)]);
  writeFileSync(tarball, gzipSync(archive, { level: 9, mtime: 0 }));
};

/** A package.json as it is published: without what only this repository needs. */
const publishedManifest = (packed: TarFile, inside: readonly Manifest[]): TarFile => {
  const manifest = JSON.parse(Buffer.from(packed.data).toString()) as Manifest;
  const theirs = inside
    .flatMap((one) => Object.entries(one.dependencies ?? {}))
    .filter(([name]) => !name.startsWith('@tallyboard/'));
  // pnpm leaves their order to chance.
  const dependencies = [...Object.entries(manifest.dependencies ?? {}), ...theirs].toSorted();
  const published = {
    ...manifest,
    dependencies: Object.fromEntries(dependencies),
    devDependencies: undefined,
    scripts: undefined,
    bundleDependencies: inside.length === 0 ? undefined : inside.map(({ name }) => name).toSorted(),
  };
  return textFile(`${JSON.stringify(published, null, 2)}\n`);
};

/** What was compiled from a source that is gone. */
const isStale = (path: string, files: ReadonlyMap<string, TarFile>): boolean => {
  const [, source] = /^dist\/(?!bundle)(.+?)(?:\.d)?\.[jt]s(?:\.map)?$/.exec(path) ?? [];
  const sources = [`src/${source}.ts`, `src/${source}.tsx`, `${source}.ts`];
  return source !== undefined && !sources.some((one) => files.has(one));
};

/** What of a package is inside another one: what runs, its types and its licence. */
const isNeeded = (path: string): boolean =>
  /^(dist\/.*\.(js|d\.ts)|package\.json|LICENSE)$/.test(path);

/**
 * Packs every published package into a folder. pnpm chooses the files, turns `workspace:` into versions and adds the
 * licence; pages are replaced by those for readers without the repository.
 */
export const packed = (out: string): readonly Packed[] => {
  const folders = publishedFolders();
  const filters = folders.map((folder) => `--filter=./${folder}`).join(' ');
  const pnpm = `npx --yes ${manifestIn('.').packageManager} ${filters} -r`;
  const output = run('.', `${pnpm} pack --json --pack-destination ${JSON.stringify(out)}`);
  // Scripts of packages may print something before.
  const reports = JSON.parse(output.slice(output.search(/^\[/m))) as readonly {
    readonly name: string;
    readonly filename: string;
  }[];
  const tarballs = new Map(reports.map(({ name, filename }) => [name, filename]));
  const contents = new Map([...tarballs].map(([name, tarball]) => [name, filesIn(tarball)]));
  for (const files of contents.values())
    for (const path of files.keys()) if (isStale(path, files)) files.delete(path);
  const manifests = folders.map(manifestIn);
  return folders.map((folder, at) => {
    const manifest = manifests[at]!;
    const { name, bin, dependencies = {} } = manifest;
    // `npx` of the file alone must work: a package with a command has inside what else of ours it needs.
    const inside = bin === undefined ? [] : manifests.filter((one) => one.name in dependencies);
    const files = new Map(contents.get(name));
    files.set('package.json', publishedManifest(files.get('package.json')!, inside));
    for (const one of inside)
      for (const [path, { data }] of contents.get(one.name)!)
        if (isNeeded(path))
          files.set(`node_modules/${one.name}/${path}`, { data, isExecutable: false });
    for (const [path, text] of pagesOf(folder)) files.set(path, textFile(text));
    const tarball = tarballs.get(name)!;
    writeTarball(tarball, files);
    return { folder, manifest, tarball, files: [...files.keys()] };
  });
};
