import { createHash } from 'node:crypto';
import type { Facts, Instant } from '@tallyboard/core/vocabulary';
import {
  completePorts,
  createHandler,
  type DataPorts,
  type MemoryOptions,
  memoryPorts,
  type Ports,
} from '@tallyboard/http';
import { readOnce } from '../src/model/read-once.js';
import { type Clock, virtualClock } from '../src/transport/clock.js';
import type { FetchHandler } from '../src/transport/fetch-transport.js';
import type { World } from '../src/world/build-world.js';

/** A service in this process with the clock that it and the suite share. */
export interface Served {
  readonly fetch: FetchHandler;
  readonly clock: Clock;
}

/** How a reference service differs from the plain one. */
export interface Serving extends Omit<MemoryOptions, 'now' | 'computations'> {
  readonly retryAfterSeconds?: number;
  /** Seconds that pass at every request; none when left out. */
  readonly secondsEach?: number;
  readonly ports?: (ports: Ports) => Ports;
}

/** What a service knows of facts does not change: services of one world share it. */
const knownOf = readOnce((facts: Facts) => {
  const atInstants = new Map<Instant, DataPorts>();
  return (now: Instant): DataPorts => {
    const known = atInstants.get(now) ?? memoryPorts(facts, { now });
    atInstants.set(now, known);
    return known;
  };
});

/** The reference service over a world, on virtual time. */
export const serve = (world: World, serving: Serving = {}): Served => {
  const {
    ports: change = (ports: Ports) => ports,
    retryAfterSeconds = 1,
    secondsEach = 0,
    ...options
  } = serving;
  const clock = virtualClock(Date.parse(world.now));
  const now = Date.parse(world.now) as Instant;
  const plain = completePorts(knownOf(world.facts)(now), { ...options, now });
  const instant = () => clock.now() as Instant;
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const computations = { ...plain.computations, retryAfterSeconds: () => retryAfterSeconds };
  const ports = change({ ...plain, computations, sha256, clock: { ...plain.clock, instant } });
  const handler = createHandler(ports);
  const fetch: FetchHandler = async (request) => {
    if (secondsEach > 0) await clock.sleep(secondsEach * 1000);
    return handler(request);
  };
  return { fetch, clock };
};
