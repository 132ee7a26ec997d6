/**
 * What the site has beside its pages: style, scripts, the HTTP reference, the OpenAPI document. Runs after
 * TypeDoc, and removes what TypeDoc's own pages would need.
 */

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { favicon } from '@tallyboard/openapi';
import { type BuildOptions, build } from 'esbuild';
import { coloursOf } from './colours.js';
import { httpPage } from './http-page.js';

process.chdir(fileURLToPath(new URL('../../..', import.meta.url)));
const site = 'docs/site';
const assets = `${site}/assets`;

const unused = [
  'custom.css',
  'style.css',
  'main.js',
  'icons.js',
  'icons.svg',
  'search.js',
  'navigation.js',
  'hierarchy.js',
];
for (const name of unused) rmSync(`${assets}/${name}`, { force: true });

const bundle: BuildOptions = {
  bundle: true,
  minify: true,
  // A page that is opened from a disk cannot load modules.
  format: 'iife',
  target: 'es2022',
  platform: 'browser',
  conditions: ['@tallyboard/source'],
  legalComments: 'inline',
  write: false,
  logLevel: 'warning',
};

const bundled = async (name: string): Promise<string> => {
  const entryPoints = [`scripts/site/browser/${name}.ts`];
  const { outputFiles } = await build({ ...bundle, entryPoints });
  return outputFiles?.[0]?.text ?? '';
};

const [page, search, worker] = await Promise.all(['page', 'search', 'run-worker'].map(bundled));
writeFileSync(`${assets}/page.js`, page ?? '');
writeFileSync(`${assets}/search.js`, search ?? '');
// As text: the page starts its worker from it, also where it cannot read files.
writeFileSync(
  `${assets}/run.js`,
  `globalThis.tallyboardRunner = ${JSON.stringify(worker ?? '')};\n`,
);

const colours = coloursOf(readFileSync('packages/explorer/src/explorer.css', 'utf8'));
writeFileSync(`${assets}/site.css`, colours + readFileSync('scripts/site/site.css', 'utf8'));
writeFileSync(`${site}/favicon.svg`, favicon);

mkdirSync(`${site}/http`, { recursive: true });
copyFileSync('packages/openapi/page/api-reference.js', `${site}/http/api-reference.js`);
const document = readFileSync('packages/openapi/openapi.json', 'utf8');
writeFileSync(`${site}/openapi.json`, document);
// The suite writes its rules for programs; a checkout without that file has a site without it.
const rules = 'conformance/rules.json';
if (existsSync(rules)) copyFileSync(rules, `${site}/rules.json`);
writeFileSync(`${site}/http/index.html`, httpPage(document));
