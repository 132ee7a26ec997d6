import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const reports = readdirSync('api').filter((name) => name.endsWith('.api.md'));

test.each(reports)('%s compiles with TypeScript 5.4', (name) => {
  // Typed arrays and buffers have type parameters from TypeScript 5.7 on.
  const newer = readFileSync(`api/${name}`, 'utf8').match(
    /\w*(?:Array|Buffer|View)<(?:Shared)?ArrayBuffer\w*>/g,
  );
  expect(newer ?? []).toEqual([]);
});
