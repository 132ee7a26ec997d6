import { createHash } from 'node:crypto';
import { dayOfInstant, type Instant, type OrganizationType } from '@tallyboard/core/vocabulary';
import {
  createHandler,
  type Handler,
  memoryAllowance,
  memoryPorts,
  pendingFirst,
} from '@tallyboard/http';
import { memoryLedger } from '../../src/plan/ledger.js';
import { type Clock, virtualClock } from '../../src/transport/clock.js';
import type { FetchHandler } from '../../src/transport/fetch-transport.js';
import { watchHour } from '../../src/watch/hour.js';
import { newWatch } from '../../src/watch/state.js';
import type { Change } from '../../src/watch/suspects.js';
import { buildWorld } from '../../src/world/build-world.js';
import { withEdges } from '../edges.test-kit.js';
import { type GrowingWorld, growing } from './growing-world.test-kit.js';

/** A right service whose data changes while it is watched. */
export interface HonestDays {
  readonly name: string;
  /** When the watch begins, ISO 8601. */
  readonly from: string;
  readonly seed: number;
  readonly organizationType?: OrganizationType;
  readonly pending?: number;
  readonly fail?: readonly string[];
  readonly handler?: (inner: FetchHandler) => FetchHandler;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Each request takes this long, so that facts change also while one hour's requests are sent. */
const requestMs = 5_000;

/** The reference service over facts that are added as time goes by; each change is computed anew. */
const serviceOver = (
  { at, changes }: GrowingWorld,
  clock: Clock,
  { pending = 0, fail = [] }: HonestDays,
): FetchHandler => {
  const allowance = memoryAllowance({ metrics: 60, roster: 60 });
  const instant = () => clock.now() as Instant;
  const today = () => dayOfInstant(instant());
  let current: { readonly until: number; readonly handler: Handler } | null = null;
  return async (request) => {
    await clock.sleep(requestMs);
    const now = clock.now();
    if (current === null || now >= current.until) {
      const ports = memoryPorts(at(now), { fail });
      const computations = pendingFirst(ports.computations, pending);
      const changed = {
        ...ports,
        computations,
        allowance,
        sha256,
        clock: { ...ports.clock, instant, today },
      };
      current = {
        until: changes.find((one) => one > now) ?? Number.POSITIVE_INFINITY,
        handler: createHandler(changed, { retryAfterSeconds: 5 }),
      };
    }
    return current.handler(request);
  };
};

/** What a watch of a right service brought. */
export interface Watched {
  readonly alarms: readonly Change[];
  /** Rules that were suspected for some time. */
  readonly suspected: readonly string[];
  readonly rounds: number;
  /** How often the facts changed. */
  readonly changes: number;
}

/** Watches a right service for so many hours, with a fifth of its allowance. */
export const watchHonest = async (honest: HonestDays, hours: number): Promise<Watched> => {
  const { from: now, seed, organizationType = 'school', handler } = honest;
  const world = withEdges(buildWorld({ seed, now, organizationType }));
  const grown = growing(world, Math.ceil(hours / 24) + 1);
  const clock = virtualClock(Date.parse(now));
  const service = serviceOver(grown, clock, honest);
  const fetch = handler === undefined ? service : handler(service);
  const { targets, boards } = world;
  const run = { fetch, clock, targets, boards, ledger: memoryLedger() };
  const alarms: Change[] = [];
  const suspected = new Set<string>();
  let state = newWatch;
  for (let hour = 1; hour <= hours; hour += 1) {
    const next = await watchHour({ share: 0.2, run }, state);
    alarms.push(...next.changes);
    state = next.state;
    for (const { rule } of state.suspects) suspected.add(rule);
    await clock.sleep(Math.max(0, Date.parse(now) + hour * 3_600_000 - clock.now()));
  }
  const end = clock.now();
  return {
    alarms,
    suspected: [...suspected],
    rounds: state.rounds,
    changes: grown.changes.filter((one) => one <= end).length,
  };
};
