import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { FactKind } from '../../../packages/core/src/model/facts.js';
import { loadDuckdb } from '../shipped.js';
import { type Form, sourceOf } from './fact-sources.js';

/*
 * DuckDB's own load: a table for each kind, types given, nothing checked beyond them. Arguments: the
 * database, the directory with the files, their form.
 */

const [database, from, form] = process.argv.slice(2) as [string, string, Form];
const { DuckDBInstance } = await loadDuckdb();
const instance = await DuckDBInstance.create(database);
const connection = await instance.connect();
for (const file of readdirSync(from)) {
  const kind = parse(file).name as FactKind;
  const source = sourceOf(form, join(from, file), kind);
  await connection.run(`CREATE TABLE "${kind}" AS SELECT * FROM ${source}`);
}
await connection.run('CHECKPOINT');
connection.closeSync();
instance.closeSync();
