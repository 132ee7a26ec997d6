import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { gzipSync } from 'fflate';
import { createTar, parseTar } from 'nanotar';
import type { Manifest } from './pack.js';

/** The time of every entry, the one that npm writes: 26 October 1985, in milliseconds. */
const mtime = 499_162_500_000;

/** Lists of package.json whose order pnpm leaves to chance. */
const lists = ['dependencies', 'optionalDependencies', 'peerDependencies'];

/** What only this repository needs of a package.json. */
const ours = ['devDependencies', 'scripts'];

/** A package of ours that another one has inside. */
type Inside = Pick<Manifest, 'name' | 'dependencies'> & { readonly tarball: string };

/** What of a package is inside another one: what runs, its types and its licence. */
const isNeeded = (name: string): boolean =>
  /^package\/(dist\/.*\.(js|d\.ts)|package\.json|LICENSE)$/.test(name);

/** A package.json as it is published: in one order, without what only this repository needs. */
const steadyManifest = (data: Uint8Array, inside: readonly Inside[]): Uint8Array => {
  const manifest = JSON.parse(new TextDecoder().decode(data)) as Record<string, object>;
  if (inside.length > 0) {
    const names = inside.map(({ name }) => name);
    const theirs = inside.flatMap(({ dependencies = {} }) => Object.entries(dependencies));
    const others = theirs.filter(([name]) => !name.startsWith('@tallyboard/'));
    manifest['dependencies'] = { ...manifest['dependencies'], ...Object.fromEntries(others) };
    manifest['bundleDependencies'] = names.toSorted();
  }
  const fields = Object.entries(manifest)
    .filter(([field]) => !ours.includes(field))
    .map(([field, value]) => [
      field,
      lists.includes(field)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ]);
  return new TextEncoder().encode(`${JSON.stringify(Object.fromEntries(fields), null, 2)}\n`);
};

const filesOf = (tarball: string) =>
  parseTar(gunzipSync(readFileSync(tarball))).filter(({ type }) => type === 'file');

/** The two empty blocks that end an archive: nanotar has no room for them where entries fill records of 10,240 bytes. */
const end = new Uint8Array(1024);

/**
 * Writes a tarball anew: entries in the order of their names, with one time, one owner and one of two
 * modes, compressed in JavaScript, because the bytes of zlib differ between versions of Node and between
 * processors. Gives back the paths within the package.
 *
 * @param pages - the pages as they are published, by their names
 * @param inside - packages of ours that it bundles
 */
export const writeSteadily = (
  tarball: string,
  pages: Readonly<Record<string, string>>,
  inside: readonly Inside[],
): readonly string[] => {
  const packed = filesOf(tarball)
    .filter(({ name }) => pages[name.replace('package/', '')] === undefined)
    .map(({ name, data = new Uint8Array(), attrs }) => ({
      name,
      data: name === 'package/package.json' ? steadyManifest(data, inside) : data,
      isExecutable: (Number.parseInt(attrs?.mode ?? '0', 8) & 0o100) !== 0,
    }));
  const bundled = inside.flatMap((one) =>
    filesOf(one.tarball)
      .filter(({ name }) => isNeeded(name))
      .map(({ name, data = new Uint8Array() }) => ({
        name: name.replace('package/', `package/node_modules/${one.name}/`),
        data,
        isExecutable: false,
      })),
  );
  const written = Object.entries(pages).map(([name, text]) => ({
    name: `package/${name}`,
    data: new TextEncoder().encode(text),
    isExecutable: false,
  }));
  const entries = [...packed, ...bundled, ...written]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, data, isExecutable }) => {
      if (name.length > 100) throw new Error(`${name}: a tarball holds names of 100 characters`);
      const owner = { uid: 0, gid: 0, user: '', group: '' };
      return { name, data, attrs: { mode: isExecutable ? '755' : '644', mtime, ...owner } };
    });
  const archive = Buffer.concat([createTar(entries), end]);
  writeFileSync(tarball, gzipSync(archive, { level: 9, mtime: 0 }));
  return entries.map(({ name }) => name.replace('package/', ''));
};
