// Puts the script of the reference page where a published package has it too. Runs after an install
// and before packing. Of @scalar/api-reference only this file is wanted: everything is in it.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

// As two words, or it would pass for a dependency of the scripts.
const library = ['@scalar', 'api-reference'].join('/');
const source = new URL(`../packages/openapi/node_modules/${library}/`, import.meta.url);
const page = new URL('../packages/openapi/page/', import.meta.url);

/** @type {{ name: string, version: string, license: string }} */
const { name, version, license } = JSON.parse(
  readFileSync(new URL('package.json', source), 'utf8'),
);
const original = readFileSync(new URL('dist/browser/standalone.js', source), 'utf8');

// The library shows this text in the empty field for a key; it looks like a key that is filled in.
const placeholder = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT';
const script = original.replaceAll(placeholder, 'Enter your API key');
if (script === original) throw new Error(`${name} ${version} has another placeholder for keys`);

mkdirSync(page, { recursive: true });
const banner = `/*! ${name} ${version}, licence ${license}, copyright Scalar */`;
writeFileSync(new URL('api-reference.js', page), `${banner}\n${script}`);
