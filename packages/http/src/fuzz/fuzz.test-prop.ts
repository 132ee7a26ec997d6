import {
  brokenMetricsRequestArbitrary,
  brokenRosterQueryArbitrary,
  type Draw,
  damagedBytes,
  damagedJson,
  damagedPairs,
  damagedText,
  knownWords,
  metricsRequestArbitrary,
  oddTexts,
  oneOf,
  rosterQueryArbitrary,
} from '@tallyboard/arbitraries';
import { dayOfInstant, organizationTypes } from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ids, now } from '../sample-facts.test-kit.js';
import { paths } from '../sample-service.test-kit.js';
import { type Attempt, attempting, corpus, goodHeaders } from './attempts.test-kit.js';

/*
 * Inputs from strangers, by the thousand with every change and by the million in `npm run test:deep`.
 * TALLYBOARD_FUZZ says how many; TALLYBOARD_SEED repeats a run.
 */

const inputs = Number(process.env['TALLYBOARD_FUZZ'] ?? 5_000);
const { seed = 0 } = fc.readConfigureGlobal();
/** An input may take this long on a busy machine, in milliseconds; what hangs takes longer. */
const msMax = 5_000;
const today = dayOfInstant(now);
const good = { method: 'GET', headers: goodHeaders };

/** Two of three are sound. */
const mostly = <Sound, Broken>(
  sound: fc.Arbitrary<Sound>,
  broken: fc.Arbitrary<{ readonly broken: Broken }>,
): fc.Arbitrary<Sound | Broken> =>
  fc.oneof(
    { weight: 2, arbitrary: sound },
    broken.map((one) => one.broken),
  );

const stored = corpus.map(([, { request }]) => request);
const storedBodies = stored.filter((one) => one.method === 'POST' && typeof one.body === 'string');

/** Requests for metrics: bodies for organizations of each type, and those of the corpus. */
const metricsRequests = fc.oneof(
  fc.constantFrom(...storedBodies),
  ...organizationTypes.map((organizationType) => {
    const setting = { organizationType, today };
    const path = `/v1/organizations/${ids[organizationType]}/analytics`;
    return mostly<unknown, unknown>(
      metricsRequestArbitrary(setting),
      brokenMetricsRequestArbitrary(setting),
    ).map((body): Attempt => ({ ...good, method: 'POST', path, body: JSON.stringify(body) }));
  }),
);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { metrics: [{ name: text.slice(0, 20) }] };
  }
};

/** Damages a body in its structure, in its text, or its bytes. */
const damagedBody = (draw: Draw, base: Attempt): Attempt => {
  const text = typeof base.body === 'string' ? base.body : '';
  const kind = draw(10);
  if (kind === 0) return base;
  if (kind === 1) return { ...base, body: damagedText(draw, text) };
  if (kind === 2) {
    const bytes = Buffer.from(damagedBytes(draw, Buffer.from(text)));
    return { ...base, body: { base64: bytes.toString('base64') } };
  }
  const once = damagedJson(draw, parsed(text));
  return { ...base, body: JSON.stringify(draw(2) === 0 ? once : damagedJson(draw, once)) };
};

/** Without halves of characters, which no address can hold. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');

const queryOf = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map((pair) => pair.map((text) => encodeURIComponent(wellFormed(text))).join('=')).join('&');

const rosterQueries = mostly(
  rosterQueryArbitrary(today),
  brokenRosterQueryArbitrary({ organizationType: 'school', today }),
);

/** Changes parameters of the roster, or makes a text that is hardly a query. */
const damagedQuery = (draw: Draw, pairs: Parameters<typeof damagedPairs>[1]): Attempt => {
  const kind = draw(6);
  const once = kind < 4 ? damagedPairs(draw, pairs) : pairs;
  const plain = queryOf(kind < 2 ? damagedPairs(draw, once) : once);
  const query = kind === 5 ? encodeURI(wellFormed(damagedText(draw, plain))) : plain;
  return { ...good, path: `${paths.roster}?${query}` };
};

