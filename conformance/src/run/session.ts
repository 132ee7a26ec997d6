import { redactedBody, redactedPath, sightingsOf } from '../history/redact.js';
import { unsentProblems } from '../judge/allowance.js';
import { isFromGateway } from '../judge/evidence.js';
import type { RunConfiguration } from '../model/configuration.js';
import type {
  AnsweredRecord,
  BrokenRecord,
  EndRecord,
  HistoryRecord,
  WaitRecord,
} from '../model/history.js';
import { parseJson, readJson } from '../model/json.js';
import type { Listener } from '../model/progress.js';
import {
  accept,
  type Header,
  type KeyName,
  type PlannedRequest,
  type Purpose,
  unknownKey,
} from '../model/request.js';
import { type Allowance, keyHashOf, type Ledger } from '../plan/ledger.js';
import type { Turn } from '../plan/plan.js';
import type { Clock } from '../transport/clock.js';
import type { Received, Transport } from '../transport/transport.js';

/** What facts say that the answer to a request must hold; nothing without facts. */
export type ExpectedValues = (request: PlannedRequest) => Readonly<Record<string, unknown>>;

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

/** No answer that counts: the allowance is used up. */
export const isRefused = (outcome: Outcome): boolean =>
  outcome.kind === 'unsent' || (outcome.kind === 'answer' && outcome.answer.status === 429);

/** How a run ends. */
export type Ending = Pick<EndRecord, 'why' | 'detail'>;

/** A run while it sends: one request at a time, so that the history is a line. */
export interface Session {
  readonly configuration: RunConfiguration;
  readonly ports: Ports;
  /** Makes pseudonyms; `null` keeps personal texts. */
  readonly salt: string | null;
  /** What facts say of answers. */
  readonly expected: ExpectedValues;
  /** What was sent, personal texts still in it, by its number. */
  readonly sent: Map<number, PlannedRequest>;
  /** The number of the next request. */
  seq: number;
  /** Allowances that were answered 429, by name. */
  readonly exhausted: Set<string>;
  /** Requests in a row that got no answer, each tried twice. */
  unanswered: number;
  /** Time spent waiting for answers, in ms. */
  answeringMs: number;
  /** Set when it is no use to go on: nothing is sent any more. */
  ending: Ending | null;
}

const mebibyte = 1024 * 1024;
/** A roster page has at most 100 rows and a metrics answer 25 figures; a board may be large. A run keeps them all. */
const bytesMax = { metrics: mebibyte, roster: mebibyte, other: 32 * mebibyte };
/** So many requests in a row without an answer mean that nothing answers any more. */
const unansweredMax = 3;

const isoNow = ({ ports }: Session): string => new Date(ports.clock.now()).toISOString();

const secretOf = ({ configuration }: Session, name: KeyName): string | null => {
  if (name === 'none') return null;
  if (name === 'empty') return '';
  return name === 'unknown' ? unknownKey : (configuration.targets[name]?.key ?? unknownKey);
};

const allowanceOf = (session: Session, request: PlannedRequest): Allowance | null => {
  const key = secretOf(session, request.key);
  if (request.endpoint === 'other' || key === null || key === unknownKey || key === '') return null;
  return {
    baseUrl: session.configuration.baseUrl,
    keyHash: keyHashOf(key),
    organization: request.path.split('/')[3] ?? '',
    endpoint: request.endpoint,
  };
};

/** What a 429 says something about: an allowance, or one address that has none (4, 8). */
const allowanceName = (session: Session, request: PlannedRequest): string =>
  JSON.stringify(allowanceOf(session, request) ?? [request.key, request.path]);

/** Requests of the last hour that spent the allowance of a request. */
export const spentBy = (session: Session, request: PlannedRequest): number => {
  const allowance = allowanceOf(session, request);
  const { clock, ledger } = session.ports;
  return allowance === null ? 0 : ledger.spent(allowance, clock.now());
};

/** True when the allowance of a request was answered 429. */
export const isExhausted = (session: Session, request: PlannedRequest): boolean =>
  session.exhausted.has(allowanceName(session, request));

const lowerCased = (headers: readonly Header[]): ReadonlyMap<string, string> =>
  new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));

/** No answer of the service: it may come when asked once more. */
const isNoAnswer = (received: Received): boolean =>
  received.kind === 'broken'
    ? received.problem !== 'tooLarge' &&
      received.problem !== 'malformed' &&
      received.problem !== 'tls'
    : isFromGateway({ status: received.status, headers: lowerCased(received.headers) });

/** The request never reached a service, so that it spent nothing. */
const isUnsent = (received: Received): boolean =>
  received.kind === 'broken' && unsentProblems.has(received.problem);

const transfer = (session: Session, request: PlannedRequest): Promise<Received> => {
  const { configuration, ports } = session;
  const secret = secretOf(session, request.key);
  return ports.transport({
    method: request.method,
    url: `${configuration.baseUrl.replace(/\/+$/, '')}${request.path}`,
    headers: [...(secret === null ? [] : [['X-API-KEY', secret] as const]), ...request.headers],
    body: request.body,
    timeoutMs: configuration.timeoutSeconds * 1000,
    bytesMax: bytesMax[request.endpoint],
  });
};

