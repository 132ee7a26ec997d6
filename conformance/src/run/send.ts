import { redactedBody, redactedPath, sightingsOf } from '../history/redact.js';
import { hourMs, unsentProblems } from '../judge/allowance.js';
import { byLowerName, isFromGateway, isServed } from '../judge/evidence.js';
import type { Exchange, HistoryRecord, WaitRecord } from '../model/history.js';
import { readJson } from '../model/json.js';
import { type KeyName, type PlannedRequest, type Purpose, unknownKey } from '../model/request.js';
import type { Turn } from '../plan/plan.js';
import { complete } from '../probes/all-probes.js';
import { me } from '../probes/records.js';
import type { Received } from '../transport/transport.js';
import { contextOf } from './learn.js';
import type { Outcome, Run } from './run.js';

/** No answer that counts: the allowance is used up. */
export const isRefused = ({ status, problem }: Outcome): boolean =>
  problem === 'unsent' || status === 429;

const mebibyte = 1024 * 1024;
/** A roster page has at most 100 rows and a metrics answer 25 figures; a board may be large. A run keeps them all. */
const bytesMax = { metrics: mebibyte, roster: mebibyte, other: 32 * mebibyte };
/** So many requests in a row without an answer mean that nothing answers any more. */
const unansweredMax = 3;

const isoNow = ({ ports }: Run): string => new Date(ports.clock.now()).toISOString();

const secretOf = ({ configuration }: Run, name: KeyName): string | null => {
  if (name === 'none') return null;
  if (name === 'empty') return '';
  return name === 'unknown' ? unknownKey : (configuration.targets[name]?.key ?? unknownKey);
};

/** The name of the allowance that a request spends; `null` where there is none (4, 8). */
const allowanceOf = (run: Run, request: PlannedRequest): string | null => {
  const key = secretOf(run, request.key);
  if (request.endpoint === 'other' || key === null || key === unknownKey || key === '') return null;
  const [, , , organization = ''] = request.path.split('/');
  return [key, organization, request.endpoint].join(' ');
};

/** What never reached a service spent nothing, nor did what was refused for the allowance. */
const isFree = (status: number | null | undefined, problem: string | null | undefined): boolean =>
  status === 429 || unsentProblems.has(problem ?? undefined);

/** Counts what an earlier part of the run spent. */
export const countEarlier = (run: Run, exchanges: readonly Exchange[]): void => {
  for (const { sent, answer, broken } of exchanges) {
    const allowance = allowanceOf(run, sent.request);
    if (allowance !== null && !isFree(answer?.status, broken?.problem))
      run.spent.push({ allowance, at: Date.parse(sent.at) });
  }
};

/** What a 429 says something about: an allowance, or one address that has none. */
const refusedName = (run: Run, request: PlannedRequest): string =>
  allowanceOf(run, request) ?? `${request.key} ${request.path}`;

/** Requests of the last hour that spent the allowance of a request. */
export const spentBy = (run: Run, request: PlannedRequest): number => {
  const allowance = allowanceOf(run, request);
  const since = run.ports.clock.now() - hourMs;
  return run.spent.filter((one) => one.allowance === allowance && one.at > since).length;
};

/** True when the allowance of a request was answered 429. */
export const isExhausted = (run: Run, request: PlannedRequest): boolean =>
  run.exhausted.has(refusedName(run, request));

/** What the budget of a request has left. */
export const budgetLeft = (run: Run, request: PlannedRequest): number =>
  run.configuration.budget[request.endpoint] - spentBy(run, request);

/** Requests like this one that can still be sent in this run. */
export const leftFor = (run: Run, request: PlannedRequest): number =>
  run.ending === null && !isExhausted(run, request) ? budgetLeft(run, request) : 0;

/** No answer of the service: it may come when asked once more. */
const isNoAnswer = (outcome: Outcome): boolean =>
  outcome.status === null
    ? !['tooLarge', 'malformed', 'tls'].includes(String(outcome.problem))
    : isFromGateway(outcome);

const transfer = (run: Run, request: PlannedRequest): Promise<Received> => {
  const { baseUrl, timeoutSeconds } = run.configuration;
  const secret = secretOf(run, request.key);
  return run.ports.transport({
    method: request.method,
    url: `${baseUrl.replace(/\/+$/, '')}${request.path}`,
    headers: [...(secret === null ? [] : [['X-API-KEY', secret] as const]), ...request.headers],
    body: request.body,
    timeoutMs: timeoutSeconds * 1000,
    bytesMax: bytesMax[request.endpoint],
  });
};

const noAnswer = (problem: Outcome['problem'], detail: string): Outcome => {
  return { status: null, headers: new Map(), document: undefined, problem, detail };
};

