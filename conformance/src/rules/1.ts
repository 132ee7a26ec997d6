import { type Check, equals, everyAnswer, hasStatus } from '../judge/check.js';
import { type Answer, evidenceIn, retryAfterOf } from '../judge/evidence.js';
import { listed, metricsAnswers, readable, returned } from '../judge/metrics/answer.js';
import { rosterAnswers } from '../judge/roster/answer.js';
import type { History } from '../model/history.js';
import { at, isObject, listOf, shown } from '../model/json.js';
import type { ReplyChange } from '../model/mutation.js';
import { mediaType } from '../model/request.js';
import type { Rule } from '../model/rule.js';
import { access } from '../probes/access-probes.js';
import { metrics } from '../probes/metrics-valid.js';
import { me } from '../probes/records.js';
import { roster } from '../probes/roster-probes.js';
import { inMetrics, without } from './broken.js';
import { must } from './rule.js';

/** Every 200 and 202 of both analytics endpoints. */
export const analyticsIn = (history: History): readonly Answer[] => [
  ...metricsAnswers(history),
  ...rosterAnswers(history),
];

/** Every 202 of them. */
export const waitingIn = (history: History): readonly Answer[] =>
  analyticsIn(history).filter((answer) => answer.status === 202);

const announcesWait: Check = (answer) => {
  const pending = at(answer.document, 'meta', 'pending');
  if (retryAfterOf(answer) === null) {
    return `Retry-After is ${shown(answer.headers.get('retry-after'))}, expected seconds`;
  }
  return listOf(pending).length > 0
    ? null
    : `meta.pending is ${shown(pending)}, expected at least one entry`;
};

/** Nothing that a list of `meta` names is in data. */
export const isAbsent =
  (where: 'pending' | 'errors'): Check =>
  (answer) => {
    const missing = new Set(listed(answer, where).map((one) => one.key));
    const both = returned(answer).find((one) => missing.has(one.key));
    return both === undefined ? null : `${readable(both.key)} is in meta.${where} and in data`;
  };

const hasMediaType: Check = ({ headers }) =>
  equals(
    mediaType,
    'Content-Type',
    headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'nothing',
  );

const hasEnvelope: Check = ({ document, exchange, request }) => {
  const [data, meta] = [at(document, 'data'), at(document, 'meta')];
  const dataIsRight = request.endpoint === 'roster' ? Array.isArray(data) : isObject(data);
  if (dataIsRight && isObject(meta)) return null;
  const { body = '', unread } = exchange.answer ?? {};
  const why = unread === undefined ? '' : `not read, ${unread}: `;
  return `the body is ${why}${shown(document ?? body)}`;
};

const records = (history: History): readonly Answer[] =>
  evidenceIn(history).filter(
    (answer) => answer.request.endpoint === 'other' && answer.status === 200,
  );

const typed =
  (type: string, isMeant: (endpoint: string) => boolean = () => true): ReplyChange =>
  (reply, { endpoint }) => {
    if (isMeant(endpoint)) reply.headers.set('content-type', type);
    return reply;
  };

const asks = [metrics.everything, roster.bare];

/** Section 1: what the service does. */
export const section1: readonly Rule[] = [
  must(
    '1-R4a',
    'A figure that is not yet available is answered with 202, a Retry-After header and a pending marker.',
    {
      expected: 'every 202 has Retry-After in whole seconds and a non-empty meta.pending',
      judge: everyAnswer(waitingIn, announcesWait, 'No 202 was seen.'),
    },
  ),
  must('1-R4b', 'A pending figure is absent from the data.', {
    judge: everyAnswer(
      (history) => waitingIn(history).filter((one) => one.request.endpoint === 'metrics'),
      isAbsent('pending'),
      'No 202 was seen.',
    ),
  }),
  must('1-R5', 'Analytics answer only for enrolled organizations; being an admin is not enough.', {
    asks: access.notEnrolled,
    need: 'configured',
    expected: '404 for an organization that is not enrolled',
    check: hasStatus(404),
  }),
  must('1-R7a', 'Analytics answers have the media type application/vnd.api+json.', {
    asks,
    cover: 'any',
    judge: everyAnswer(analyticsIn, hasMediaType, 'No 200 was seen.'),
    broken: { 'plain JSON': typed('application/json'), 'no type': typed('text/plain') },
  }),
  must('1-R7b', 'Analytics answers have an envelope of data and meta.', {
    asks,
    cover: 'any',
    expected: 'data (an object, or a list for the roster) and an object meta',
    judge: everyAnswer(analyticsIn, hasEnvelope, 'No 200 was seen.'),
    broken: {
      'no meta': (reply, call) =>
        call.endpoint === 'metrics'
          ? { ...reply, document: without('meta')(reply.document) }
          : null,
      'data is a list': inMetrics('data', (value) => [value]),
    },
  }),
  must('1-R7c', 'Boards and users have the media type application/vnd.api+json too.', {
    asks: [me.plain],
    judge: everyAnswer(records, hasMediaType, 'No 200 was seen.'),
    broken: { 'plain JSON': typed('application/json', (endpoint) => endpoint === 'me') },
  }),
];
