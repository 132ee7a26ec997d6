/**
 * What the site has beside its pages: style, scripts, the HTTP reference, the OpenAPI document. Runs after
 * TypeDoc, and removes what TypeDoc's own pages would need.
 */

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { favicon } from '@tallyboard/openapi';
import { build } from 'esbuild';
import { httpPage } from './http-page.js';

const site = 'docs/site';
const assets = `${site}/assets`;

const unused =
  'custom.css style.css main.js icons.js icons.svg search.js navigation.js hierarchy.js';
for (const name of unused.split(' ')) rmSync(`${assets}/${name}`, { force: true });

await build({
  entryPoints: ['page', 'search'].map((name) => `scripts/site/browser/${name}.ts`),
  outdir: assets,
  bundle: true,
  minify: true,
  // A page that is opened from a disk cannot load modules.
  format: 'iife',
  target: 'es2022',
  platform: 'browser',
  legalComments: 'inline',
  logLevel: 'warning',
});
/** The variables of one `:root` block. */
const variablesOf = (block = ''): ReadonlyMap<string, string> =>
  new Map(
    [...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );

/** The explorer's colours: each once, for light and dark, so that the reader can choose. */
const coloursOf = (css: string): string => {
  const [light, dark] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, block]) => block);
  const inDark = variablesOf(dark);
  const lines = [...variablesOf(light)].map(([name, value]) => {
    const other = inDark.get(name);
    return `  --${name}: ${other === undefined ? value : `light-dark(${value}, ${other})`};`;
  });
  return `:root {\n  color-scheme: light dark;\n${lines.join('\n')}\n}\n`;
};

const colours = coloursOf(readFileSync('packages/explorer/src/explorer.css', 'utf8'));
writeFileSync(`${assets}/site.css`, colours + readFileSync('scripts/site/site.css', 'utf8'));
writeFileSync(`${site}/favicon.svg`, favicon);

mkdirSync(`${site}/http`, { recursive: true });
copyFileSync('packages/openapi/page/api-reference.js', `${site}/http/api-reference.js`);
const document = readFileSync('packages/openapi/openapi.json', 'utf8');
writeFileSync(`${site}/openapi.json`, document);
copyFileSync('conformance/rules.json', `${site}/rules.json`);
writeFileSync(`${site}/http/index.html`, httpPage(document));
