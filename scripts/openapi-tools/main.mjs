// `npm run verify -- openapi`: two linters find nothing in the OpenAPI document, three generators make clients
// from it without a warning, and each client reads a board with two includes from a service.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createExchange, memoryPorts, nodeCarrier } from '@tallyboard/http';
import { build } from 'esbuild';
import { makeSample } from '../dist/examples.js';
import { run } from '../dist/programs.js';

const document = 'packages/openapi/openapi.json';
// Inside of the repository, so that what is generated finds its packages.
const directory = mkdtempSync('node_modules/.openapi-tools-');

const env = {
  ...{ NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  TALLYBOARD_OPENAPI_TOOLS: directory,
};
// Redocly warns of the age of Node 20, which says nothing about the document.
const isWarning = (/** @type {string} */ line) =>
  /\bwarn(?:ing)?s?\b|\u26a0/i.test(line) && !/deprecation|npm warn|"warnings": 0\b/i.test(line);

/** Runs tools, which must end with 0 and mention no warning. */
const runAll = (/** @type {readonly string[]} */ ...lines) => {
  for (const line of lines) {
    const printed = run('.', `node_modules/.bin/${line} 2>&1`, env);
    if (printed.split('\n').some(isWarning)) throw new Error(`${line}: ${printed}`);
  }
};

/** How each generated client reads the board. */
const programs = {
  'openapi-typescript': `
    import createClient from 'openapi-fetch';
    import type { paths } from './openapi-typescript.js';
    export const read = async (address: string, key: string, board: string) => {
      const client = createClient<paths>({
        baseUrl: address,
        headers: { 'X-API-KEY': key },
        querySerializer: { array: { style: 'form', explode: true } },
      });
      const { data } = await client.GET('/v1/boards/{board_id}', {
        params: { path: { board_id: board }, query: { include: ['posts', 'sections'] } },
      });
      return data?.included?.map(({ type }) => type) ?? [];
    };`,
  'hey-api': `
    import { createClient } from './hey-api/client/index.js';
    import { readBoard } from './hey-api/sdk.gen.js';
    export const read = async (address: string, key: string, board: string) => {
      const { data } = await readBoard({
        client: createClient({ baseUrl: address, auth: key }),
        path: { board_id: board },
        query: { include: ['posts', 'sections'] },
      });
      return data?.included?.map(({ type }) => type) ?? [];
    };`,
  orval: `
    import { getReadBoardUrl, type readBoardResponse } from './orval.js';
    export const read = async (address: string, key: string, board: string) => {
      // Its functions take no address: what it generates is the rest of it, and the types.
      const url = getReadBoardUrl(board, { include: ['posts', 'sections'] });
      const response = await fetch(address + url, { headers: { 'X-API-KEY': key } });
      const answer = { status: response.status, data: await response.json() } as readBoardResponse;
      return answer.status === 200 ? (answer.data.included?.map(({ type }) => type) ?? []) : [];
    };`,
};

const names = Object.keys(programs);
const readers = names.map((name) => join(directory, `read-by-${name}.ts`));

const generate = () => {
  for (const [at, text] of Object.values(programs).entries())
    writeFileSync(readers[at] ?? '', text);
  const strict = '--ignoreConfig --noEmit --strict --skipLibCheck --types node --target es2022';
  const web = '--lib es2022,dom,dom.iterable --module esnext --moduleResolution bundler';
  runAll(
    `spectral lint ${document} --ruleset scripts/openapi-tools/spectral.yaml --fail-severity hint`,
    `redocly lint ${document} --format json`,
    `openapi-typescript ${document} --output ${directory}/openapi-typescript.d.ts`,
    `openapi-ts --input ${document} --output ${directory}/hey-api`,
    'orval --config scripts/openapi-tools/orval.config.mjs',
    `tsc ${strict} ${web} ${readers.join(' ')}`,
  );
  console.log('spectral:oas, redocly recommended: 0 errors, 0 warnings');
  console.log(`${names.join(', ')}: generated without a warning, and type-checked`);
};

const readByAll = async () => {
  const { facts, key, boardId } = makeSample();
  await build({
    entryPoints: readers,
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  const server = createServer(nodeCarrier(createExchange(memoryPorts(facts))));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  try {
    for (const name of names) {
      const file = pathToFileURL(join(directory, `read-by-${name}.mjs`)).href;
      const { read } = await import(file);
      const types = [...new Set(await read(`http://127.0.0.1:${port}`, key, boardId))].sort();
      if (types.join() !== 'post,section') throw new Error(`${name} read ${types.join()}`);
      console.log(`${name}: reads a board with posts and sections`);
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

try {
  generate();
  await readByAll();
} finally {
  rmSync(directory, { recursive: true });
}
