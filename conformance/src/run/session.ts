import { redactedBody, redactedPath } from '../history/redact.js';
import { sightingsOf } from '../history/sightings.js';
import { requestsPerHour } from '../judge/allowance.js';
import { mediaType } from '../judge/sight.js';
import type { RunConfiguration } from '../model/configuration.js';
import type { HistoryRecord, LeftOutRecord, WaitRecord } from '../model/history.js';
import { parseJson } from '../model/json.js';
import type { Listener } from '../model/progress.js';
import {
  type Header,
  type KeyName,
  type PlannedRequest,
  type Purpose,
  unknownKey,
} from '../model/request.js';
import { type Allowance, keyHashOf, type Ledger } from '../plan/ledger.js';
import type { Clock } from '../transport/clock.js';
import type { Received, Transport } from '../transport/transport.js';

/** Everything outside that a run touches. */
export interface Ports {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly ledger: Ledger;
  /** Where records go, in order, as they happen. */
  readonly sink: (record: HistoryRecord) => void;
  readonly listener: Listener;
}

/** An answer as the run itself needs it, personal texts still in it. */
export interface Fresh {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly document: unknown;
}

/** What came of a request: an answer, a broken wire, or nothing sent. */
export type Outcome =
  | { readonly kind: 'answer'; readonly answer: Fresh }
  | { readonly kind: 'broken'; readonly problem: string; readonly detail: string }
  | { readonly kind: 'unsent'; readonly why: string };

const bytesMax = 16 * 1024 * 1024;
const gateway: ReadonlySet<number> = new Set([502, 503, 504]);

const secretOf = (configuration: RunConfiguration, name: KeyName): string | null => {
  if (name === 'none') return null;
  if (name === 'empty') return '';
  return name === 'unknown' ? unknownKey : (configuration.targets[name]?.key ?? unknownKey);
};

const organizationIn = (path: string): string => path.split('/')[3] ?? '';

const lowerCased = (headers: readonly Header[]): ReadonlyMap<string, string> =>
  new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));

const isNoAnswer = (received: Received): boolean =>
  received.kind === 'broken'
    ? received.problem !== 'tooLarge' &&
      received.problem !== 'malformed' &&
      received.problem !== 'tls'
    : gateway.has(received.status) &&
      !(lowerCased(received.headers).get('content-type') ?? '').startsWith(mediaType);

/** Sends, records, counts. One request at a time, so that the history is a line. */
export const openSession = (
  configuration: RunConfiguration,
  ports: Ports,
  salt: string | null,
  firstSeq: number,
) => {
  const { clock, ledger, listener, sink } = ports;
  const baseUrl = configuration.baseUrl.replace(/\/+$/, '');
  let seq = firstSeq;
  const exhausted = new Set<string>();
  const now = (): string => new Date(clock.now()).toISOString();

  const allowanceOf = (request: PlannedRequest): Allowance | null => {
    const key = secretOf(configuration, request.key);
    if (request.endpoint === 'other' || key === null || key === unknownKey || key === '')
      return null;
    return {
      baseUrl,
      keyHash: keyHashOf(key),
      organization: organizationIn(request.path),
      endpoint: request.endpoint,
    };
  };

  const spent = (request: PlannedRequest): number => {
    const allowance = allowanceOf(request);
    return allowance === null ? 0 : ledger.spent(allowance, clock.now());
  };

  const exchange = async (
    request: PlannedRequest,
    purpose: Purpose,
    knows: Readonly<Record<string, unknown>>,
  ): Promise<Received> => {
    const number = seq;
    seq += 1;
    const allowance = allowanceOf(request);
    const started = clock.now();
    const recorded = { ...request, path: redactedPath(request.path, salt) };
    sink({ type: 'sent', seq: number, at: now(), purpose, request: recorded, knows });
    if (allowance !== null) ledger.record(allowance, started);
    listener({
      type: 'sent',
      probe: request.probe,
      // What other keys and organizations spend is no part of the allowances that are watched.
      endpoint: request.key === 'main' ? request.endpoint : 'other',
      used: request.key === 'main' ? spent(request) : 0,
      allowance: requestsPerHour,
    });
    const secret = secretOf(configuration, request.key);
    const received = await ports.transport({
      method: request.method,
      url: `${baseUrl}${request.path}`,
      headers: [...(secret === null ? [] : [['X-API-KEY', secret] as const]), ...request.headers],
      body: request.body,
      timeoutMs: configuration.timeoutSeconds * 1000,
      bytesMax,
    });
    const elapsedMs = clock.now() - started;
    const { endpoint, probe } = request;
    if (received.kind === 'broken') {
      const { problem, detail } = received;
      sink({ type: 'broken', seq: number, at: now(), elapsedMs, problem, detail });
      listener({ type: 'answered', probe, endpoint, status: null, elapsedMs });
      return received;
    }
    const document = parseJson(received.body);
    sink({
      type: 'answered',
      seq: number,
      at: now(),
      elapsedMs,
      status: received.status,
      headers: received.headers,
      body: redactedBody(received.body, document, salt),
      bodyBytes: received.bodyBytes,
      sightings: received.status === 200 ? sightingsOf(request, document) : {},
    });
    listener({ type: 'answered', probe, endpoint, status: received.status, elapsedMs });
    return received;
  };

  /** Sends a request, once more when nothing of the service answered. */
  const send = async (
    request: PlannedRequest,
    purpose: Purpose,
    knows: Readonly<Record<string, unknown>> = {},
  ): Promise<Outcome> => {
    const name = JSON.stringify(allowanceOf(request));
    if (exhausted.has(name) && purpose !== 'quota') {
      return { kind: 'unsent', why: 'the allowance is used up' };
    }
    const budget = configuration.budget[request.endpoint];
    if (purpose !== 'quota' && spent(request) >= budget) {
      return { kind: 'unsent', why: `${budget} requests of this hour are spent` };
    }
    let received = await exchange(request, purpose, knows);
    if (isNoAnswer(received) && purpose !== 'quota' && spent(request) < budget) {
      await clock.sleep(1000);
      received = await exchange(request, 'retry', knows);
    }
    if (received.kind === 'broken') return received;
    if (received.status === 429) exhausted.add(name);
    return {
      kind: 'answer',
      answer: {
        status: received.status,
        headers: lowerCased(received.headers),
        document: parseJson(received.body),
      },
    };
  };

  const wait = async (ms: number, why: WaitRecord['why']): Promise<void> => {
    if (ms <= 0) return;
    const until = new Date(clock.now() + ms).toISOString();
    sink({ type: 'wait', at: now(), until, why });
    listener({ type: 'waiting', until, why });
    await clock.sleep(ms);
  };

  const leaveOut = (probe: string, why: LeftOutRecord['why'], detail: string): void =>
    sink({ type: 'leftOut', at: now(), probe, why, detail });

  return {
    send,
    wait,
    leaveOut,
    spent,
    now: clock.now,
    record: sink,
    note: (message: string) => listener({ type: 'note', message }),
    isExhausted: (request: PlannedRequest) => exhausted.has(JSON.stringify(allowanceOf(request))),
  };
};

/** What `openSession` gives. */
export type Session = ReturnType<typeof openSession>;
