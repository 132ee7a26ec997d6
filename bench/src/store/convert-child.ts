import { mkdirSync, readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { FactKind } from '../../../packages/core/src/model/facts.js';
import { loadDuckdb } from '../shipped.js';
import { type Form, selectionFor, sourceOf } from './fact-sources.js';

/* Writes facts of NDJSON in another form. Arguments: where they are, where to, the form. */

const [from, to, form] = process.argv.slice(2) as [string, string, Form];
const { DuckDBInstance } = await loadDuckdb();
const connection = await (await DuckDBInstance.create(':memory:')).connect();
mkdirSync(to, { recursive: true });
const options = form === 'csv' ? 'FORMAT csv, HEADER' : 'FORMAT parquet, COMPRESSION zstd';
for (const file of readdirSync(from)) {
  const kind = parse(file).name as FactKind;
  const source = sourceOf('ndjson', join(from, file), kind);
  const target = join(to, `${kind}.${form}`);
  await connection.run(
    `COPY (SELECT ${selectionFor(form, kind)} FROM ${source}) TO '${target}' (${options})`,
  );
}
