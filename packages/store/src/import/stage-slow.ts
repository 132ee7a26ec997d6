import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FactField, type FactKind, factFields } from '@tallyboard/core/vocabulary';
import { literal, named, ownColumnsOnly, pathLiteral } from '../duck/sql.js';
import { columnTypes } from '../schema/column-types.js';
import { bytesColumn } from '../sources/fast-query.js';
import { readSlowly } from '../sources/slow-reading.js';
import type { SourceFile } from '../sources/source-files.js';
import { type LineList, lineList } from './line-list.js';
import { parquetOptions } from './parquet-options.js';
import { type PartWriter, partWriter } from './part-writer.js';
import type { StagedPart } from './staged-part.js';
import type { Staging } from './staging.js';

const trustedColumn = ({ type }: FactField): string =>
  ({ date: 'INTEGER', instant: 'BIGINT', object: 'JSON', keyValues: 'JSON' })[type as string] ??
  columnTypes[type];

const trustedValue = ({ name, type }: FactField): string => {
  const x = named(name);
  const forms: Readonly<Record<string, string>> = {
    date: `CAST(DATE '1970-01-01' + ${x} AS DATE)`,
    instant: `make_timestamp(${x} * 1000)`,
    object: `CAST(${x} AS VARCHAR)`,
    keyValues: `CAST(${x} AS VARCHAR)`,
  };
  return `${forms[type] ?? x} AS ${x}`;
};

/** Facts as lines that need no check: days and times are numbers, every field is there. */
const trustedQuery = (path: string, kind: FactKind): string => {
  const fields = factFields[kind];
  const columns = fields.map((field) => `${literal(field.name)}: ${literal(trustedColumn(field))}`);
  return `SELECT ${fields.map(trustedValue).join(', ')}, 0::UINTEGER AS ${bytesColumn}
    FROM read_json(${pathLiteral(path)}, columns = {${columns.join(', ')}},
      format = 'newline_delimited', ${ownColumnsOnly}, maximum_object_size = ${64 * 2 ** 20})`;
};

// A half of a surrogate pair is no character, and UTF-8 has no form for it.
const halves = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/gi;

interface OpenPart {
  readonly text: string;
  readonly lines: LineList;
  readonly writer: PartWriter;
}

/** The facts of a file read one by one with the core's codec. */
export const stageSlow = async (
  staging: Staging,
  file: SourceFile,
  name: string,
): Promise<readonly StagedPart[]> => {
  const { database, directory, onProblem, onShare } = staging;
  const texts = new Map<FactKind, OpenPart>();
  const opened = (kind: FactKind): OpenPart => {
    const known = texts.get(kind);
    if (known !== undefined) return known;
    const text = join(directory, `${name}-${kind}.ndjson`);
    const part = { text, lines: lineList(), writer: partWriter(text) };
    texts.set(kind, part);
    return part;
  };
  try {
    await readSlowly(file, () => Promise.resolve(database), {
      onFact: ({ kind, fact }, line) => {
        const part = opened(kind);
        part.lines.add(line);
        const text = JSON.stringify(fact).replace(halves, '$1\\ufffd');
        part.writer.add(Buffer.from(`${text}\n`));
      },
      onProblem,
      onBytes: (bytes) => onShare(bytes / Math.max(1, file.bytesCount)),
    });
  } finally {
    for (const { writer } of texts.values()) writer.close();
  }
  const parts: StagedPart[] = [];
  for (const [kind, { text, lines }] of texts) {
    const path = join(directory, `${name}-${kind}.parquet`);
    await database.run(
      `COPY (${trustedQuery(text, kind)}) TO ${pathLiteral(path)} ${parquetOptions}`,
    );
    await rm(text);
    const taken = lines.taken();
    parts.push({ source: file, kind, path, rowsCount: taken.length, lines: taken });
  }
  return parts;
};
