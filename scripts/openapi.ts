/**
 * Writes packages/openapi/openapi.json: the document of the HTTP interface with answers of the
 * reference service over a made-up school. With `--check` it writes nothing and fails when the file on
 * disk is another one.
 */

import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@tallyboard/openapi';
import { askForExamples, makeSample } from './openapi-examples.js';
import { writeGenerated } from './repository.js';

const target = 'packages/openapi/openapi.json';

process.chdir(fileURLToPath(new URL('../../', import.meta.url)));

const document = openApiDocument(await askForExamples(makeSample()));
writeGenerated(target, `${JSON.stringify(document, null, 2)}\n`, 'openapi');
