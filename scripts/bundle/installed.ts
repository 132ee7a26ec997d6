import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

/** What packages/cli/src/installed.ts says, before a bundle replaces it. */
interface Installed {
  readonly assets: readonly string[];
  readonly version: () => string;
}

/** The command as it was built: what it says about itself, and the text of each asset. */
export interface Built {
  readonly version: string;
  readonly assets: readonly (readonly [asset: string, text: string])[];
}

/** Reads a built command. */
export const builtCommand = async (cli: string): Promise<Built> => {
  const path = join(cli, 'dist/installed.js');
  const { assets, version } = (await import(pathToFileURL(path).href)) as Installed;
  const { resolve } = createRequire(path);
  return {
    version: version(),
    assets: assets.map((asset) => [asset, readFileSync(resolve(asset), 'utf8')]),
  };
};

/** The name of an asset in the folder of the bundle: a text, which no linter takes for our code. */
export const assetFile = (asset: string): string => `${basename(asset)}.txt`;

/** Everything is a file beside the bundle. */
const besides = ({ version, assets }: Built): string => `
import { readFile } from 'node:fs/promises';
const files = ${JSON.stringify(Object.fromEntries(assets.map(([asset]) => [asset, assetFile(asset)])))};
export const readAsset = (asset) => readFile(new URL('./' + files[asset], import.meta.url), 'utf8');
export const version = () => ${JSON.stringify(version)};
export const indexWorker = () => new URL('./index-worker.js', import.meta.url);`;

/** Everything is a text inside the bundle. */
const inside = ({ version, assets }: Built, worker: string): string => `
const texts = ${JSON.stringify(Object.fromEntries(assets))};
export const readAsset = async (asset) => texts[asset];
export const version = () => ${JSON.stringify(version)};
export const indexWorker = () =>
  new URL('data:text/javascript;base64,${Buffer.from(worker).toString('base64')}');`;

/**
 * Replaces `installed.js` of the command.
 *
 * @param worker - the code of the building thread, for a bundle that is one file; the thread and the
 *   assets are files beside the bundle when left out
 */
export const installedPlugin = (built: Built, worker?: string): Plugin => ({
  name: 'installed',
  setup: (bundle) => {
    bundle.onLoad({ filter: /[\\/]cli[\\/]dist[\\/]installed\.js$/ }, () => ({
      contents: worker === undefined ? besides(built) : inside(built, worker),
    }));
  },
});
