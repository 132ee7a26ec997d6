/**
 * Writes packages/openapi/openapi.json: openapi.yaml with the core's enumerations and limits, and with answers of the
 * reference service over a generated school. With `--check` it writes nothing and fails when the file on disk differs.
 */

import { readFileSync } from 'node:fs';
import { openApiDocument } from '@tallyboard/openapi';
import { parse } from 'yaml';
import { openApiExamples } from './examples.js';
import { writeGenerated } from './repository.js';

const target = 'packages/openapi/openapi.json';

const source: unknown = parse(readFileSync('packages/openapi/openapi.yaml', 'utf8'));
const document = openApiDocument(source, await openApiExamples());
writeGenerated(target, `${JSON.stringify(document, null, 2)}\n`, 'generate');
