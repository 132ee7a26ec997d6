import type { AnsweredRecord, Exchange, History, RunRecord, SentRecord } from '../model/history.js';
import type { PlannedRequest } from '../model/request.js';

const at = '2026-11-03T12:00:00.000Z';

const run: RunRecord = {
  type: 'run',
  format: 1,
  suiteVersion: '0.1.0',
  at,
  baseUrl: 'https://api.example.com',
  organizations: { main: 'wksp_abc' },
  boards: { readable: [], forbidden: [] },
  seed: 7,
  rotation: 0,
  now: null,
  frozen: false,
  quotaCheck: false,
  freshQuota: false,
  waitReset: false,
  facts: null,
  only: [],
  skip: [],
  pinned: {},
  salt: 'salt',
};

/** A planned request; what is not said is as usual. */
export const sampleRequest = (more: Partial<PlannedRequest> = {}): PlannedRequest => ({
  probe: 'MV1',
  endpoint: 'metrics',
  target: 'main',
  key: 'main',
  method: 'POST',
  path: '/v1/organizations/wksp_abc/analytics',
  headers: [['Content-Type', 'application/json']],
  body: '{"metrics":[{"name":"boardCount"}]}',
  ...more,
});

/** A request with its answer. */
export const sampleExchange = (
  seq: number,
  request: PlannedRequest,
  answer: Partial<AnsweredRecord> | null,
): Exchange => {
  const sent: SentRecord = { type: 'sent', seq, at, purpose: 'submit', request, knows: {} };
  if (answer === null) {
    const detail = 'nobody listens';
    return {
      seq,
      sent,
      answer: null,
      broken: { type: 'broken', seq, at, elapsedMs: 12, problem: 'unreachable', detail },
      document: undefined,
    };
  }
  const body = '{"data":{}}';
  const answered: AnsweredRecord = {
    type: 'answered',
    seq,
    at,
    elapsedMs: 34.5,
    status: 200,
    headers: [['Content-Type', 'application/vnd.api+json']],
    body,
    bodyBytes: body.length,
    sightings: {},
    ...answer,
  };
  return { seq, sent, answer: answered, broken: null, document: undefined };
};

/** A history of some exchanges. */
export const sampleHistory = (exchanges: readonly Exchange[] = []): History => ({
  run,
  calendar: null,
  exchanges,
  leftOut: [],
  waits: [],
  kept: { records: 0, hash: null },
  end: { type: 'end', at, why: 'complete', detail: '' },
});
