import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const folders = readdirSync(new URL('packages/', root)).map((name) => `packages/${name}/`);

it.each(['', 'conformance/', ...folders])('scripts of %spackage.json need no shell', (folder) => {
  const text = readFileSync(new URL(`${folder}package.json`, root), 'utf8');
  const { scripts = {} } = JSON.parse(text) as { scripts?: Readonly<Record<string, string>> };
  for (const [name, line] of Object.entries(scripts))
    expect(line, name).toMatch(/^node [\w./-]+\.m?js( [\w./:@=-]+)*$/);
});
