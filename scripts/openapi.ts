/**
 * Writes packages/openapi/openapi.json: the document of the HTTP interface with answers of the
 * reference service over a made-up school. With `--check` it writes nothing and fails when the file on
 * disk is another one.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@tallyboard/openapi';
import { askForExamples, makeSample } from './openapi-examples.js';

const target = 'packages/openapi/openapi.json';

process.chdir(fileURLToPath(new URL('../../', import.meta.url)));

const document = openApiDocument(await askForExamples(makeSample()));
const written = `${JSON.stringify(document, null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(target, written);
  console.log(`${target}: ${Object.keys(document.components['schemas'] ?? {}).length} schemas`);
} else if (readFileSync(target, 'utf8') !== written) {
  console.error(`${target}:1: error: is out of date; run \`npm run openapi\``);
  process.exitCode = 1;
}
