// Hooks of Node's module loader, with which tests run the sources as native modules: `./name.js` is `./name.ts`
// or `./name.tsx` where there is one, and types are removed. Lines stay where they are, so that errors need no
// source map.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from 'sucrase';

/** @param {string} url */
const isSource = (url) => /\.tsx?(?:\?|$)/.test(url) && !url.includes('/node_modules/');

/** @type {import('node:module').ResolveHook} */
export const resolve = (specifier, context, next) => {
  const { parentURL } = context;
  if (parentURL !== undefined && isSource(parentURL) && /^\.\.?\/.*\.js$/.test(specifier)) {
    const { href } = new URL(specifier, parentURL);
    for (const ending of ['.ts', '.tsx']) {
      const url = `${href.slice(0, -'.js'.length)}${ending}`;
      if (existsSync(fileURLToPath(url))) return { url, format: 'module', shortCircuit: true };
    }
  }
  return next(specifier, context);
};

/** @type {import('node:module').LoadHook} */
export const load = (url, context, next) => {
  if (!isSource(url)) return next(url, context);
  const filePath = fileURLToPath(url);
  const { code } = transform(readFileSync(filePath, 'utf8'), {
    transforms: filePath.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'],
    jsxRuntime: 'automatic',
    jsxImportSource: 'preact',
    production: true,
    disableESTransforms: true,
    keepUnusedImports: true,
    filePath,
  });
  return { format: 'module', source: code, shortCircuit: true };
};
