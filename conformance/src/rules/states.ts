import { judgeRepeats } from '../judge/allowance.js';
import { type Check, equals, everyAnswer, mismatch } from '../judge/check.js';
import { type Answer, evidenceIn, retryAfterOf } from '../judge/evidence.js';
import { askedFor, listed, metricsAnswers, readable, returned } from '../judge/metrics/answer.js';
import { isReady, rosterAnswers } from '../judge/roster/answer.js';
import type { History } from '../model/history.js';
import { at, canonical, isObject, listOf, shown } from '../model/json.js';
import type { ReplyChange } from '../model/mutation.js';
import { mediaType } from '../model/request.js';
import type { Judge, Rule } from '../model/rule.js';
import { fail, notApplicable, pass, undecided } from '../model/verdict.js';
import { metrics, metricsValid } from '../probes/metrics-valid.js';
import { me } from '../probes/records.js';
import { roster, rosterServed } from '../probes/roster-probes.js';
import { metrics as inData, inMetrics, rosterMeta, without } from './broken.js';
import { isFrozen } from './law-rules.js';
import { beyond, derived, inferred, must } from './rule.js';

/** Some answers of a run, and what to say if there is none of them. */
type Selection = readonly [select: (history: History) => readonly Answer[], never: string];

/** Every chosen answer passes, repeats of a 202 among them. */
const every = ([select, never]: Selection, check: Check): Judge =>
  everyAnswer(select, check, never);

const some = (
  [select]: Selection,
  isMeant: (answer: Answer) => boolean,
  never: string,
): Selection => [(history) => select(history).filter(isMeant), never];

const meta = (answer: Answer, name: string): unknown => at(answer.document, 'meta', name);
const count = (answer: Answer, name: string): number => listOf(meta(answer, name)).length;
const isWaiting = ({ status }: Answer): boolean => status === 202;
const isOfMetrics = ({ request }: Answer): boolean => request.endpoint === 'metrics';

const ofMetrics: Selection = [metricsAnswers, 'No metrics answer was seen.'];
const ofRoster: Selection = [rosterAnswers, 'No roster answer was seen.'];
const analytics: Selection = [
  (history) => [...metricsAnswers(history), ...rosterAnswers(history)],
  'No 200 was seen.',
];
const evidence: Selection = [evidenceIn, 'Nothing was answered.'];
const waiting = some(analytics, isWaiting, 'No 202 was seen.');
const waitingMetrics = some(waiting, isOfMetrics, 'No 202 was seen.');
const waitingRosters = some(ofRoster, isWaiting, 'No roster 202 was seen.');
const ready = some(
  ofMetrics,
  (answer) => meta(answer, 'status') === 'ready',
  'No answer was ready.',
);
const partial = some(
  evidence,
  (answer) =>
    isOfMetrics(answer) && (meta(answer, 'status') === 'partial' || count(answer, 'errors') > 0),
  'No metric failed.',
);
const failedRosters = some(
  ofRoster,
  (answer) => meta(answer, 'status') === 'failed',
  'No roster failed.',
);
const repeats = some(
  evidence,
  ({ exchange }) => exchange.sent.purpose === 'poll',
  'No 202 was seen.',
);
const records = some(
  evidence,
  ({ request, status }) => request.endpoint === 'other' && status === 200,
  'No 200 was seen.',
);

const hasMediaType: Check = ({ headers }) =>
  equals(
    mediaType,
    'Content-Type',
    headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'nothing',
  );

const hasEnvelope: Check = (answer) => {
  const { document, exchange } = answer;
  const data = at(document, 'data');
  const dataIsRight = isOfMetrics(answer) ? isObject(data) : Array.isArray(data);
  if (dataIsRight && isObject(at(document, 'meta'))) return null;
  const { body = '', unread } = exchange.answer ?? {};
  const why = unread === undefined ? '' : `not read, ${unread}: `;
  return `the body is ${why}${shown(document ?? body)}`;
};

