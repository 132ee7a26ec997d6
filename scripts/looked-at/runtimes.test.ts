import { fileURLToPath } from 'node:url';
import { EdgeVM } from '@edge-runtime/vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { ids, keyOf, now, sampleFacts } from '../../packages/http/src/sample-facts.test-kit.js';
import { answers, type Setting } from './one-answer.test-kit.js';

const setting: Setting = {
  facts: sampleFacts,
  organizationId: ids.school,
  apiKey: keyOf('olga'),
  now,
};

/** Handler, core and client as one script that knows of no module system. */
const bundled = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('one-answer.test-kit.ts', import.meta.url))],
    ...{ bundle: true, write: false, format: 'iife', globalName: 'tallyboard' },
    ...{ platform: 'neutral', mainFields: ['module', 'main'], conditions: ['@tallyboard/source'] },
  });
  return outputFiles[0]!.text;
};

// In a browser the tests of the explorer run client and core.
test('an edge runtime: handler and client answer as in Node', async () => {
  const expected = await answers(setting);
  expect(expected).toMatchObject({
    handler: { data: { attributes: { metrics: [{ data: 3 }] } }, meta: { status: 'ready' } },
    client: { ok: true },
  });
  const runtime = new EdgeVM();
  runtime.evaluate(await bundled());
  const asked = `tallyboard.answers(${JSON.stringify(setting)}).then((all) => JSON.stringify(all))`;
  const answer = await runtime.evaluate<Promise<string>>(asked);
  expect(JSON.parse(answer)).toEqual(JSON.parse(JSON.stringify(expected)));
});
