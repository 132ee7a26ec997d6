// `npm run simulate [-- --organizations N] [--replicas N] [--cache-gb N] [--rate N]`
// An hour of requests to replicas of a service, with chance from a seed: who asks for which organization
// is skewed, sizes are skewed too. The times and sizes are those that docs/scale.md gives the source of.

import { parseArgs } from 'node:util';
import { randomFrom } from '@tallyboard/arbitraries';

const { values } = parseArgs({
  options: {
    organizations: { type: 'string', default: '1000000' },
    events: { type: 'string', default: '10000000000' },
    replicas: { type: 'string', default: '8' },
    'cache-gb': { type: 'string', default: '4' },
    rate: { type: 'string', default: '100' },
    seed: { type: 'string', default: '10' },
  },
});
const organizations = Number(values.organizations);
const replicas = Number(values.replicas);
const cacheBytes = Number(values['cache-gb']) * 2 ** 30;
const rate = Number(values.rate);

/**
 * Measured on two cores: lines through two points. Times are those of docs/scale.md for 10 million events, and of small
 * organizations; bytes are of indexes of 20,000 and a million events. `decodeMsPerMB` and what clients do (`repeatMs`) are
 * assumed.
 */
const cost = {
  bytesPerEventSmall: 5.4,
  bytesPerEvent: 2.8,
  bytesPerLargeIndex: 53_000,
  readMs: 107,
  readMsPerEvent: 0.00058,
  buildMs: 60,
  buildMsPerEvent: 0.00007,
  decodeMsPerMB: 1,
  waitMs: 200,
  repeatMs: 1_000,
  buildsAtOnce: 2,
  sharedBytesMax: 64 * 2 ** 20,
};
const bytesOf = (/** @type {number} */ events) =>
  Math.min(events * cost.bytesPerEventSmall, cost.bytesPerLargeIndex + events * cost.bytesPerEvent);

const chance = randomFrom(Number(values.seed));

// Sizes fall off with rank; whom people ask for does too, in another order.
const sum = Math.log(organizations) + 0.5772;
const eventsOf = (/** @type {number} */ rank) =>
  Math.max(20, Math.round(Number(values.events) / sum / (rank + 1)));
const drawRank = () => Math.min(organizations - 1, Math.floor(organizations ** chance()) - 1);
const shuffled = (/** @type {number} */ rank) => (rank * 7_919 + 13) % organizations;

const replica = () => ({
  cache: /** @type {Map<number, number>} */ (new Map()),
  bytes: 0,
  free: /** @type {number[]} */ (Array(cost.buildsAtOnce).fill(0)),
});
const all = Array.from({ length: replicas }, replica);
const shared = /** @type {Set<number>} */ (new Set());
const under = /** @type {Map<number, number>} */ (new Map());
const seen = {
  requests: 0,
  hits: 0,
  shared: 0,
  joined: 0,
  builds: 0,
  pending: 0,
  repeats: 0,
  evicted: 0,
};
let [buildMs, readEvents] = [0, 0];
/** @type {number[]} */
let waits = [];

/** @param {ReturnType<typeof replica>} at @param {number} id @param {number} bytes */
const keep = (at, id, bytes) => {
  if (bytes > cacheBytes) return;
  at.cache.set(id, bytes);
  at.bytes += bytes;
  for (const [oldest, size] of at.cache) {
    if (at.bytes <= cacheBytes) return;
    at.cache.delete(oldest);
    at.bytes -= size;
    seen.evicted += 1;
  }
};

const hourMs = 3_600_000;
for (let now = 0; now < hourMs; now += (-Math.log(1 - chance()) * 1_000) / rate) {
  const id = shuffled(drawRank());
  const at = all[Math.floor(chance() * replicas)] ?? replica();
  const events = eventsOf(id);
  const bytes = bytesOf(events);
  seen.requests += 1;
  const kept = at.cache.get(id);
  const running = under.get(id) ?? 0;
  if (kept !== undefined && running <= now) {
    at.cache.delete(id);
    at.cache.set(id, kept);
    seen.hits += 1;
    continue;
  }
  let wait = running - now;
  if (wait > 0) {
    seen.joined += 1;
  } else if (shared.has(id)) {
    seen.shared += 1;
    wait = (bytes / 2 ** 20) * cost.decodeMsPerMB;
  } else {
    seen.builds += 1;
    readEvents += events;
    const work = cost.readMs + cost.buildMs + events * (cost.readMsPerEvent + cost.buildMsPerEvent);
    buildMs += work;
    const slot = at.free.indexOf(Math.min(...at.free));
    at.free[slot] = Math.max(now, at.free[slot] ?? 0) + work;
    wait = (at.free[slot] ?? now) - now;
    under.set(id, now + wait);
    if (bytes <= cost.sharedBytesMax) shared.add(id);
  }
  if (!at.cache.has(id)) keep(at, id, bytes);
  waits.push(wait);
  if (wait > cost.waitMs) {
    seen.pending += 1;
    seen.repeats += Math.ceil(wait / cost.repeatMs);
  }
}

const share = (/** @type {number} */ count) => `${((100 * count) / seen.requests).toFixed(2)} %`;
waits = waits.sort((a, b) => a - b);
const percentile = (/** @type {number} */ p) =>
  ((waits[Math.floor(p * (waits.length - 1))] ?? 0) / 1000).toFixed(2);
const sharedBytes = [...shared].reduce((bytes, id) => bytes + bytesOf(eventsOf(id)), 0);
const gb = (/** @type {number} */ bytes) => `${(bytes / 2 ** 30).toFixed(1)} GB`;
console.log(`| An hour of ${rate} requests a second, ${replicas} replicas of ${values['cache-gb']} GB, ${organizations.toLocaleString('en-US')} organizations | |
|---|---|
| answered from memory | ${share(seen.hits)} |
| index taken from Redis | ${share(seen.shared)} |
| waited for a build under way | ${share(seen.joined)} |
| built | ${share(seen.builds)} (${seen.builds.toLocaleString('en-US')} builds) |
| answered 202 at first | ${share(seen.pending)} |
| repeats that this cost, of all requests | ${share(seen.repeats)} |
| wait where there was one, median / 99th of a hundred, s | ${percentile(0.5)} / ${percentile(0.99)} |
| building threads busy, of all | ${((100 * buildMs) / (hourMs * replicas * cost.buildsAtOnce)).toFixed(1)} % |
| events that ClickHouse grouped, a second | ${Math.round(readEvents / 3600).toLocaleString('en-US')} |
| indexes in Redis after the hour | ${gb(sharedBytes)} |
| dropped from memory for want of room | ${seen.evicted.toLocaleString('en-US')} |
| largest organization, its index | ${eventsOf(0).toLocaleString('en-US')} events, ${gb(bytesOf(eventsOf(0)))} |`);
