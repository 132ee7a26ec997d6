import type { Organization } from '@tallyboard/core';
import type { Day } from '@tallyboard/core/vocabulary';
import type { ComputationsPort } from '@tallyboard/ports';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createExchange, type HandlerOptions } from '../create-exchange.js';
import { memoryPorts } from '../memory/memory-ports.js';
import type { Bytes, Ports } from '../ports.js';
import { ids, keyOf, now, sampleFacts } from '../sample-facts.test-kit.js';
import type { Exchange } from '../wire/exchanged.js';
import { rememberedAnswers } from './remembered-answers.js';

/** What answers depend on, and what may change between two requests. */
interface World {
  today: number;
  /** Where figures come from; another object is another state of the data. */
  basis: { readonly version: number } | null;
  readonly failing: Set<string>;
  termEndsOn: number;
}

const freshWorld = (): World => ({
  today: 20_777,
  basis: { version: 1 },
  failing: new Set(),
  termEndsOn: 20_800,
});

interface Watched {
  readonly exchange: Exchange;
  readonly asked: { count: number };
}

/** A service over a world that changes below it. */
const over = (
  world: World,
  options: HandlerOptions,
  changed: Partial<Ports> = {},
  basis: () => object | null = () => world.basis,
): Watched => {
  const asked = { count: 0 };
  const plain = memoryPorts(sampleFacts, { now, allowance: 0 });
  const computations: ComputationsPort = {
    ...plain.computations,
    metric: (_id, plan, { name }) => {
      asked.count += 1;
      if (world.basis === null) return { status: 'pending' };
      if (world.failing.has(name)) return { status: 'failed', code: 'X', detail: 'x' };
      return { status: 'ready', data: world.basis.version * 1000 + plan.today };
    },
    basis,
  };
  const find: Ports['organizations']['find'] = async (id, userId) => {
    const found = await plain.organizations.find(id, userId);
    if (found === null) return null;
    const term = {
      startsOn: 20_700 as Day,
      endsOn: world.termEndsOn as Day,
      status: 'active',
    } as const;
    const organization: Organization = { ...found.organization, billingTerms: [term] };
    return { ...found, organization };
  };
  const clock = { ...plain.clock, today: () => world.today as Day };
  const ports = { ...plain, computations, organizations: { find }, clock, ...changed };
  return { exchange: createExchange(ports, options), asked };
};

const ask = async (exchange: Exchange, id: string, text: string, coding: string | null = null) => {
  const headers: Readonly<Record<string, string | null>> = {
    'x-api-key': keyOf('olga'),
    'content-type': 'application/json',
    'accept-encoding': coding,
  };
  const reply = await exchange({
    method: 'POST',
    address: `http://tallyboard.test/v1/organizations/${id}/analytics`,
    header: (name) => headers[name] ?? null,
    body: () => ({ status: 'read', bytes: new TextEncoder().encode(text) }),
  });
  return {
    ...reply,
    body:
      typeof reply.body === 'string' ? reply.body : new TextDecoder().decode(reply.body as Bytes),
  };
};

const texts = [
  '{"metrics":[{"name":"postCount"}]}',
  '{"metrics": [{"name":"postCount"}]}',
  '{"metrics":[{"name":"postCount"},{"name":"visitorCount"}]}',
  '{"metrics":[{"name":"visitorCount"}],"from":"2026-01","to":"2026-02"}',
  '{"metrics":[{"name":"visitorCount"}],"dimensions":["month"]}',
  '{"metrics":[{"name":"scannedItemCount"}]}',
  '{"metrics":[{"name":"\u00e9"}]}',
  '\ufeff{}',
  '{',
  '',
];

const change = fc.oneof(
  fc.constant((world: World) => (world.basis = { version: (world.basis?.version ?? 7) + 1 })),
  fc.constant((world: World) => (world.basis = null)),
  fc.constant((world: World) => (world.today += 1)),
  fc.constant((world: World) => (world.termEndsOn += 1)),
  // A figure that was ready fails only over another basis; one that failed may be ready over the same.
  fc.constant((world: World) => {
    world.basis = { version: 50 };
    world.failing.add('visitorCount');
  }),
  fc.constant((world: World) => world.failing.clear()),
);
const request = fc.tuple(
  fc.constantFrom(ids.school, ids.school, ids.classroom, ids.notEnrolled),
  fc.constantFrom(...texts),
);