const announcesWait: Check = (answer) => {
  if (retryAfterOf(answer) === null) {
    return `Retry-After is ${shown(answer.headers.get('retry-after'))}, expected seconds`;
  }
  return count(answer, 'pending') > 0
    ? null
    : `meta.pending is ${shown(meta(answer, 'pending'))}, expected at least one entry`;
};

/** meta.retryAfter repeats the header (2.7, 3). */
const waitAgrees: Check = (answer) => {
  const value = meta(answer, 'retryAfter');
  const header = shown(answer.headers.get('retry-after'));
  return value === retryAfterOf(answer) && value !== null
    ? null
    : mismatch(`Retry-After, ${header}`, '/meta/retryAfter', value);
};

/** Nothing that these lists of `meta` name is in data. */
const isAbsent =
  (...lists: readonly ('pending' | 'errors')[]): Check =>
  (answer) => {
    const missing = new Set(lists.flatMap((list) => listed(answer, list).map(({ key }) => key)));
    const both = returned(answer).find(({ key }) => missing.has(key));
    const where = lists.map((list) => `meta.${list}`).join(' or ');
    return both === undefined ? null : `${readable(both.key)} is in ${where} and in data`;
  };

const statusAgrees: Check = (answer) => {
  const complete = count(answer, 'errors') > 0 ? 'partial' : 'ready';
  const right = isWaiting(answer) ? 'pending' : complete;
  return equals(right, '/meta/status', meta(answer, 'status'));
};

const pendingAgrees: Check = (answer) =>
  isWaiting(answer) === count(answer, 'pending') > 0
    ? null
    : `${answer.status} and meta.pending is ${shown(meta(answer, 'pending'))}`;

const failuresAreAbsent: Check = (answer, history) => {
  const all = at(answer.document, 'data', 'attributes', 'metrics');
  return answer.status === 200 && !Array.isArray(all)
    ? mismatch('a list, empty when every metric failed', '/data/attributes/metrics', all)
    : isAbsent('errors')(answer, history);
};

const rosterStatusAgrees: Check = (answer) => {
  const [status, pending, errors] = ['status', 'pending', 'errors'].map((name) =>
    meta(answer, name),
  );
  if (isWaiting(answer)) {
    return status === 'pending'
      ? equals('["users"]', '/meta/pending', canonical(pending))
      : mismatch('pending', '/meta/status', status);
  }
  if (listOf(pending).length > 0) return mismatch('nothing on a 200', '/meta/pending', pending);
  if (status === 'failed') return null;
  if (status !== 'ready') return mismatch('ready or failed', '/meta/status', status);
  return listOf(errors).length === 0 ? null : `ready, and meta.errors is ${shown(errors)}`;
};

const failedIsEmpty: Check = (answer) => {
  const errors = listOf(meta(answer, 'errors'));
  // An error may be the bare word or an object that names it.
  if (errors.length !== 1 || !canonical(errors[0]).includes('users')) {
    return mismatch('the single entry users', '/meta/errors', errors);
  }
  const data = at(answer.document, 'data');
  return canonical(data) === '[]' ? null : `a failed roster has data ${shown(data)}`;
};

/** What a repeat of a 202 may be: pending again, ready, partial or failed; never an error. */
const movesOn: Check = (answer) => {
  if (isWaiting(answer)) return null;
  if (answer.status !== 200) return `a repeat of a 202 is answered ${answer.status}`;
  const right = ['ready', isOfMetrics(answer) ? 'partial' : 'failed'];
  const status = meta(answer, 'status');
  return right.includes(String(status))
    ? null
    : mismatch(right.join(' or '), '/meta/status', status);
};

const isComplete: Check = (answer) => {
  const got = new Set(returned(answer).map((one) => one.key));
  const lost = askedFor(answer.request).find((one) => !got.has(one.key));
  return lost === undefined ? null : `ready, and ${readable(lost.key)} is not in data`;
};

/** Between two answers to the same request that are further apart figures may be computed anew. */
const soonMs = 60_000;

