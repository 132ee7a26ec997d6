import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Manifest, manifestIn } from '../packages/pack.js';
import { idOf, type Part } from './locked.js';

interface InstalledManifest extends Manifest {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Where Node finds a package from a folder. */
const folderFrom = (folder: string, name: string): string | undefined => {
  const path = join(folder, 'node_modules', name);
  if (existsSync(join(path, 'package.json'))) return realpathSync(path);
  return dirname(folder) === folder ? undefined : folderFrom(dirname(folder), name);
};

/** `name@version` of a package in a folder and of all that Node would load for it; and what is missing. */
export const installedWith = (
  folder: string,
): { readonly found: ReadonlySet<string>; readonly missing: ReadonlySet<string> } => {
  const found = new Set<string>();
  const missing = new Set<string>();
  const visit = (path: string): void => {
    const manifest = manifestIn(path) as InstalledManifest;
    if (found.has(idOf(manifest))) return;
    found.add(idOf(manifest));
    const { optionalDependencies: optional = {}, peerDependenciesMeta: meta = {} } = manifest;
    const peers = Object.keys(manifest.peerDependencies ?? {});
    const names = [
      ...Object.keys({ ...manifest.dependencies, ...optional }),
      ...peers.filter((name) => meta[name]?.optional !== true),
    ];
    for (const name of names) {
      const at = folderFrom(path, name);
      if (at !== undefined) visit(at);
      else if (optional[name] === undefined) missing.add(name);
    }
  };
  visit(realpathSync(folder));
  return { found, missing };
};

/** `name@version` of every package in a folder that pnpm filled. */
export const installedIn = (folder: string): ReadonlySet<string> => {
  const store = join(folder, 'node_modules/.pnpm');
  const places = readdirSync(store)
    .map((name) => join(store, name, 'node_modules'))
    .filter(existsSync);
  const paths = places.flatMap((place) =>
    readdirSync(place).flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join(place, name)).map((one) => join(place, name, one))
        : [join(place, name)],
    ),
  );
  const manifests = paths.filter((path) => existsSync(join(path, 'package.json'))).map(manifestIn);
  return new Set(manifests.map(idOf));
};

/** What a document and an installation do not have in common; parts for other platforms may be missing. */
export const differences = (
  listed: readonly Part[],
  found: ReadonlySet<string>,
): readonly string[] => {
  const ids = new Set(listed.map(idOf));
  return [
    ...[...found].filter((id) => !ids.has(id)).map((id) => `${id} is installed and not listed`),
    ...listed
      .filter((part) => part.isOptional !== true && !found.has(idOf(part)))
      .map((part) => `${idOf(part)} is listed and not installed`),
  ];
};

/** `name@version` of the packages whose terms a text of {@link termsOf} has. */
export const namedInTerms = (path: string): ReadonlySet<string> => {
  const line = /(?:^|\n-{80}\n\n|\n\/\*\n)((?:@[\w.-]+\/)?[\w.-]+) (\d+\.\d+\.\d+\S*)\n\n/g;
  const text = readFileSync(path, 'utf8');
  return new Set([...text.matchAll(line)].map(([, name, version]) => `${name}@${version}`));
};