/** What came back as the history keeps it: pseudonyms for personal texts. */
const recordOf = (
  { expected, salt }: Session,
  request: PlannedRequest,
  received: Received,
  common: Pick<AnsweredRecord, 'seq' | 'at' | 'elapsedMs'>,
): AnsweredRecord | BrokenRecord => {
  if (received.kind === 'broken') {
    const { problem, detail } = received;
    return { type: 'broken', ...common, problem, detail };
  }
  const { status, headers, body, bodyBytes } = received;
  const { document, unread } = readJson(body, request.endpoint);
  const knows = status === 200 || status === 202 ? expected(request) : {};
  return {
    type: 'answered',
    ...{ ...common, status, headers, bodyBytes },
    body: redactedBody(body, document, salt),
    ...(unread !== null && { unread }),
    sightings: status === 200 ? sightingsOf(request, document) : {},
    ...(Object.keys(knows).length > 0 && { knows }),
  };
};

/** Sends once: the request is recorded before it goes out, and what comes back after. */
const exchange = async (
  session: Session,
  { request, knows = {}, rotation }: Turn,
  purpose: Purpose,
): Promise<Received> => {
  const { clock, ledger, listener, sink } = session.ports;
  const { probe, endpoint } = request;
  const { seq } = session;
  session.seq += 1;
  session.sent.set(seq, request);
  const allowance = allowanceOf(session, request);
  const started = clock.now();
  sink({
    type: 'sent',
    ...{ seq, at: isoNow(session), purpose, knows },
    ...(rotation !== undefined && { rotation }),
    // Searched words are pieces of names.
    request: { ...request, path: redactedPath(request.path, session.salt) },
  });
  if (allowance !== null) ledger.record(allowance, started);
  const isMain = request.key === 'main';
  listener({
    type: 'sent',
    probe,
    // What other keys and organizations spend is no part of the allowances that are watched.
    endpoint: isMain ? endpoint : 'other',
    used: isMain ? spentBy(session, request) : 0,
    allowance: session.configuration.allowance,
  });
  const received = await transfer(session, request);
  if (allowance !== null && isUnsent(received)) ledger.takeBack(allowance, started);
  const elapsedMs = clock.now() - started;
  session.answeringMs += elapsedMs;
  sink(recordOf(session, request, received, { seq, at: isoNow(session), elapsedMs }));
  const status = received.kind === 'answer' ? received.status : null;
  listener({ type: 'answered', probe, endpoint, status, elapsedMs });
  return received;
};

/** Why a request may not be sent, or `null`. */
const forbidden = (session: Session, request: PlannedRequest, purpose: Purpose): string | null => {
  if (session.ending !== null) return session.ending.detail;
  if (purpose === 'quota') return null;
  if (isExhausted(session, request)) return 'the allowance is used up';
  const budget = session.configuration.budget[request.endpoint];
  return spentBy(session, request) >= budget ? `${budget} requests of this hour are spent` : null;
};

const me: PlannedRequest = {
  probe: 'AU12',
  endpoint: 'other',
  target: 'main',
  key: 'main',
  method: 'GET',
  path: '/v1/me',
  headers: [accept],
  body: null,
};

const problemOf = (received: Received): string =>
  received.kind === 'broken'
    ? `${received.problem}: ${received.detail}`
    : `a gateway answered ${received.status}`;

/** Ends the session when nothing answers any more, or answers took longer than they may in all. */
const watch = async (session: Session, received: Received): Promise<void> => {
  const { deadlineSeconds } = session.configuration;
  session.unanswered = isNoAnswer(received) ? session.unanswered + 1 : 0;
  if (session.answeringMs > deadlineSeconds * 1000) {
    const detail = `Answers took more than ${deadlineSeconds} s in all (--deadline)`;
    session.ending = { why: 'deadline', detail };
  } else if (session.unanswered >= unansweredMax) {
    // A service that hangs on some requests answers others: a free one distinguishes the two.
    const last = await exchange(session, { request: me }, 'retry');
    session.unanswered = 0;
    if (!isNoAnswer(last)) return;
    const detail = `${unansweredMax} requests in a row got no answer (${problemOf(received)})`;
    session.ending = { why: 'unanswered', detail };
  }
};

/** Sends a request, once more when nothing of the service answered. */
export const send = async (session: Session, turn: Turn, purpose: Purpose): Promise<Outcome> => {
  const { request } = turn;
  const why = forbidden(session, request, purpose);
  if (why !== null) return { kind: 'unsent', why };
  let received = await exchange(session, turn, purpose);
  const budget = session.configuration.budget[request.endpoint];
  if (isNoAnswer(received) && purpose !== 'quota' && spentBy(session, request) < budget) {
    await session.ports.clock.sleep(1000);
    received = await exchange(session, turn, 'retry');
  }
  await watch(session, received);
  if (received.kind === 'broken') return received;
  if (received.status === 429) session.exhausted.add(allowanceName(session, request));
  return {
    kind: 'answer',
    answer: {
      status: received.status,
      headers: lowerCased(received.headers),
      document: parseJson(received.body, request.endpoint),
    },
  };
};

/** Pauses, and says why. */
export const wait = async (session: Session, ms: number, why: WaitRecord['why']): Promise<void> => {
  if (ms <= 0 || session.ending !== null) return;
  const { clock, listener, sink } = session.ports;
  const until = new Date(clock.now() + ms).toISOString();
  sink({ type: 'wait', at: isoNow(session), until, why });
  listener({ type: 'waiting', until, why });
  await clock.sleep(ms);
};
