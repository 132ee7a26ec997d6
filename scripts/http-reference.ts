/** Writes the HTTP reference into the documentation site: the page, its script and the document. */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { referencePage } from '@tallyboard/openapi';

const source = 'packages/openapi';
const target = 'docs/site/http';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

mkdirSync(target, { recursive: true });
copyFileSync(`${source}/page/api-reference.js`, `${target}/api-reference.js`);
copyFileSync(`${source}/openapi.json`, `${target}/openapi.json`);
const document = readFileSync(`${source}/openapi.json`, 'utf8');
writeFileSync(`${target}/index.html`, referencePage({ document, script: 'api-reference.js' }));
