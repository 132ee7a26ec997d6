import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

/** A package of others that is inside a bundle. */
interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Its terms, which must stay with it. */
  readonly terms: string;
}

/** The packages of others whose code is in a bundle, in a fixed order. */
export const bundledPackages = (root: string, { inputs }: Metafile): readonly Bundled[] => {
  const folderOf = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
  const folders = new Set(Object.keys(inputs).flatMap((input) => folderOf.exec(input)?.[0] ?? []));
  return [...folders].sort().map((folder) => {
    const path = join(root, folder);
    const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Bundled;
    const { name, version, license } = manifest;
    const file = readdirSync(path).find((one) => /^licen[cs]e/i.test(one));
    const terms = file === undefined ? license : readFileSync(join(path, file), 'utf8').trim();
    return { name, version, license, terms };
  });
};

/** The terms of all of them, as one text. */
export const termsOf = (packages: readonly Bundled[]): string =>
  packages
    .map(({ name, version, terms }) => `${name} ${version}\n\n${terms}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);

/** Bundles files for Node: what comes out, and the packages of others that are inside. */
export const bundleForNode = async (root: string, options: BuildOptions) => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    // DuckDB is a library for one platform, installed beside the bundle or missing; colours of a log that
    // is never written (`debug` tries them) are missing always.
    external: ['@duckdb/node-api', 'supports-color'],
    // Some packages inside still call `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
    ...options,
    metafile: true,
    write: false,
  });
  return { outputFiles, packages: bundledPackages(root, metafile) };
};

/** What packages/cli/src/installed.ts says, before a bundle replaces it. */
interface Installed {
  readonly assets: readonly string[];
  readonly version: () => string;
}

/**
 * Replaces `installed.js` of the built command: the texts of assets are inside the bundle, each opened when it is
 * first wanted.
 *
 * @param worker - the address of the building thread, as an expression
 */
export const installedPlugin = async (cli: string, worker: string): Promise<Plugin> => {
  const path = join(cli, 'dist/installed.js');
  const { assets, version } = (await import(pathToFileURL(path).href)) as Installed;
  const { resolve } = createRequire(path);
  const loaders = assets.map((asset) => `'${asset}': () => import('asset:${asset}')`);
  const contents = `
const texts = { ${loaders.join(', ')} };
export const readAsset = async (asset) => (await texts[asset]()).default;
export const version = () => '${version()}';
export const indexWorker = () => new URL(${worker});`;
  return {
    name: 'installed',
    setup: (bundle) => {
      bundle.onLoad({ filter: /[\\/]cli[\\/]dist[\\/]installed\.js$/ }, () => ({ contents }));
      // By its name: an address on this machine would become part of the bundle.
      bundle.onResolve({ filter: /^asset:/ }, ({ path: name }) => ({
        path: name.replace('asset:', ''),
        namespace: 'asset',
      }));
      bundle.onLoad({ filter: /./, namespace: 'asset' }, ({ path: asset }) => ({
        contents: readFileSync(resolve(asset)),
        loader: 'text',
      }));
    },
  };
};

/** Builds one file, minified: its code, and the terms of what is inside. */
const oneFile = async (root: string, entry: string, options: BuildOptions = {}) => {
  const { outputFiles, packages } = await bundleForNode(root, {
    ...options,
    entryPoints: [join(root, entry)],
    outdir: root,
    minify: true,
    legalComments: 'none',
  });
  const [{ text } = { text: '' }, ...more] = outputFiles;
  if (text === '' || more.length > 0) throw new Error(`${entry} is not one file`);
  return { code: text, terms: termsOf(packages) };
};

/**
 * Writes the command and the suite as one file each, which `node FILE` runs with nothing installed.
 * The command has the thread that builds indexes, the pages and everything but DuckDB inside.
 */
export const writeSingleFiles = async (root: string, out: string): Promise<void> => {
  const worker = await oneFile(root, 'packages/cli/dist/serve/index-worker.js', { banner: {} });
  const data = `'data:text/javascript;base64,${Buffer.from(worker.code).toString('base64')}'`;
  const plugins = [await installedPlugin(join(root, 'packages/cli'), data)];
  const files = {
    'tallyboard.mjs': await oneFile(root, 'packages/cli/dist/main.js', { plugins }),
    'tallyboard-conformance.mjs': await oneFile(root, 'conformance/dist/src/cli.js'),
  };
  for (const [name, { code, terms }] of Object.entries(files)) {
    const comment = `/*\n${terms.replaceAll('*/', '* /')}*/\n`;
    writeFileSync(join(out, name), `#!/usr/bin/env node\n${code}\n${comment}`);
    chmodSync(join(out, name), 0o755);
  }
};