const lines = (text: string): readonly string[] => text.trim().split(/\s+/);
const headerNames = lines(`Accept Content-Type Content-Encoding Accept-Encoding X-API-KEY Origin
  X-Forwarded-For Content-Length`);
const headerTexts = [
  ...lines(`application/json application/vnd.api+json */* application/*;q=0.1 text/html
    application/json;charset=x a/b;q=" ,,;;== */*;q=1;q=0 identity *;q=0 br "\\ q= ;q=0.0001
    application/vnd.api+json;profile="a,b;q=0" 1e9 é \u00ff\u0080 -1 0x10
    key-of-stan key-of-olga key-of-revoked`),
  ...['"'.repeat(99), '  '],
];
const segments = [
  ...lines(`v1 organizations boards analytics users me . .. %2e%2e %2E %2F %5c %00 %zz % %C3%28
    %252F ;a=b %F0%9F%90%98`),
  ...['', 'x'.repeat(3_000), ...Object.values(ids)],
];
const methods = lines('GET POST PUT PATCH DELETE OPTIONS HEAD FETCH post');
const includes = ['posts', 'sections', 'comments', 'boards', 'organizations', '', ...oddTexts];
const isHeader = (text: string): boolean => !/[^\t -~\u0080-\u00ff]/.test(text);

const withHeader = (draw: Draw, base: Attempt): Attempt => {
  const text = damagedText(draw, oneOf(draw, headerTexts));
  const value = draw(2) === 0 || !isHeader(text) ? oneOf(draw, headerTexts) : text;
  return { ...base, headers: { ...base.headers, [oneOf(draw, headerNames)]: value } };
};
const withPath = (draw: Draw, base: Attempt): Attempt => {
  const [path = '', query = ''] = base.path.split('?');
  const parts = path.split('/');
  parts[draw(parts.length)] = oneOf(draw, segments);
  if (draw(4) === 0) parts.splice(draw(parts.length), 1);
  return { ...base, path: `/${parts.join('/')}?${query}`.replace(/^\/\//, '/') };
};
const withInclude = (draw: Draw, base: Attempt): Attempt => {
  const list = Array.from({ length: draw(5) }, () => oneOf(draw, includes)).join(',');
  const [path = ''] = base.path.split('?');
  const name = draw(4) === 0 ? oneOf(draw, knownWords) : 'include';
  return { ...base, path: `${path}?${queryOf([[name, list]])}` };
};
const withMethod = (draw: Draw, { body: _, ...base }: Attempt): Attempt => ({
  ...base,
  method: oneOf(draw, methods),
});
const ways = [withHeader, withHeader, withPath, withInclude, withInclude, withMethod];

const run = attempting();
const ends = new Set<string>();

/** Sends many inputs of one sort. */
const sending =
  <Base>(base: fc.Arbitrary<Base>, change: (draw: Draw, base: Base) => Attempt) =>
  (numRuns: number): Promise<void> =>
    fc.assert(
      fc.asyncProperty(base, fc.gen(), async (one, gen) => {
        const input = change((count) => gen(fc.nat, { max: Math.max(0, count - 1) }), one);
        // Of the processor: other work of the machine must not count.
        const start = process.cpuUsage();
        ends.add(await run(input));
        const { user, system } = process.cpuUsage(start);
        expect((user + system) / 1_000).toBeLessThan(msMax);
      }),
      { numRuns },
    );

describe(`inputs from strangers, seed ${seed}`, { timeout: 1_800_000 }, () => {
  test.each([
    ['metrics requests', 55, sending(metricsRequests, damagedBody)],
    ['roster requests', 25, sending(rosterQueries, damagedQuery)],
    [
      'methods, paths, headers, includes',
      20,
      sending(fc.constantFrom(...stored), (draw, base) => {
        const once = oneOf(draw, ways)(draw, base);
        return draw(2) === 0 ? once : oneOf(draw, ways)(draw, once);
      }),
    ],
  ] as const)('%s', async (_, percent, send) => send(Math.ceil((inputs * percent) / 100)));

  test('they met many ends', () => {
    expect(ends.size).toBeGreaterThan(100);
  });
});