/** What came back, as the run reads it and as the history keeps it: with pseudonyms for personal texts. */
const read = (
  run: Run,
  request: PlannedRequest,
  received: Received,
  elapsedMs: number,
): readonly [Outcome, HistoryRecord] => {
  const common = { seq: run.seq, at: isoNow(run), elapsedMs };
  if (received.kind === 'broken') {
    const { problem, detail } = received;
    return [noAnswer(problem, detail), { type: 'broken', ...common, problem, detail }];
  }
  const { status, headers: pairs, body, bodyBytes } = received;
  const { document, unread } = readJson(body, request.endpoint);
  const headers = byLowerName(pairs);
  const knows = isServed({ status }) ? run.expected(request) : {};
  const record = {
    type: 'answered',
    ...{ ...common, status, headers: pairs, bodyBytes },
    body: redactedBody(body, document, run.salt),
    ...(unread !== null && { unread }),
    sightings: status === 200 ? sightingsOf(request, document) : {},
    ...(Object.keys(knows).length > 0 && { knows }),
  } as const;
  return [{ status, headers, document, problem: null, detail: '' }, record];
};

/** Sends once: the request is recorded before it goes out, and what comes back after. */
const exchange = async (
  run: Run,
  { request, knows = {}, rotation }: Turn,
  purpose: Purpose,
): Promise<Outcome> => {
  const { clock, listener, sink } = run.ports;
  const { probe, endpoint } = request;
  run.seq += 1;
  run.sent.set(run.seq, request);
  const allowance = allowanceOf(run, request);
  const started = clock.now();
  sink({
    type: 'sent',
    ...{ seq: run.seq, at: isoNow(run), purpose, knows },
    ...(rotation !== undefined && { rotation }),
    // Searched words are pieces of names.
    request: { ...request, path: redactedPath(request.path, run.salt) },
  });
  if (allowance !== null) run.spent.push({ allowance, at: started });
  const isMain = request.key === 'main';
  listener({
    type: 'sent',
    probe,
    // What other keys and organizations spend is no part of the allowances that are watched.
    endpoint: isMain ? endpoint : 'other',
    used: isMain ? spentBy(run, request) : 0,
    allowance: run.configuration.allowance,
  });
  const received = await transfer(run, request);
  const elapsedMs = clock.now() - started;
  const [outcome, record] = read(run, request, received, elapsedMs);
  if (allowance !== null && isFree(outcome.status, outcome.problem)) run.spent.pop();
  run.answeringMs += elapsedMs;
  sink(record);
  listener({ type: 'answered', probe, endpoint, status: outcome.status, elapsedMs });
  return outcome;
};

/** Why a request may not be sent, or `null`. */
const forbidden = (run: Run, request: PlannedRequest, purpose: Purpose): string | null => {
  if (run.ending !== null) return run.ending.detail;
  if (purpose === 'quota') return null;
  if (isExhausted(run, request)) return 'the allowance is used up';
  return budgetLeft(run, request) > 0
    ? null
    : `${run.configuration.budget[request.endpoint]} requests of this hour are spent`;
};

/** Ends the run when nothing answers any more, or answers took longer than they may in all. */
const watch = async (run: Run, outcome: Outcome): Promise<void> => {
  const { deadlineSeconds } = run.configuration;
  run.unanswered = isNoAnswer(outcome) ? run.unanswered + 1 : 0;
  if (run.answeringMs > deadlineSeconds * 1000) {
    const detail = `Answers took more than ${deadlineSeconds} s in all (--deadline)`;
    run.ending = { why: 'deadline', detail };
  } else if (run.unanswered >= unansweredMax) {
    // A service that hangs on some requests answers others: a free one distinguishes the two.
    const request = complete(me.plain, { path: '/v1/me' }, contextOf(run));
    const last = await exchange(run, { request }, 'retry');
    run.unanswered = 0;
    if (!isNoAnswer(last)) return;
    const { status, problem, detail } = outcome;
    const why = status === null ? `${problem}: ${detail}` : `a gateway answered ${status}`;
    run.ending = {
      why: 'unanswered',
      detail: `${unansweredMax} requests in a row got no answer (${why})`,
    };
  }
};

/** Sends a request, once more when nothing of the service answered. */
export const send = async (run: Run, turn: Turn, purpose: Purpose): Promise<Outcome> => {
  const { request } = turn;
  const why = forbidden(run, request, purpose);
  if (why !== null) return noAnswer('unsent', why);
  let outcome = await exchange(run, turn, purpose);
  if (isNoAnswer(outcome) && purpose !== 'quota' && budgetLeft(run, request) > 0) {
    await run.ports.clock.sleep(1000);
    outcome = await exchange(run, turn, 'retry');
  }
  await watch(run, outcome);
  if (outcome.status === 429) run.exhausted.add(refusedName(run, request));
  return outcome;
};

/** Pauses, and says why. */
export const wait = async (run: Run, ms: number, why: WaitRecord['why']): Promise<void> => {
  if (ms <= 0 || run.ending !== null) return;
  const { clock, listener, sink } = run.ports;
  const until = new Date(clock.now() + ms).toISOString();
  sink({ type: 'wait', at: isoNow(run), until, why });
  listener({ type: 'waiting', until, why });
  await clock.sleep(ms);
};
