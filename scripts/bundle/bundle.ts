import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
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

/** The version of the built command, and the text of each asset. */
export const builtCommand = async (cli: string) => {
  const path = join(cli, 'dist/installed.js');
  const { assets, version } = (await import(pathToFileURL(path).href)) as Installed;
  const { resolve } = createRequire(path);
  const texts = assets.map((asset) => [asset, readFileSync(resolve(asset), 'utf8')] as const);
  return { version: version(), assets: Object.fromEntries(texts) };
};

/** The name of an asset in the folder of the bundle: a text, which no linter takes for our code. */
export const assetFile = (asset: string): string => `${basename(asset)}.txt`;

/**
 * Replaces `installed.js` of the command.
 *
 * @param worker - the code of the building thread, for a bundle that is one file and has all texts inside; the thread
 *   and the assets are files beside the bundle when left out
 */
export const installedPlugin = (
  { version, assets }: Awaited<ReturnType<typeof builtCommand>>,
  worker?: string,
): Plugin => {
  const files = Object.fromEntries(Object.keys(assets).map((asset) => [asset, assetFile(asset)]));
  const besides = `
import { readFile } from 'node:fs/promises';
const files = ${JSON.stringify(files)};
export const readAsset = (asset) => readFile(new URL('./' + files[asset], import.meta.url), 'utf8');
export const indexWorker = () => new URL('./index-worker.js', import.meta.url);`;
  const inside = `
const texts = ${JSON.stringify(assets)};
export const readAsset = async (asset) => texts[asset];
export const indexWorker = () =>
  new URL('data:text/javascript;base64,${Buffer.from(worker ?? '').toString('base64')}');`;
  const contents = `${worker === undefined ? besides : inside}
export const version = () => ${JSON.stringify(version)};`;
  const filter = /[\\/]cli[\\/]dist[\\/]installed\.js$/;
  return { name: 'installed', setup: (bundle) => bundle.onLoad({ filter }, () => ({ contents })) };
};
