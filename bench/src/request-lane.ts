import type { RequestLane } from './report.js';
import { dashboardBodies, organizationId } from './request-body.js';
import { firstDay, lastDay } from './schools.js';
import { loadCore } from './shipped.js';
import { median, spreadOf } from './statistics.js';

const bodiesCount = 200;
const repeats = 20;

/** Microseconds for each body, over all bodies. */
const microsFor = (bodies: readonly unknown[], act: (body: unknown) => unknown): number => {
  const start = performance.now();
  for (let repeat = 0; repeat < repeats; repeat++) for (const body of bodies) act(body);
  return (1000 * (performance.now() - start)) / (repeats * bodies.length);
};

/** Decoding, resolving and checking a request of 25 entries, beside the parsing of its text. */
export const measureRequestLane = async (rounds: number): Promise<RequestLane> => {
  const { isAccepted, planMetrics } = await loadCore();
  const texts = dashboardBodies(bodiesCount, 1_000_000);
  const bodies = texts.map((text): unknown => JSON.parse(text));
  const organization = {
    id: organizationId,
    type: 'school',
    createdOn: firstDay,
    billingTerms: [],
  } as const;
  const plan = (body: unknown) => planMetrics({ body, organization, today: lastDay });
  if (!bodies.every((body) => isAccepted(plan(body)))) throw new Error('A request was refused.');
  const planned: number[] = [];
  const parsed: number[] = [];
  // The first round warms up.
  for (let round = 0; round <= 2 * rounds; round++) {
    const micros = [
      microsFor(bodies, plan),
      microsFor(texts, (text) => JSON.parse(text as string) as unknown),
    ] as const;
    if (round === 0) continue;
    planned.push(micros[0]);
    parsed.push(micros[1]);
  }
  return {
    entries: 25,
    bytes: median(texts.map(({ length }) => length)),
    planMicros: spreadOf(planned),
    parseMicros: spreadOf(parsed),
  };
};
