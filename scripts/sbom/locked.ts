import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from 'yaml';
import { type Manifest, manifestIn } from '../packages/pack.js';

/** A package that is installed with one of ours, or is inside one. */
export interface Part {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  /** SHA-512 of its tarball, in base64. */
  readonly integrity?: string;
  /** Not installed on every platform. */
  readonly isOptional?: boolean;
  /** Inside a page only: a script without terms of its own beside it. */
  readonly isInPage?: boolean;
  /** `name@version` of what it depends on. */
  readonly dependsOn?: readonly string[];
}

type Versions = Readonly<Record<string, string>>;
type Importer = Readonly<
  Record<'dependencies' | 'devDependencies', Readonly<Record<string, { version: string }>>>
>;

/** What is read of pnpm-lock.yaml. */
interface Lockfile {
  readonly importers: Readonly<Record<string, Partial<Importer>>>;
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly resolution: { readonly integrity?: string };
        readonly os?: readonly string[];
        readonly cpu?: readonly string[];
        readonly peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>;
      }
    >
  >;
  readonly snapshots: Readonly<
    Record<string, { dependencies?: Versions; optionalDependencies?: Versions }>
  >;
}

/** One step of the walk: a package, where it is, and what it needs. */
interface Node {
  readonly part: Part;
  readonly folder: string;
  readonly needs: readonly { readonly node: () => Node; readonly isOptional: boolean }[];
}

/** `name@version` of a part. */
export const idOf = ({ name, version }: Part): string => `${name}@${version}`;

const lockIn = (root: string): Lockfile =>
  parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')) as Lockfile;

/** Walks one lockfile. */
const nodesOf = (root: string, { importers, packages, snapshots }: Lockfile) => {
  const external = (name: string, version: string, siblings: string): Node => {
    const key = `${name}@${version}`;
    const locked = packages[key.replace(/\(.*/, '')];
    const snapshot = snapshots[key];
    if (locked === undefined || snapshot === undefined)
      throw new Error(`pnpm-lock.yaml has no ${key}`);
    const path = join(siblings, name);
    // Binaries for one platform are not installed on each: their licence would be known on some machines.
    const isForAll = locked.os === undefined && locked.cpu === undefined;
    const folder = existsSync(path) ? realpathSync(path) : path;
    const { license } = isForAll ? manifestIn(folder) : { license: undefined };
    const isWanted = ([dependency]: readonly [string, unknown]) =>
      locked.peerDependenciesMeta?.[dependency]?.optional !== true;
    const up = join(folder, name.includes('/') ? '../..' : '..');
    const needsOf = (versions: Versions = {}, isOptional: boolean) =>
      Object.entries(versions)
        .filter(isWanted)
        .map(([one, at]) => ({ node: () => external(one, at, up), isOptional }));
    const { integrity } = locked.resolution;
    return {
      part: {
        ...{ name, version: version.replace(/\(.*/, '') },
        ...(license === undefined ? {} : { license }),
        ...(integrity === undefined ? {} : { integrity: integrity.replace('sha512-', '') }),
      },
      folder,
      needs: [
        ...needsOf(snapshot.dependencies, false),
        ...needsOf(snapshot.optionalDependencies, true),
      ],
    };
  };

  const ours = (folder: string): Node => {
    const manifest: Manifest = manifestIn(join(root, folder));
    const { dependencies = {}, devDependencies = {} } = importers[folder] ?? {};
    const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    const needs = names.map((name) => {
      const version = (dependencies[name] ?? devDependencies[name])?.version ?? '';
      return {
        node: () =>
          version.startsWith('link:')
            ? ours(posix.join(folder, version.slice('link:'.length)))
            : external(name, version, join(root, folder, 'node_modules')),
        isOptional: false,
      };
    });
    const { name, version, license = '' } = manifest;
    return { part: { name, version, license }, folder, needs };
  };
  return ours;
};

/**
 * A published package and all that is installed with it, in the versions of pnpm-lock.yaml, itself first.
 *
 * @param folder - the folder of the package in the repository
 */
export const lockedWith = (root: string, folder: string): readonly Part[] => {
  const parts = new Map<string, Part>();
  const visit = (node: Node, isOptional: boolean): void => {
    const id = idOf(node.part);
    const known = parts.get(id);
    if (known !== undefined && (isOptional || known.isOptional !== true)) return;
    const needs = node.needs.map((need) => ({ ...need, node: need.node() }));
    const dependsOn = needs.map(({ node: { part } }) => idOf(part));
    parts.set(id, { ...node.part, dependsOn, ...(isOptional ? { isOptional } : {}) });
    for (const need of needs) visit(need.node, isOptional || need.isOptional);
  };
  visit(nodesOf(root, lockIn(root))(folder), false);
  return [...parts.values()];
};
