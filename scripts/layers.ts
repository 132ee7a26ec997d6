import { readdirSync, readFileSync } from 'node:fs';
import { type Graph, pictureOf } from './picture.js';

const sourcesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test(-\w+)?\.ts$|\.test-kit\.ts$/.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'));

/** Folders of the core, each with those that its sources import. */
const coreGraph = (): Graph => {
  const root = 'packages/core/src';
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  return new Map(
    folders.map((folder) => {
      const imports = sourcesOf(`${root}/${folder}`).flatMap((source) =>
        [...source.matchAll(/from '(?:\.\.\/)+(\w+)\//g)].map(([, target = '']) => target),
      );
      return [folder, new Set(imports.filter((to) => to !== folder && folders.includes(to)))];
    }),
  );
};

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Packages, each with those of ours that it needs at run time. */
const packageGraph = (): Graph => {
  const folders = ['conformance', ...readdirSync('packages').map((name) => `packages/${name}`)];
  const manifests = folders
    .map((folder) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest)
    .filter((manifest) => manifest.private !== true);
  const names = new Set(manifests.map(({ name }) => name));
  return new Map(
    manifests.map(({ name, dependencies = {} }) => [
      name,
      new Set(Object.keys(dependencies).filter((one) => names.has(one))),
    ]),
  );
};

const lanes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['codec', 'request', 'rules', 'plan'].map((name) => [name, '#cfe3ff'])),
  ...Object.fromEntries(['facts', 'events', 'index', 'figures'].map((name) => [name, '#d5f0d2'])),
  answer: '#ffe3b8',
};

/** The pictures of docs/architecture.md by path, drawn from what the sources and manifests say. */
export const pictures = (): ReadonlyMap<string, string> =>
  new Map([
    [
      'docs/pictures/layers.svg',
      pictureOf(
        coreGraph(),
        'Layers of the core: who imports whom',
        (name) => lanes[name] ?? '#e6e8eb',
      ),
    ],
    [
      'docs/pictures/packages.svg',
      pictureOf(packageGraph(), 'Packages: who builds on whom', () => '#e6e8eb'),
    ],
  ]);
