import type { Awaitable } from '@tallyboard/ports';
import { describe, expect, test, vi } from 'vitest';
import { memoryPorts } from './memory/memory-ports.js';
import { nodeCarrier } from './node.js';
import { type Compressor, failed, type Ports } from './ports.js';
import { ids, now, sampleFacts } from './sample-facts.test-kit.js';
import { goodBody, paths, requestOf, serveSample } from './sample-service.test-kit.js';
import { createHandler } from './web.js';
import { codingWith } from './wire/negotiation.js';

/* Ports as programs have them: promises of other libraries, objects of classes, rows of a mapper. */

const sound = (): Ports => memoryPorts(sampleFacts, { now });

/** A promise as database libraries make them: no instance of `Promise`, and begun when it is waited for. */
const lazily = <A>(find: () => Awaitable<A>): Promise<A> => {
  const lazy = {
    then: (...on: Parameters<Promise<A>['then']>) => Promise.resolve(find()).then(...on),
  };
  return lazy as Promise<A>;
};

describe('promises of other libraries', () => {
  const { keys, organizations, records, computations, allowance } = sound();
  const lazy: Partial<Ports> = {
    keys: { find: (hash) => lazily(() => keys.find(hash)) },
    organizations: { find: (id, user) => lazily(() => organizations.find(id, user)) },
    records: {
      findBoard: (id, user) => lazily(() => records.findBoard(id, user)),
      boardRecords: (board) => lazily(() => records.boardRecords(board)),
      userRecords: (id, all) => lazily(() => records.userRecords(id, all)),
    },
    computations: {
      metrics: (plan) => lazily(() => computations.metrics(plan)),
      roster: (plan) => lazily(() => computations.roster(plan)),
    },
    allowance: { spend: (spending) => lazily(() => allowance.spend(spending)) },
  };
  test.each([
    [paths.metrics, { body: goodBody }],
    [paths.roster, {}],
    [paths.board, {}],
    [paths.me, {}],
  ])('are waited for: %s', async (path, asking) => {
    const good = await serveSample()(path, asking);
    expect(good.status).toBe(200);
    expect((await serveSample({ ports: lazy })(path, asking)).text).toBe(good.text);
    const unknown = { ...asking, headers: { 'X-API-KEY': 'unknown' } };
    expect((await serveSample({ ports: lazy })(path, unknown)).status).toBe(401);
  });
});

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
      const [figures, roster] = [
        await ask(paths.metrics, { body: goodBody }),
        await ask(paths.roster),
      ];
      expect([figures.status, roster.status]).toEqual([200, 200]);
      expect(figures.text).toContain('COMPUTATION_FAILED');
      expect(roster.text).toContain('"status":"failed"');
    }
  },
);

test.each([Number.NaN, Number.POSITIVE_INFINITY, -5, 1e300])(
  'a wait of %d s is answered as one of whole seconds',
  async (retryAfterSeconds) => {
    const computations: Ports['computations'] = {
      ...sound().computations,
      metrics: ({ queries }) => queries.map(() => ({ status: 'pending', retryAfterSeconds })),
      roster: () => ({ status: 'pending', retryAfterSeconds }),
    };
    const ask = serveSample({ ports: { computations } });
    for (const answer of [await ask(paths.metrics, { body: goodBody }), await ask(paths.roster)]) {
      expect(answer.status).toBe(202);
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(answer.text).toContain(`"retryAfter":${answer.headers.get('retry-after')}`);
    }
  },
);

/** What a port of a program without types may give, and what is wrong with it. */
const unsound: readonly (readonly [
  name: string,
  ports: (given: never) => Partial<Ports>,
  given: unknown[],
])[] = [
  [
    'keys.find',
    (given) => ({ keys: { find: () => given } }),
    [{}, true, { userId: '' }, { userId: 5 }],
  ],
  [
    'allowance.spend',
    (given) => ({ allowance: { spend: () => given } }),
    [
      undefined,
      true,
      { accepted: 'false', limit: 1, remaining: 0, resetSeconds: 1 },
      { accepted: true, limit: 1, remaining: '1\r\n', resetSeconds: 1 },
      { accepted: true, limit: 1, remaining: 0.5, resetSeconds: 1 },
      { accepted: true, limit: 1, remaining: -1, resetSeconds: 1 },
    ],
  ],
  [
    'organizations.find',
    (given) => ({ organizations: { find: () => given } }),
    [
      {},
      { organization: {}, role: 'owner', ownerEnrolled: true },
      { organization: { id: ids.school }, role: 5, ownerEnrolled: true },
      { organization: { id: ids.school }, role: 'owner', ownerEnrolled: 'false' },
    ],
  ],
  [
    'clock.today',
    (today) => ({ clock: { ...sound().clock, today: () => today } }),
    ['2026-11-20', 0.5],
  ],
];

