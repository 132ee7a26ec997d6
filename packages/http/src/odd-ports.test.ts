import { describe, expect, test, vi } from 'vitest';
import { memoryPorts } from './memory/memory-ports.js';
import { failed, type Ports, pending } from './ports.js';
import { ids, now, sampleFacts } from './sample-facts.test-kit.js';
import { paths, serveSample, withChanged } from './sample-service.test-kit.js';
import { createHandler } from './web.js';
import { codingWith } from './wire/negotiation.js';

/* Ports as programs have them: objects of classes, answers that are unsound. */

const sound = (): Ports => memoryPorts(sampleFacts, { now });

test('undefined means that nothing was found', async () => {
  const find = () => undefined as never;
  expect((await serveSample({ ports: { keys: { find } } })(paths.roster)).status).toBe(401);
  const { records } = sound();
  const none = { ...records, userRecords: find };
  expect((await serveSample({ ports: { records: none } })(paths.me)).status).toBe(404);
});

test.each([undefined, null, {}, [], [{ status: 'done' }], [null], [failed, failed]])(
  'a computation that gives %j counts as failed, now or later',
  async (state) => {
    for (const give of [() => state, () => Promise.resolve(state)]) {
      const ask = serveSample({
        ports: { computations: { metrics: give as never, roster: give as never } },
      });
      const [figures, roster] = [await ask(paths.metrics), await ask(paths.roster)];
      expect([figures.status, roster.status]).toEqual([200, 200]);
      expect(figures.text).toContain('COMPUTATION_FAILED');
      expect(roster.text).toContain('"status":"failed"');
    }
  },
);

test.each([Number.NaN, Number.POSITIVE_INFINITY, -5, 1e300])(
  'a wait of %d s is answered as one of whole seconds',
  async (seconds) => {
    const computations: Ports['computations'] = {
      metrics: ({ queries }) => queries.map(() => pending),
      roster: () => pending,
      retryAfterSeconds: () => seconds,
    };
    const ask = serveSample({ ports: { computations } });
    for (const answer of [await ask(paths.metrics), await ask(paths.roster)]) {
      expect(answer.status).toBe(202);
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(answer.text).toContain(`"retryAfter":${answer.headers.get('retry-after')}`);
    }
  },
);

/** What a port of a program without types may give, and what is wrong with it. */
const unsound: Readonly<Record<string, readonly unknown[]>> = {
  'keys.find': [{}, true, { userId: '' }, { userId: 5 }],
  'allowance.spend': [
    undefined,
    true,
    { accepted: 'false', limit: 1, remaining: 0, resetSeconds: 1 },
    { accepted: true, limit: 1, remaining: '1\r\n', resetSeconds: 1 },
    { accepted: true, limit: 1, remaining: 0.5, resetSeconds: 1 },
    { accepted: true, limit: 1, remaining: -1, resetSeconds: 1 },
  ],
  'organizations.find': [
    {},
    { organization: {}, role: 'owner', ownerEnrolled: true },
    { organization: { id: ids.school }, role: 5, ownerEnrolled: true },
    { organization: { id: ids.school }, role: 'owner', ownerEnrolled: 'false' },
  ],
  'clock.today': ['2026-11-20', 0.5],
};

test.each(
  Object.entries(unsound).flatMap(([name, all]) => all.map((given) => [name, given] as const)),
)('%s gives %j: 500, now or later, and the operator learns why', async (name, given) => {
  for (const one of name.startsWith('clock') ? [given] : [given, Promise.resolve(given)]) {
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const ports = { ...withChanged(sound(), name, () => () => one), onError };
    const { status, text } = await serveSample({ ports })(paths.roster);
    expect([status, errors.map(String)]).toEqual([500, [expect.stringContaining(name)]]);
    expect(text).toContain('INTERNAL_ERROR');
  }
});

test('without onError, an error is one line on standard error', async () => {
  const print = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const find = () => Promise.reject(new Error('two\nlines'));
  expect(
    (await serveSample({ ports: { keys: { find }, onError: null as never } })(paths.me)).status,
  ).toBe(503);
  expect(print.mock.calls).toEqual([[expect.stringMatching(/^tallyboard: .+$/)]]);
  print.mockRestore();
});

test('what is found under another id counts as not found', async () => {
  const { organizations, records } = sound();
  const anyCase: Partial<Ports> = {
    organizations: { find: (_, user) => organizations.find(ids.school, user) },
    records: { ...records, findBoard: (_, user) => records.findBoard(ids.board, user) },
  };
  const ask = serveSample({ ports: anyCase });
  const path = paths.roster.replace(ids.school, ids.school.toUpperCase());
  expect([(await ask(paths.roster)).status, (await ask(path)).status]).toEqual([200, 404]);
  const board = paths.board.toUpperCase().replace('/V1/BOARDS', '/v1/boards');
  expect([(await ask(paths.board)).status, (await ask(board)).status]).toEqual([200, 404]);
});

test('ports may be objects of classes', async () => {
  class Keys {
    readonly #keys = sound().keys;
    find(hash: string) {
      return this.#keys.find(hash);
    }
  }
  expect((await serveSample({ ports: { keys: new Keys() } })(paths.me)).status).toBe(200);
});

describe('a time of refusal that fails', () => {
  test.each([
    ['rejects', () => Promise.reject(new Error('broken'))],
    ['never ends', () => new Promise<never>(() => undefined)],
  ])('%s: the refusal leaves all the same', async (_, refusalTime) => {
    const { organizations, records } = sound();
    const errors: unknown[] = [];
    const ask = serveSample({
      portMs: 20,
      ports: {
        organizations: { ...organizations, refusalTime },
        records: { ...records, refusalTime },
        onError: (error) => errors.push(error),
      },
    });
    expect((await ask(paths.board)).status).toBe(200);
    expect((await ask(paths.roster)).status).toBe(200);
    expect((await ask('/v1/boards/0000000000000000')).status).toBe(404);
    expect((await ask(paths.roster.replace(ids.school, 'wksp_0000000000'))).status).toBe(404);
    await expect.poll(() => errors).toHaveLength(4);
  });
});

const rejects = () => Promise.reject(new Error('broken'));
const throws = () => {
  throw new Error('broken');
};

describe.each([throws, rejects])('what %o', (fails) => {
  test('as onError does not change the answer', async () => {
    const ports = { keys: { find: rejects }, onError: fails as () => void };
    expect((await serveSample({ ports })(paths.board)).status).toBe(503);
  });

  test('as a compressor: the answer is sent as it is', async () => {
    const reply = { status: 200, headers: {}, body: 'x'.repeat(100) };
    const errors: unknown[] = [];
    const code = codingWith([{ coding: 'br', compress: fails }], (error) => errors.push(error));
    expect(await code({ method: 'GET', header: () => 'br' }, reply)).toEqual(reply);
    expect(errors).toHaveLength(1);
  });
});

describe('a set-up that is none is refused when the handler is made', () => {
  const ports = sound();
  const withOption = (options: unknown) => () => createHandler(ports, options as never);
  test.each<readonly [make: () => unknown, message: string]>([
    [
      withOption({ waitMs: Number.NaN }),
      'options.waitMs is NaN; give a number from 0 to 2147483647.',
    ],
    [
      withOption({ memoryBytes: -1 }),
      'options.memoryBytes is -1; give a number from 0 to Infinity.',
    ],
    [() => memoryPorts(null as never), 'facts is null; give facts, or rows'],
    [() => memoryPorts([{ kind: 'user', id: 7 }]), 'facts[0].id is 7; give a text'],
  ])('%#: %s', (make, message) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });
});
