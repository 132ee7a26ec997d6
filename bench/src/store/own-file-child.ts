import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { KindedFact } from '../../../packages/core/src/codec/fact.js';
import type { EventColumns } from '../../../packages/core/src/events/columns.js';
import type { Facts } from '../../../packages/core/src/model/facts.js';
import { fill } from '../engines/duckdb.js';
import { type Connection, type DuckDB, loadCore, loadDuckdb, loadVocabulary } from '../shipped.js';
import { rollups } from '../statements.js';
import { memberTableOf, type Table, tablesOf } from '../tables.js';
import { labelTables } from './labels.js';

/*
 * Makes DuckDB's own file for the questions: events as codes in the order of their days, with what
 * would have to be joined for in the row already; or rollups by month instead of events. Arguments: the
 * directory with the facts as NDJSON, the organization, the file, `rows` or `rollups`.
 */

const { columnsFrom, splitByOrganization } = await loadCore();
const { collectFacts, readFact } = await loadVocabulary();
const [directory = '', organizationId = '', database = '', what = 'rows'] = process.argv.slice(2);

/** All facts in files of one JSON object a line. */
const readFacts = async (): Promise<Facts> => {
  const found: KindedFact[] = [];
  for (const file of readdirSync(directory)) {
    for await (const line of createInterface({ input: createReadStream(join(directory, file)) })) {
      const read = readFact(JSON.parse(line));
      if (read._tag === 'Left') throw new Error(`${file}: ${line}`);
      found.push(read.right);
    }
  }
  return collectFacts(found);
};

const eventTables = async (duckdb: DuckDB, connection: Connection, columns: EventColumns) => {
  const names = Object.keys(tablesOf(columns));
  for (const [name, table] of Object.entries(tablesOf(columns))) {
    await fill(duckdb, connection, `unsorted_${name}`, table as Table);
    await connection.run(`create table ${name} as from unsorted_${name} order by day`);
    await connection.run(`drop table unsorted_${name}`);
  }
  if (what === 'rows') return;
  for (const [name, made] of Object.entries(rollups)) {
    await connection.run(`create table ${name} as ${made} order by month`);
  }
  for (const name of names) await connection.run(`drop table ${name}`);
};

const columns = columnsFrom(splitByOrganization(await readFacts()).get(organizationId)!);
const duckdb = await loadDuckdb();
const instance = await duckdb.DuckDBInstance.create(database);
const connection = await instance.connect();
await eventTables(duckdb, connection, columns);
const { joined } = memberTableOf(columns);
await fill(duckdb, connection, 'members', { joined, role: columns.members.role });
await labelTables(connection, columns);
await connection.run('checkpoint');
connection.closeSync();
instance.closeSync();
