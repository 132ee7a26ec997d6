// `npm run verify -- openapi`: two linters find nothing in the OpenAPI document, three generators make clients
// from it without a warning, and each client reads a board with two includes from a service.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createExchange, memoryPorts, nodeCarrier } from '@tallyboard/http';
import { build } from 'esbuild';
import { makeSample } from '../dist/examples.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const document = 'packages/openapi/openapi.json';
// Inside of the repository, so that what is generated finds its packages.
const directory = mkdtempSync(join(root, 'node_modules', '.openapi-tools-'));

/**
 * Runs a tool, which must end with 0 and mention no warning.
 *
 * @param {string} tool
 * @param {readonly string[]} args
 */
const run = (tool, args) => {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', tool), args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      NO_COLOR: '1',
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      TALLYBOARD_OPENAPI_TOOLS: directory,
    },
  });
  const printed = stdout + stderr;
  // Redocly warns of the age of Node 20, which says nothing about the document.
  const warnings = printed
    .split('\n')
    .filter(
      (line) =>
        /\bwarn(?:ing)?s?\b|\u26a0/i.test(line) &&
        !/deprecation|npm warn|"warnings": 0\b/i.test(line),
    );
  if (status !== 0 || warnings.length > 0) throw new Error(`${tool}: ${status}\n${printed}`);
};

const ruleset = 'scripts/openapi-tools/spectral.yaml';
const lint = () => {
  run('spectral', ['lint', document, '--ruleset', ruleset, '--fail-severity', 'hint', '--quiet']);
  run('redocly', ['lint', document, '--format', 'json']);
  console.log('spectral:oas, redocly recommended: 0 errors, 0 warnings');
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

const generate = () => {
  run('openapi-typescript', [document, '--output', join(directory, 'openapi-typescript.d.ts')]);
  run('openapi-ts', ['--input', document, '--output', join(directory, 'hey-api')]);
  run('orval', ['--config', 'scripts/openapi-tools/orval.config.mjs']);
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(directory, `read-by-${name}.ts`), text);
  }
  const files = readdirSync(directory).filter((file) => file.startsWith('read-by-'));
  run('tsc', [
    ...['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022'],
    ...['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom,dom.iterable'],
    ...['--types', 'node', ...files.map((file) => join(directory, file))],
  ]);
  console.log('openapi-typescript, hey-api, orval: generated without a warning, and type-checked');
};

const readByAll = async () => {
  const { facts, key, boardId } = makeSample();
  const names = Object.keys(programs);
  await build({
    entryPoints: names.map((name) => join(directory, `read-by-${name}.ts`)),
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
      const { read } = await import(pathToFileURL(join(directory, `read-by-${name}.mjs`)).href);
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
  lint();
  generate();
  await readByAll();
} finally {
  rmSync(directory, { recursive: true });
}
