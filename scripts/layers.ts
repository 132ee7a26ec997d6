import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
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
}

/**
 * Packages, each with those of ours that it is built on. A tsconfig.json names them; what a bundle has
 * inside is no dependency in its package.json.
 */
const packageGraph = (): Graph => {
  const folders = ['conformance', ...readdirSync('packages').map((name) => `packages/${name}`)];
  const published = new Map(
    folders
      .map((folder) => {
        const text = readFileSync(`${folder}/package.json`, 'utf8');
        return [folder, JSON.parse(text) as Manifest] as const;
      })
      .filter(([, manifest]) => manifest.private !== true),
  );
  return new Map(
    [...published].map(([folder, { name }]) => {
      const config = readFileSync(`${folder}/tsconfig.json`, 'utf8');
      const needed = [...config.matchAll(/"path": "([^"]+)"/g)].flatMap(
        ([, path = '']) => published.get(posix.join(folder, path))?.name ?? [],
      );
      return [name, new Set(needed)];
    }),
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
