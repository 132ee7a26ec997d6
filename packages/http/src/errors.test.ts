import { Unavailable } from '@tallyboard/ports';
import { describe, expect, test } from 'vitest';
import { type Asking, paths, serveSample } from './sample-service.test-kit.js';

describe('W1, W2: every error answer is a JSON:API error document', () => {
  test('all reasons of a 400 come together, each with its rule, violation and place', async () => {
    const body = {
      metrics: [{ name: 'nope' }, { name: 'topBoards' }, { name: 'boardCount', userType: 'owner' }],
      extra: 1,
    };
    const { json } = await serveSample()(paths.metrics, { body });
    expect(json.errors).toHaveLength(4);
    expect(json.errors).toContainEqual(
      expect.objectContaining({
        source: { pointer: '/metrics/0/name' },
        meta: { rule: '4.1.3', violation: 'unknownMetric' },
      }),
    );
  });

  test('a roster refusal names its parameter', async () => {
    const { json } = await serveSample()(`${paths.roster}?page=0`);
    expect(json.errors?.[0]).toMatchObject({
      source: { parameter: 'page' },
      meta: { rule: '4.2.1' },
    });
  });

  test('a header at fault is named', async () => {
    const ask = serveSample();
    const source = async (asking: Asking): Promise<unknown> =>
      (await ask(paths.metrics, asking)).json.errors?.[0]?.source;
    expect(await source({ as: null, body: {} })).toEqual({ header: 'X-API-KEY' });
    expect(await source({ body: {}, headers: { Accept: 'text/css' } })).toEqual({
      header: 'Accept',
    });
    expect(await source({ body: {}, headers: { 'Content-Type': 'text/plain' } })).toEqual({
      header: 'Content-Type',
    });
  });

  test('500: nothing of what broke inside comes out, and the operator hears of it', async () => {
    const broken = new Error('secret of the database');
    const heardOf: unknown[] = [];
    const ask = serveSample({
      ports: {
        sha256: () => {
          throw broken;
        },
        onError: (error) => heardOf.push(error),
      },
    });
    const { status, json, text } = await ask(paths.me);
    expect(status).toBe(500);
    expect(json.errors?.[0]).toMatchObject({ status: '500', code: 'INTERNAL_ERROR' });
    expect(text).not.toContain('secret');
    expect(heardOf).toEqual([broken]);
  });

  test('500: also when what is thrown is no Error', async () => {
    const sha256 = (): never => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- anything may be thrown
      throw 'text';
    };
    expect((await serveSample({ ports: { sha256 } })(paths.me)).status).toBe(500);
  });

  test('W30: a key given twice counts as given last, and prototype keys are unknown fields', async () => {
    const ask = serveSample();
    const twice = '{"metrics":[],"metrics":[{"name":"postCount"}]}';
    expect((await ask(paths.metrics, { body: twice })).status).toBe(200);
    const proto = '{"metrics":[{"name":"postCount"}],"__proto__":{"metrics":[]},"constructor":1}';
    const { status, json } = await ask(paths.metrics, { body: proto });
    expect(status).toBe(400);
    expect(json.errors?.map(({ source }) => source)).toEqual([
      { pointer: '/__proto__' },
      { pointer: '/constructor' },
    ]);
  });

  test('413: by the bytes that arrive, whatever was announced', async () => {
    const ask = serveSample();
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(32)),
    });
    expect((await ask(paths.metrics, { body: endless })).status).toBe(413);
    const spaces = new Uint8Array(65_536).fill(32);
    expect((await ask(paths.metrics, { body: spaces })).status).toBe(400);
  });

  test('a body that breaks off is a 400 and no matter for the operator', async () => {
    const heardOf: unknown[] = [];
    const ask = serveSample({ ports: { onError: (error) => heardOf.push(error) } });
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('gone')),
    });
    expect((await ask(paths.metrics, { body: broken })).status).toBe(400);
    expect(heardOf).toEqual([]);
  });
});

test('what cannot be reached is a 503 with Retry-After, whichever port says so', async () => {
  const away = () => {
    throw new Unavailable('it is away', 7);
  };
  for (const ports of [{ keys: { find: away } }, { allowance: { spend: away } }]) {
    const heard = await serveSample({ ports })(paths.roster);
    expect(heard.status).toBe(503);
    expect(heard.headers.get('Retry-After')).toBe('7');
    expect(heard.json.errors?.[0]?.code).toBe('SERVICE_UNAVAILABLE');
    expect(heard.text).not.toContain('it is away');
  }
});