describe('answers that are remembered', () => {
  test('are those that would be made, whatever changes in between', async () => {
    const asked = { with: 0, without: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 12, arbitrary: request }, { weight: 1, arbitrary: change }), {
          minLength: 40,
          maxLength: 80,
        }),
        fc.constantFrom(2 ** 20, 30_000),
        async (steps, memoryBytes) => {
          const world = freshWorld();
          const remembering = over(world, { memoryBytes });
          const forgetful = over(world, {}, {}, () => null);
          for (const step of steps) {
            if (typeof step === 'function') step(world);
            else {
              const made = await ask(forgetful.exchange, ...step);
              expect(await ask(remembering.exchange, ...step)).toEqual(made);
            }
          }
          asked.with += remembering.asked.count;
          asked.without += forgetful.asked.count;
        },
      ),
      { numRuns: 60 },
    );
    // A good part of the figures was not asked for again.
    expect(asked.with).toBeLessThan(asked.without * 0.9);
  });

  test('cannot be spoilt by a compressor that uses up its bytes', async () => {
    const compress = (bytes: Bytes): Bytes => bytes.fill(0);
    const { exchange } = over(freshWorld(), {}, { compress: [{ coding: 'gzip', compress }] });
    const [text = ''] = texts;
    const plain = await ask(exchange, ids.school, text);
    await ask(exchange, ids.school, text, 'gzip');
    expect(await ask(exchange, ids.school, text)).toEqual(plain);
  });

  test('are coded once for a client that asks again, and anew for other figures', async () => {
    const world = freshWorld();
    let coded = 0;
    const compress = (bytes: Bytes): Bytes => {
      coded += 1;
      return bytes.slice(1);
    };
    const compressors = ['br', 'gzip'].map((coding) => ({ coding, compress }));
    const { exchange } = over(world, {}, { compress: compressors });
    const [text = ''] = texts;
    const asking = async (coding: string) => {
      const { headers, body } = await ask(exchange, ids.school, text, coding);
      return [headers['Content-Encoding'], body];
    };
    const plain = (await ask(exchange, ids.school, text)).body;
    for (const coding of ['gzip', 'gzip', 'br']) {
      expect(await asking(coding)).toEqual([coding, plain.slice(1)]);
    }
    expect(coded).toBe(2);
    world.basis = { version: 3 };
    expect(await asking('br')).not.toEqual(['br', plain.slice(1)]);
    expect(coded).toBe(3);
  });

  test('a body that never came before is answered from figures that did, none of them asked for', async () => {
    const world = freshWorld();
    const { exchange, asked } = over(world, {});
    const metricsOf = async (...names: readonly string[]) => {
      const metrics = names.map((name) => ({ name }));
      const { status, body } = await ask(exchange, ids.school, JSON.stringify({ metrics }));
      const { data } = JSON.parse(body) as {
        data: { attributes: { metrics: readonly { name: string; data: number }[] } };
      };
      return [status, ...data.attributes.metrics.map((metric) => `${metric.name} ${metric.data}`)];
    };
    const figure = 1000 + world.today;
    await metricsOf('postCount', 'visitorCount', 'commentCount');
    expect(asked.count).toBe(3);
    const others = ['commentCount', 'postCount'];
    expect(await metricsOf(...others)).toEqual([200, ...others.map((name) => `${name} ${figure}`)]);
    expect(asked.count).toBe(3);
    // Beside one that failed they still say what they say.
    world.failing.add('boardCount');
    expect(await metricsOf('boardCount', 'postCount')).toEqual([200, `postCount ${figure}`]);
    expect(asked.count).toBe(4);
  });

  test('are of the same organization, body and basis', () => {
    const answers = rememberedAnswers(2 ** 20);
    const billingTerms = [{ startsOn: 1 as Day, endsOn: 9 as Day, status: 'active' as const }];
    const organization = { id: 'a', type: 'school' as const, createdOn: 0 as Day, billingTerms };
    const today = 5 as Day;
    const range = { from: 1 as Day, to: 9 as Day };
    const basis = {};
    const plan = { organization, queries: [], byMonth: false, range, today };
    const bodyOf = (text: string) => ({ sent: new TextEncoder().encode(text), text });
    const [x, y] = [bodyOf('x'), bodyOf('y')];
    answers.keep(x, plan, [new Uint8Array(1), basis]);
    expect(answers.recall(organization, today, x, basis).bytes).not.toBeNull();
    expect(answers.recall(organization, today, x, {}).bytes).toBeNull();
    expect(answers.recall(organization, today, x, {}).plan).toEqual(plan);
    expect(answers.recall(organization, today, y, basis).plan).toBeNull();
    // What is found by its mark must be the body itself.
    expect(answers.recall(organization, today, { ...x, text: 'y' }, basis).plan).toBeNull();
    const other = { ...organization, billingTerms: [{ ...billingTerms[0]!, endsOn: 8 as Day }] };
    expect(answers.recall(other, today, x, basis).plan).toBeNull();
  });
});
