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

  test.each<[what: string, path: string, asking: Asking, error: object]>([
    [
      'a parameter',
      `${paths.roster}?page=0`,
      {},
      { source: { parameter: 'page' }, meta: { rule: '4.2.1', violation: 'invalidParameter' } },
    ],
    ['a key', paths.metrics, { as: null }, { source: { header: 'X-API-KEY' } }],
    [
      'a type that is accepted',
      paths.metrics,
      { headers: { Accept: 'text/css' } },
      { source: { header: 'Accept' } },
    ],
    [
      'a type that is sent',
      paths.metrics,
      { headers: { 'Content-Type': 'text/plain' } },
      { source: { header: 'Content-Type' } },
    ],
  ])('%s at fault is named', async (_, path, asking, error) => {
    const { json } = await serveSample()(path, asking);
    expect(json.errors?.[0]).toEqual(expect.objectContaining(error));
  });

  test.each([new Error('secret of the database'), 'secret of the database'])(
    '500: nothing of what broke inside comes out, and onError gets it: %s',
    async (broken) => {
      const heardOf: unknown[] = [];
      const sha256 = (): never => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- anything may be thrown
        throw broken;
      };
      const ask = serveSample({ ports: { sha256, onError: (error) => heardOf.push(error) } });
      const { status, json, text } = await ask(paths.me);
      expect(status).toBe(500);
      expect(json.errors?.[0]).toMatchObject({ status: '500', code: 'INTERNAL_ERROR' });
      expect(text).not.toContain('secret');
      expect(heardOf).toEqual([broken]);
    },
  );

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

  const spaces = (bytes: number) => new Uint8Array(bytes).fill(32);
  const pulled = (pull: (on: ReadableStreamDefaultController) => void) =>
    new ReadableStream({ pull });
  test.each<[what: string, body: unknown, status: number]>([
    ['a body without end', pulled((on) => on.enqueue(spaces(16_384))), 413],
    ['as many bytes as a body may have', spaces(65_536), 400],
    ['a body that breaks off', pulled((on) => on.error(new Error('gone'))), 400],
  ])(
    'a body is judged by the bytes that arrive, and is no error of the service: %s',
    async (_, body, status) => {
      const heardOf: unknown[] = [];
      const ask = serveSample({ ports: { onError: (error) => heardOf.push(error) } });
      expect((await ask(paths.metrics, { body })).status).toBe(status);
      expect(heardOf).toEqual([]);
    },
  );
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
