import type { Database } from '../duck/database.js';
import { literals } from '../duck/sql.js';

const codesAtOnce = 20_000;

/** A table that gives each text its position as a code. */
export const codeTable = async (
  { run }: Database,
  name: string,
  texts: readonly string[],
): Promise<void> => {
  await run(`CREATE OR REPLACE TEMP TABLE ${name} (id VARCHAR, code INTEGER)`);
  for (let at = 0; at < texts.length; at += codesAtOnce) {
    const some = texts.slice(at, at + codesAtOnce);
    await run(
      `INSERT INTO ${name} SELECT unnest(${literals(some)}), unnest(range(${at}, ${at + some.length}))`,
    );
  }
};

/** The distinct texts of an expression over a relation. */
export const wordsOf = async ({ rows }: Database, expression: string, from: string) =>
  (await rows(`SELECT DISTINCT ${expression} AS word FROM ${from}`)).map((row) =>
    String(row['word']),
  );
