import type { Awaitable } from '@tallyboard/ports';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { inTurns } from './in-turns.test-kit.js';
import { memoryPorts } from './memory/memory-ports.js';
import type { Ports } from './ports.js';
import { now, sampleFacts } from './sample-facts.test-kit.js';
import { type Heard, paths, serveSample, withChanged } from './sample-service.test-kit.js';

/*
 * Each port breaks in each way while each endpoint is asked. The answer is the one that the
 * specification has for it, or a 503 with Retry-After; it comes in time; its figures are the true ones. Time
 * passes only while nothing else happens.
 */

const portMs = 30;
const waitMs = 20;
const lateMs = 8;
const secret = 'secret of the database';

type Faulty = <A>(answer: () => Awaitable<A>) => Awaitable<A>;

/** The ways in which a port breaks. */
const faults = {
  throws: () => {
    throw new Error(secret);
  },
  'throws what is no error': () => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a port may throw anything
    throw secret;
  },
  rejects: () => Promise.reject(new Error(secret)),
  hangs: () => new Promise<never>(() => undefined),
  'answers late': async (answer) => {
    await new Promise((resolve) => setTimeout(resolve, lateMs));
    return answer();
  },
  // No instance of `Promise`, and begun when it is waited for.
  'answers by a promise of another library': (answer) =>
    ({
      then: (...on: Parameters<Promise<unknown>['then']>) => Promise.resolve(answer()).then(...on),
    }) as never,
} satisfies Record<string, Faulty>;
type FaultName = keyof typeof faults;

const sound = (): Ports => memoryPorts(sampleFacts, { now });

/** What each endpoint asks of the ports. */
const uses = {
  metrics: ['keys.find', 'organizations.find', 'computations.metrics', 'allowance.spend'],
  roster: ['keys.find', 'organizations.find', 'computations.roster', 'allowance.spend'],
  board: ['keys.find', 'records.findBoard', 'records.boardRecords', 'allowance.spend'],
  me: ['keys.find', 'records.userRecords', 'allowance.spend'],
};
type Endpoint = keyof typeof uses;

/** The answers that a fault of a computation has in the specification. */
const computationAnswers: Readonly<Record<string, readonly [number, string]>> = {
  throws: [200, 'failed'],
  'throws what is no error': [200, 'failed'],
  rejects: [200, 'failed'],
  hangs: [202, 'pending'],
};

let injected = 0;
afterAll(() => console.log(`faults injected at ports: ${injected}, none answered wrongly`));

const checkUnavailable = ({ status, headers, json, text }: Heard): void => {
  expect([status, json.errors?.[0]?.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  expect(text).not.toContain(secret);
};

const cases = (Object.keys(uses) as Endpoint[]).flatMap((endpoint) =>
  [...new Set(Object.values(uses).flat())].flatMap((port) =>
    (Object.keys(faults) as FaultName[]).map((fault) => ({ endpoint, port, fault })),
  ),
);

describe('a port that breaks', () => {
  afterEach(() => void vi.useRealTimers());

  test.each(cases)('$endpoint while $port $fault', async ({ endpoint, port, fault }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const heardOf: unknown[] = [];
    const faulty: Faulty = faults[fault];
    const broken = withChanged(
      sound(),
      port,
      (own) =>
        (...given) =>
          faulty(() => own(...given)),
    );
    const [good] = await inTurns(serveSample()(paths[endpoint]));
    const ports = { ...broken, onError: (e: unknown) => heardOf.push(e) };
    const [heard, ms] = await inTurns(serveSample({ portMs, waitMs, ports })(paths[endpoint]));
    expect(ms).toBeLessThanOrEqual(portMs);
    const isUsed = uses[endpoint].includes(port);
    if (isUsed) injected += 1;
    if (!isUsed || fault.startsWith('answers')) {
      expect([heard.status, heard.json.data]).toEqual([good.status, good.json.data]);
      return;
    }
    if (!port.startsWith('computations')) return checkUnavailable(heard);
    const [status, state] = computationAnswers[fault]!;
    const expected = state === 'failed' && endpoint === 'metrics' ? 'partial' : state;
    expect([heard.status, heard.json.meta?.['status']]).toEqual([status, expected]);
    expect(heardOf.length > 0).toBe(state === 'failed');
    expect(heard.text).not.toContain(secret);
  });

  test.each(['today', 'instant'] as const)('a clock without %s', async (reading) => {
    injected += 1;
    const ports = sound();
    const clock = { ...ports.clock, [reading]: faults.throws };
    checkUnavailable(await serveSample({ ports: { clock } })(paths.roster));
  });

  test('computations that fail to say when to ask again: after one second', async () => {
    injected += 1;
    const computations = {
      ...sound().computations,
      metrics: () => [{ status: 'pending' as const }],
      retryAfterSeconds: faults.throws,
    };
    const { status, headers } = await serveSample({ computations })(paths.metrics);
    expect([status, headers.get('Retry-After')]).toEqual([202, '1']);
  });
});