const sentAt = ({ exchange }: Answer): number => Date.parse(exchange.sent.at);
const answeredAt = ({ exchange }: Answer): number => Date.parse(exchange.answer?.at ?? '');

/** Answers to the same request of which one soon followed the other. */
const repeated = (answers: readonly Answer[]): readonly (readonly [Answer, Answer])[] => {
  const last = new Map<string, Answer>();
  return answers.flatMap((answer) => {
    const request = canonical({ ...answer.request, probe: '' });
    const before = last.get(request);
    last.set(request, answer);
    const waitMs = before === undefined ? 0 : (retryAfterOf(before) ?? 0) * 1000;
    return before !== undefined && sentAt(answer) - answeredAt(before) <= waitMs + soonMs
      ? [[before, answer] as const]
      : [];
  });
};

/** What was ready in the first of two answers and is pending in the second. */
const pendingAgain = (before: Answer, answer: Answer): string | undefined => {
  if (!isOfMetrics(answer)) return isReady(before) && isWaiting(answer) ? 'users' : undefined;
  const had = new Set(returned(before).map(({ key }) => key));
  return listed(answer, 'pending').find(({ key }) => had.has(key))?.key;
};

const readyStays: Judge = (history) => {
  const pairs = repeated(analytics[0](history));
  if (pairs.length === 0) return notApplicable('notExercised', 'Nothing was asked twice.');
  for (const [before, answer] of pairs) {
    const key = pendingAgain(before, answer);
    if (key === undefined) continue;
    const message = `${key} was ready and is pending when request ${before.seq} is repeated as request ${answer.seq}.`;
    const seen = [before, answer].map(({ seq }) => ({ seq, actual: message }));
    // What changed since has to be computed anew.
    return isFrozen(history) ? fail(message, seen) : undecided('drift', message, seen);
  }
  return pass(`What was ready stayed so in ${pairs.length} repeats.`);
};

const typed =
  (type: string, isMeant: (endpoint: string) => boolean = () => true): ReplyChange =>
  (reply, { endpoint }) => {
    if (isMeant(endpoint)) reply.headers.set('content-type', type);
    return reply;
  };

/** Requests of which whichever was answered decides. */
const either = { asks: [metrics.everything, roster.bare], cover: 'any' } as const;
const anyMetrics = { asks: metricsValid, cover: 'any' } as const;

const isNoServerError: Check = ({ status }) => (status < 500 ? null : `answered ${status}`);

