import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { EdgeVM } from '@edge-runtime/vm';
import { beforeAll, describe, expect, test } from 'vitest';
import { ids, keyOf, now, sampleFacts } from '../../packages/http/src/sample-facts.test-kit.js';
import { type Answers, answers, type Setting } from './one-answer.test-kit.js';

/** As much of Vite as is used here; the test runner brings it along. */
interface Vite {
  readonly build: (options: object) => Promise<readonly { output: { code: string }[] }[]>;
}

/** The three packages and what they are asked, as one script that knows of no module system. */
const bundled = async (): Promise<string> => {
  const runner = createRequire(import.meta.url).resolve('vitest/package.json');
  const vite = pathToFileURL(createRequire(runner).resolve('vite')).href;
  const { build } = (await import(vite)) as Vite;
  const [bundle] = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@tallyboard/source', 'module', 'browser'] },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL('one-answer.test-kit.ts', import.meta.url)),
        formats: ['iife'],
        name: 'tallyboard',
      },
    },
  });
  return bundle?.output[0]?.code ?? '';
};

const setting: Setting = {
  facts: sampleFacts,
  organizationId: ids.school,
  apiKey: keyOf('olga'),
  now,
};
const asked = `tallyboard.answers(${JSON.stringify(setting)}).then((all) => JSON.stringify(all))`;

// In a browser the tests of the explorer run client and core.
describe('any JavaScript runtime: core, handler and client answer', () => {
  let script: string;
  let expected: Answers;
  beforeAll(async () => {
    script = await bundled();
    expected = JSON.parse(JSON.stringify(await answers(setting))) as Answers;
  });

  test('in Node, something that is worth comparing', () => {
    expect(expected).toMatchObject({
      core: [3],
      handler: { data: { attributes: { metrics: [{ data: 3 }] } }, meta: { status: 'ready' } },
      client: { ok: true },
    });
  });

  test('in an edge runtime', async () => {
    const runtime = new EdgeVM();
    runtime.evaluate(script);
    expect(JSON.parse(await runtime.evaluate<Promise<string>>(asked))).toEqual(expected);
  });
});
