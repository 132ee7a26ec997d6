import { isAccepted, type Organization, planMetrics, planRoster } from '@tallyboard/core';
import {
  bodyIsNotUtf8,
  errorAnswer,
  metricsAnswer,
  readBodyText,
  refusalsAnswer,
  rosterAnswer,
} from '@tallyboard/core/engine';
import { type Day, limits } from '@tallyboard/core/vocabulary';
import type { Awaitable } from '@tallyboard/ports';
import { after, isPromise, within } from '../awaitable.js';
import { type Bytes, failed, pending } from '../ports.js';
import type { Adapter, Step } from '../steps.js';
import { respond } from '../wire/respond.js';

type State<S> = S | typeof failed | typeof pending;

const statuses: readonly unknown[] = ['ready', 'pending', 'failed'];

/**
 * Runs a computation for at most the adapter's waiting time; it goes on after that, and is pending for this request.
 * What it throws is for the operator, and so is anything but a state for each figure.
 */
const statesOf = async <S extends { readonly status: string }>(
  count: number,
  compute: () => Awaitable<readonly S[]>,
  { ports, waitMs }: Adapter,
): Promise<readonly State<S>[]> => {
  const all = <A>(state: A): readonly A[] => Array.from({ length: count }, () => state);
  const checked = (states: readonly (S | null)[] | null): readonly State<S>[] => {
    const isSound =
      states?.length === count && states.every((one) => statuses.includes(one?.status));
    if (isSound) return states as readonly S[];
    throw new TypeError(`A computation must give ${count} states: ready, pending or failed.`);
  };
  const broken = (error: unknown): readonly State<S>[] => {
    ports.onError(error);
    return all(failed);
  };
  try {
    const states = compute();
    // Figures mostly come at once: a timer for each would cost more than they do.
    if (!isPromise(states)) return checked(states);
    // What it throws after the wait is reported, too.
    return await within(waitMs, Promise.resolve(states).then(checked).catch(broken), () =>
      all(pending),
    );
  } catch (error) {
    return broken(error);
  }
};

/** The seconds of `Retry-After` on a 202: those that the port expects, else one. */
const retryAfterOf = (organizationId: string, { ports }: Adapter): number => {
  try {
    return ports.computations.retryAfterSeconds?.(organizationId) ?? 1;
  } catch (error) {
    // The answer itself is there.
    ports.onError(error);
    return 1;
  }
};

const unread = {
  tooLarge: errorAnswer(
    'payloadTooLarge',
    `Send at most ${limits.bodyBytesMax} bytes; wide requests are spread over several.`,
  ),
  brokenOff: errorAnswer('badRequest', 'The body broke off before its end.'),
};

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes, a byte order mark included; `null` if they are not UTF-8 (4.1.12). */
const decodeUtf8 = (bytes: Bytes): string | null => {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
};

/** Longer bodies are not cached: V8 hashes texts of more than 16,383 characters by their length alone. */
const textMax = 8192;

/** The share of documents that is cached: most bodies never come again, and those that do are soon among them. */
const cachedShare = 0.25;

/**
 * The key of a document in the cache; `null` where it is not cached. Dashboards ask the same again and again: a
 * document whose figures are all ready answers the same text for as long as the version of the data, the day and the
 * organization stay the same.
 */
const cacheKey = (
  organization: Organization,
  today: Day,
  text: string | null,
  { ports: { computations } }: Adapter,
): string | null => {
  if (text === null || text.length > textMax) return null;
  let version: string | null;
  try {
    version = computations.version?.(organization, today) ?? null;
  } catch {
    // `metrics` throws it as well.
    return null;
  }
  if (version === null) return null;
  // By name: an organization may inherit its fields, as rows of some mappers do.
  const { id, type, createdOn, billingTerms } = organization;
  const terms = billingTerms.map((term) => `${term.startsOn}-${term.endsOn}-${term.status}`);
  return `${version} ${today} ${id} ${type} ${createdOn} ${terms.join()} ${text}`;
};

/** Answers the read of metrics (4.1). */
export const metrics: Step = async (call, adapter) => {
  const { organization } = call;
  const body = await call.request.body(limits.bodyBytesMax);
  if (body.status !== 'read') return respond(call, unread[body.status]);
  const today = await adapter.ports.clock.today();
  const text = decodeUtf8(body.bytes);
  const key = cacheKey(organization, today, text, adapter);
  const cached = key === null ? undefined : adapter.cache.get(key);
  if (cached !== undefined) return { status: 200, headers: call.headers, body: cached };

  const read = text === null ? bodyIsNotUtf8 : readBodyText(text);
  if (!isAccepted(read)) return respond(call, refusalsAnswer(read.left));
  const planned = planMetrics({ body: read.right, organization, today });
  if (!isAccepted(planned)) return respond(call, refusalsAnswer(planned.left));
  const plan = planned.right;
  const compute = () => adapter.ports.computations.metrics(plan);
  const states = await statesOf(plan.queries.length, compute, adapter);
  const answer = metricsAnswer(plan, states, retryAfterOf(organization.id, adapter));
  const reply = respond(call, answer);
  const areReady = states.every(({ status }) => status === 'ready');
  if (key === null || !areReady || Math.random() >= cachedShare) return reply;
  // The figures may be of another version by now.
  if (cacheKey(organization, today, text, adapter) === key)
    adapter.cache.set(key, reply.body, 2 * (key.length + reply.body.length));
  return reply;
};

/** Answers the read of the roster (4.2). */
export const roster: Step = async (call, adapter) => {
  const { organization } = call;
  const { clock, computations } = adapter.ports;
  const query = [...new URL(call.request.address).searchParams];
  const planned = planRoster({ query, organization, today: await clock.today() });
  if (!isAccepted(planned)) return respond(call, refusalsAnswer(planned.left));
  const plan = planned.right;
  const compute = () => after(computations.roster(plan), (state) => [state]);
  const states = await statesOf(1, compute, adapter);
  return respond(call, rosterAnswer(plan, states[0]!, retryAfterOf(organization.id, adapter)));
};
