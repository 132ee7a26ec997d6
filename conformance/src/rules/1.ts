import { answeredWith, type Check, everyAnswer, fails, holds, holdsIf } from '../judge/check.js';
import { type Answer, evidenceIn, retryAfterOf } from '../judge/evidence.js';
import { listed, metricsAnswers, readable, returned } from '../judge/metrics/answer.js';
import { rosterAnswers } from '../judge/roster/answer.js';
import type { History } from '../model/history.js';
import { at, isObject, listOf, shown } from '../model/json.js';
import { mediaType } from '../model/request.js';
import type { Rule } from '../model/rule.js';
import { any, configured, must } from './rule.js';

const analytics = (history: History): readonly Answer[] => [
  ...metricsAnswers(history),
  ...rosterAnswers(history),
];
const waiting = (history: History): readonly Answer[] =>
  analytics(history).filter((answer) => answer.status === 202);
const no202 = 'No 202 was seen.';

const announcesWait: Check = (answer) => {
  if (retryAfterOf(answer) === null) {
    return fails(`Retry-After is ${shown(answer.headers.get('retry-after'))}, expected seconds`);
  }
  return holdsIf(
    listOf(at(answer.document, 'meta', 'pending')).length > 0,
    () =>
      `meta.pending is ${shown(at(answer.document, 'meta', 'pending'))}, expected at least one entry`,
  );
};

const pendingIsAbsent: Check = (answer) => {
  const pending = new Set(listed(answer, 'pending').map((one) => one.key));
  const both = returned(answer).find((one) => pending.has(one.key));
  return holdsIf(both === undefined, () => `${readable(both?.key)} is pending and in data`);
};

const essence = (answer: Answer): string =>
  (answer.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

const hasMediaType: Check = (answer) =>
  holdsIf(
    essence(answer) === mediaType,
    () => `Content-Type is ${shown(answer.headers.get('content-type'))}`,
  );

const bodyShown = (answer: Answer): string => {
  const { body = '', unread } = answer.exchange.answer ?? {};
  const why = unread === undefined ? '' : `not read, ${unread}: `;
  return `the body is ${why}${shown(answer.document ?? body)}`;
};

const hasEnvelope: Check = (answer) => {
  const { data, meta } = { data: at(answer.document, 'data'), meta: at(answer.document, 'meta') };
  const dataIsRight = answer.request.endpoint === 'roster' ? Array.isArray(data) : isObject(data);
  return dataIsRight && isObject(meta) ? holds : fails(bodyShown(answer));
};

const records = (history: History): readonly Answer[] =>
  evidenceIn(history).filter(
    (answer) => answer.request.endpoint === 'other' && answer.status === 200,
  );

/** Section 1: what the service does. */
export const section1: readonly Rule[] = [
  must(
    '1-R4a',
    'A figure that is not yet available is answered with 202, a Retry-After header and a pending marker.',
    'every 202 has Retry-After in whole seconds and a non-empty meta.pending',
    [],
    everyAnswer(waiting, announcesWait, no202),
  ),
  must(
    '1-R4b',
    'A pending figure is absent from the data.',
    'no entry is both in meta.pending and in data',
    [],
    everyAnswer(
      (history) => waiting(history).filter((one) => one.request.endpoint === 'metrics'),
      pendingIsAbsent,
      no202,
    ),
  ),
  must(
    '1-R5',
    'Analytics answer only for enrolled organizations; being an admin is not enough.',
    '404 for an organization that is not enrolled',
    ['AU7', 'AU8'],
    answeredWith(404),
    configured,
  ),
  must(
    '1-R7a',
    'Analytics answers have the media type application/vnd.api+json.',
    'Content-Type application/vnd.api+json on every 200 and 202',
    ['MV1', 'RV1'],
    everyAnswer(analytics, hasMediaType, 'No 200 was seen.'),
    any,
  ),
  must(
    '1-R7b',
    'Analytics answers have an envelope of data and meta.',
    'data (an object, or a list for the roster) and an object meta',
    ['MV1', 'RV1'],
    everyAnswer(analytics, hasEnvelope, 'No 200 was seen.'),
    any,
  ),
  must(
    '1-R7c',
    'Boards and users have the media type application/vnd.api+json too.',
    'Content-Type application/vnd.api+json on every 200',
    ['AU12'],
    everyAnswer(records, hasMediaType, 'No 200 was seen.'),
  ),
];