test.each(
  unsound.flatMap(([name, portsOf, all]) => all.map((given) => [name, given, portsOf] as const)),
)('%s gives %j: 500, now or later, and the operator learns why', async (name, given, portsOf) => {
  for (const one of name.startsWith('clock') ? [given] : [given, Promise.resolve(given)]) {
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const ask = serveSample({ ports: { ...portsOf(one as never), onError } });
    const { status, text } = await ask(paths.roster);
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

test('an organization whose fields are inherited', async () => {
  const { organizations } = sound();
  const find = async (id: string, user: string) => {
    const found = await organizations.find(id, user);
    if (found === null) return null;
    const organization = Object.create(found.organization) as typeof found.organization;
    return { ...found, organization };
  };
  const asking = { body: goodBody };
  const good = await serveSample()(paths.metrics, asking);
  const ask = serveSample({ ports: { organizations: { find } } });
  for (let times = 0; times < 2; times += 1) {
    expect((await ask(paths.metrics, asking)).text).toBe(good.text);
  }
});

describe('objects of classes', () => {
  class Records {
    readonly #records = sound().records;
    waits = 0;
    findBoard(id: string, user: string) {
      return this.#records.findBoard(id, user);
    }
    refusalTime() {
      this.waits += 1;
      return Promise.resolve();
    }
    boardRecords(board: Parameters<Ports['records']['boardRecords']>[0]) {
      return this.#records.boardRecords(board);
    }
    userRecords(id: string, all: boolean) {
      return this.#records.userRecords(id, all);
    }
  }
  class AllPorts implements Ports {
    readonly #ports = sound();
    readonly errors: unknown[] = [];
    readonly records = new Records();
    readonly keys = this.#ports.keys;
    readonly organizations = this.#ports.organizations;
    readonly allowance = this.#ports.allowance;
    readonly clock = this.#ports.clock;
    get computations() {
      return { ...this.#ports.computations, metrics: () => Promise.reject(new Error('broken')) };
    }
    onError(error: unknown) {
      this.errors.push(error);
    }
  }
  test('keep all of their parts', async () => {
    const ports = new AllPorts();
    const answer = createHandler(ports);
    expect((await answer(requestOf('/v1/boards/0000000000000000'))).status).toBe(404);
    expect(ports.records.waits).toBe(1);
    expect((await answer(requestOf(paths.metrics, { body: goodBody }))).status).toBe(200);
    expect(ports.errors).toHaveLength(1);
  });
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

describe('callbacks that throw', () => {
  test('onError: the answer is what it was', async () => {
    const { records } = sound();
    const boardRecords = () => Promise.reject(new Error('broken'));
    for (const onError of [
      () => {
        throw new Error('no log');
      },
      () => Promise.reject(new Error('no log')),
    ]) {
      const ports = { records: { ...records, boardRecords }, onError };
      expect((await serveSample({ ports })(paths.board)).status).toBe(503);
    }
  });
});

describe('a compressor that fails', () => {
  const reply = { status: 200, headers: {}, body: 'x'.repeat(100) };
  const throws = () => {
    throw new Error('broken');
  };
  const rejects = () => Promise.reject(new Error('broken'));
  test.each<[string, Compressor['compress']]>([
    ['throws', throws],
    ['rejects', rejects],
  ])('%s: the answer is sent as it is', async (_, compress) => {
    const errors: unknown[] = [];
    const code = codingWith([{ coding: 'br', compress }], (error) => errors.push(error));
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
    [
      () => nodeCarrier(createHandler(ports) as never),
      'nodeCarrier takes what createExchange(ports) makes',
    ],
    [() => memoryPorts(null as never), 'facts is null; give facts, or rows'],
    [() => memoryPorts([{ kind: 'user', id: 7 }]), 'facts[0].id is 7; give a text'],
  ])('%#: %s', (make, message) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });
});
