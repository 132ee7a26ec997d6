import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runTallyboard } from '../../packages/cli/src/program.js';
import { openService, type Service } from '../../packages/cli/src/serve/open-service.js';
import { ids, keyOf, now, sampleFacts } from '../../packages/http/src/sample-facts.test-kit.js';
import { documentAt } from './documents.test-kit.js';

/* Every line of the pages that runs `tallyboard` is run here, with folders, ids and ports of this machine. */

const command = 'npx tallyboard ';
const readmes = readdirSync('packages').map((name) => `packages/${name}/README.md`);
const guides = readdirSync('docs').flatMap((name) =>
  name.endsWith('.md') ? [`docs/${name}`] : [],
);
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'conformance/README.md',
  ...guides,
  ...readmes,
];
const found = pages.flatMap((page) =>
  documentAt(page).fences.flatMap(({ text }) =>
    text
      .replaceAll(/\\\n\s*/g, ' ')
      .split('\n')
      .filter((line) => line.startsWith(command))
      .map((line) => (line.slice(command.length).split(/ [>#]/)[0] ?? '').trim()),
  ),
);
const lines = [...new Set(found)];

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-lines-'));
const place = (name: string): string => join(folder, name);
let service: Service;
/** What stands in the pages for something of the reader's. */
const given: Record<string, string> = { ID: '', KEY_ID: '', 'wksp_...': '' };

/** Runs a command line; one that serves ends as soon as it listens. */
const run = async (words: readonly string[]) => {
  let text = '';
  const write = (part: string): void => {
    text += part;
    if (part.startsWith('listening on ')) process.emit('SIGTERM');
  };
  const env = {
    TALLYBOARD_BASE_URL: service.address,
    TALLYBOARD_ORG: ids.school,
    TALLYBOARD_API_KEY: keyOf('olga'),
  };
  const terminal = { stdout: { write }, stderr: { write }, now: () => Date.now(), env };
  return { code: await runTallyboard(words, terminal), text };
};

let made = 0;
const wordsOf = (line: string): readonly string[] => {
  const words = line.split(/\s+/);
  const asks = ['metrics', 'roster', 'report'].includes(words[0] ?? '');
  return words.map((word, at) => {
    const before = words[at - 1] ?? '';
    if (before === '--port' || before === '--metrics-port') return '0';
    if (before === '--out') return place(`made-${(made += 1)}`);
    if (before === '--store') return place('store');
    if (/^PATH|\/facts$/.test(word)) return place('sample/facts');
    if (word === 'wksp_...' && asks) return ids.school;
    return given[word] ?? word;
  });
};

beforeAll(async () => {
  service = await openService({ facts: sampleFacts, now, port: 0, allowance: 0 });
  // So small that its index is built in this thread: from sources there is no other.
  const shape = '--seed 1 --org-type school --members 9 --months 2 --events 500'.split(' ');
  const json = await run(['generate', ...shape, '--out', place('sample'), '--json']);
  given['wksp_...'] = /wksp_\w+/.exec(json.text)?.[0] ?? '';
  await run(['import', '--store', place('store'), place('sample/facts')]);
  const list = (await run(['keys', 'list', '--store', place('store'), '--json'])).text;
  const [key] = JSON.parse(list) as readonly { readonly id: string; readonly userId: string }[];
  const fact = { kind: 'apiKey', keySha256: 'a'.repeat(64), userId: key?.userId };
  writeFileSync(place('keys.ndjson'), `${JSON.stringify(fact)}\n`);
  Object.assign(given, {
    ID: key?.userId,
    KEY_ID: key?.id,
    'keys.ndjson': place('keys.ndjson'),
  });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

it('there are lines of every verb', () => {
  const verbs = new Set(lines.map((line) => line.split(' ')[0]));
  for (const verb of 'generate serve import keys stats metrics roster report index backup'.split(
    ' ',
  ))
    expect([...verbs]).toContain(verb);
});

/** Lines about a ClickHouse, which an environment variable names: the tests of engines run their like. */
const needsClickhouse = ['sweep', 'sweep --dry-run', 'import PATH...', 'serve'];

it.each(lines)('tallyboard %s', async (line) => {
  // The default port may be in use.
  const port = line.startsWith('serve') && !line.includes('--port') ? ['--port', '0'] : [];
  const { code, text } = await run([...wordsOf(line), ...port]);
  if (needsClickhouse.includes(line)) expect([code, text]).toEqual([2, expect.any(String)]);
  else expect([code, text]).toEqual([0, expect.any(String)]);
});
