import { type Check, everyAnswer } from '../judge/check.js';
import { allAnswers, evidenceIn, retryAfterOf } from '../judge/evidence.js';
import { shown } from '../model/json.js';
import type { Judge, Rule } from '../model/rule.js';
import { notApplicable } from '../model/verdict.js';
import { must } from './rule.js';

const isNoServerError: Check = (answer) =>
  answer.status < 500 ? null : `answered ${answer.status}`;

const tellsTheWait: Check = (answer) => {
  const seconds = retryAfterOf(answer);
  return seconds !== null && seconds > 0 && seconds <= 3600
    ? null
    : `Retry-After is ${shown(answer.headers.get('retry-after'))}`;
};

const refusals: Judge = (history) => {
  const never = everyAnswer(
    // Limits of the other endpoints are not shown (8).
    (one) =>
      allAnswers(one).filter(
        ({ status, request }) => status === 429 && request.endpoint !== 'other',
      ),
    tellsTheWait,
    'No 429 was seen.',
  )(history);
  return never.reason === 'notExercised' && !history.run.quotaCheck
    ? notApplicable('notRequested', 'The quota check was not requested.')
    : never;
};

/** Section 7: errors. */
export const section7: readonly Rule[] = [
  must(
    '7-A2',
    'Failures of computation are reported in meta, never as 5xx; nothing that we send breaks the service.',
    {
      expected:
        'no 5xx, but for 502, 503, 504 and 520 to 530 of a gateway, and 503 with Retry-After',
      judge: everyAnswer(evidenceIn, isNoServerError, 'Nothing was answered.'),
    },
  ),
  must('7-T6', 'A 429 tells the wait in seconds.', {
    need: 'quotaCheck',
    expected: 'Retry-After in whole seconds, more than 0 and at most an hour',
    judge: refusals,
  }),
];
