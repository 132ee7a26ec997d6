import { runsWith } from '../engines/duckdb.js';
import { figuresFrom } from '../figures-from-reads.js';
import { textOf } from '../question.js';
import { loadDuckdb } from '../shipped.js';
import { eventRows, readsOf, rollupRows } from '../statements.js';
import { questionsFor } from '../works.js';
import { namesAndReads } from './labels.js';

/*
 * DuckDB's own answer, from its own file: opens it, answers one question, prints the answer. Arguments:
 * the file, `rows` or `rollups`, which question, the size of the organization.
 */

const [database = '', what = 'rows', at = '0', events = '0'] = process.argv.slice(2);
const { DuckDBInstance } = await loadDuckdb();
const instance = await DuckDBInstance.create(database, { access_mode: 'READ_ONLY' });
const connection = await instance.connect();
const source = what === 'rows' ? eventRows : rollupRows;
const ask = async (statement: string) => (await connection.runAndReadAll(statement)).getRows();
const { names, reads } = await namesAndReads(ask, readsOf(runsWith(connection), source));
const question = questionsFor('dashboard', 0, Number(at) + 1, Number(events)).at(-1)!;
if (question.ask !== 'metrics') throw new Error('A dashboard is asked for.');
process.stdout.write(
  `${textOf(await figuresFrom(reads, names, question.queries, question.scope))}\n`,
);