/** What an answer is: ready, pending, partial or failed (1, 2.7, 2.8, 3, 7). */
export const stateRules: readonly Rule[] = [
  must(
    '1-R4a',
    'A figure that is not yet available is answered with 202, a Retry-After header and a pending marker.',
    {
      expected: 'every 202 has Retry-After in whole seconds and a non-empty meta.pending',
      judge: every(waiting, announcesWait),
    },
  ),
  must('1-R4b', 'A pending figure is absent from the data.', {
    judge: every(waitingMetrics, isAbsent('pending')),
  }),
  must('1-R7a', 'Analytics answers have the media type application/vnd.api+json.', {
    ...either,
    expected: 'on every 200 and 202; the form of refusals is open',
    judge: every(analytics, hasMediaType),
    broken: { 'plain JSON': typed('application/json'), 'no type': typed('text/plain') },
  }),
  must('1-R7b', 'Analytics answers have an envelope of data and meta.', {
    ...either,
    expected: 'data (an object, or a list for the roster) and an object meta',
    judge: every(analytics, hasEnvelope),
    broken: {
      'no meta': (reply, { endpoint }) =>
        endpoint === 'metrics' ? { ...reply, document: without('meta')(reply.document) } : null,
      'data is a list': inMetrics('data', (value) => [value]),
    },
  }),
  must('1-R7c', 'Boards and users have the media type application/vnd.api+json too.', {
    asks: [me.plain],
    judge: every(records, hasMediaType),
    broken: { 'plain JSON': typed('application/json', (endpoint) => endpoint === 'me') },
  }),
  derived('2.7-D1', 'An entry in data is neither pending nor failed.', {
    ...anyMetrics,
    expected: 'no entry is in data and in meta.pending or meta.errors',
    judge: every(ofMetrics, isAbsent('pending', 'errors')),
  }),
  must(
    '2.7-T1',
    'status is ready when every metric is there, pending on a 202, partial when some failed.',
    {
      ...anyMetrics,
      judge: every(ofMetrics, statusAgrees),
      broken: {
        complete: inMetrics('meta/status', () => 'complete'),
        'always partial': inMetrics('meta/status', () => 'partial'),
        absent: inMetrics('meta', without('status')),
      },
    },
  ),
  must(
    '2.7-T3',
    'pending lists what is still being computed: something on a 202, nothing on a 200.',
    {
      ...anyMetrics,
      judge: every(ofMetrics, pendingAgrees),
      broken: {
        'something is always pending': inMetrics('meta/pending', () => [
          { name: 'postCount', properties: {} },
        ]),
      },
    },
  ),
  must('2.7-T4', 'retryAfter equals the Retry-After header.', {
    expected: 'meta.retryAfter is the number in Retry-After on every 202',
    judge: every(waiting, waitAgrees),
  }),
  must(
    '2.7-T5',
    'Metrics that failed are listed in errors and missing from data, not returned as zero.',
    {
      need: 'faultHook',
      expected: [
        'no entry is both in meta.errors and in data',
        'metrics is an empty list when all failed',
      ],
      judge: every(partial, failuresAreAbsent),
    },
  ),
  must('2.8-M4', 'status is ready, pending on a 202 with pending [users], or failed.', {
    ...{ asks: rosterServed, cover: 'any' },
    judge: every(ofRoster, rosterStatusAgrees),
    broken: {
      done: rosterMeta(() => ({ status: 'done' })),
      'pending users': rosterMeta(() => ({ pending: ['users'] })),
      errors: rosterMeta(() => ({ errors: ['users'] })),
    },
  }),
  must('2.8-M4b', 'A roster that failed has no data and names users in errors.', {
    need: 'faultHook',
    judge: every(failedRosters, failedIsEmpty),
  }),
  must('3-T1', 'While a figure is being computed, a repeat gets 202 with both hints again.', {
    expected: 'Retry-After and an equal meta.retryAfter on every repeated 202',
    judge: every(some(repeats, isWaiting, 'No repeat was answered 202.'), waitAgrees),
  }),
  must(
    '3-T2',
    'Pending moves to pending, ready or partial (failed for the roster), and to nothing else.',
    { expected: '200 or 202 on every repeat of a 202', judge: every(repeats, movesOn) },
  ),
  must('3-T3', 'Ready: nothing is pending and every metric is in data.', {
    judge: every(ready, isComplete),
    broken: { 'ready without all': inMetrics(inData, (all) => listOf(all).slice(1)) },
  }),
  inferred('3-T4', 'What is ready stays ready when the request is repeated.', {
    asks: [roster.byName, roster.again],
    expected:
      'nothing that was in data is pending in the next answer, if that follows within a minute of its wait',
    judge: readyStays,
  }),
  must('3-R1', 'Each repeat spends one request of the allowance.', {
    need: 'quotaCheck',
    expected: '429 after 60 requests, repeats among them',
    judge: judgeRepeats,
  }),
  must('3-R2', 'On a roster 202 the data is an empty list.', {
    judge: every(waitingRosters, ({ document }) =>
      equals('[]', '/data', canonical(at(document, 'data'))),
    ),
  }),
  beyond('3-R3', 'Clients check meta.status before they read data.', {
    judge: () => notApplicable('notObservable', 'It is about clients.'),
  }),
  must(
    '7-A2',
    'Failures of computation are reported in meta, never as 5xx; nothing that we send breaks the service.',
    {
      expected:
        'no 5xx, but for 502, 503, 504 and 520 to 530 of a gateway, and 503 with Retry-After',
      judge: every(evidence, isNoServerError),
    },
  ),
];
