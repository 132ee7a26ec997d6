import { judgeAllowance, judgeApart, judgeEndpointsApart, judgeReset } from '../judge/allowance.js';
import { type Check, everyAnswer } from '../judge/check.js';
import { allAnswers, retryAfterOf } from '../judge/evidence.js';
import { shown } from '../model/json.js';
import type { Judge, Rule } from '../model/rule.js';
import { notApplicable } from '../model/verdict.js';
import { access } from '../probes/access-probes.js';
import { must } from './rule.js';

const tellsTheWait: Check = (answer) => {
  const seconds = retryAfterOf(answer);
  return seconds !== null && seconds > 0 && seconds <= 3600
    ? null
    : `Retry-After is ${shown(answer.headers.get('retry-after'))}`;
};

const refusals: Judge = (history) => {
  const found = everyAnswer(
    // Limits of the other endpoints are not shown.
    (one) =>
      allAnswers(one).filter(
        ({ status, request }) => status === 429 && request.endpoint !== 'other',
      ),
    tellsTheWait,
    'No 429 was seen.',
  )(history);
  return found.reason === 'notExercised' && !history.run.quotaCheck
    ? notApplicable('notRequested', 'The quota check was not requested.')
    : found;
};

const secondAnswers: Judge = (history) =>
  judgeApart(
    history,
    'metrics',
    ({ request }) => request.target === 'second' && request.endpoint === 'metrics',
  );

const expected = [
  '429 to the request after 60',
  'at the latest after 120 accepted ones, if windows are fixed',
];

/** Section 8: limits, and the 429 of section 7. */
export const section8: readonly Rule[] = [
  must('7-T6', 'A 429 tells the wait in seconds.', {
    need: 'quotaCheck',
    expected: 'Retry-After in whole seconds, more than 0 and at most an hour',
    judge: refusals,
  }),
  must(
    '8-T1',
    'The metrics endpoint serves 60 requests an hour per key and organization, and refuses more.',
    { need: 'quotaCheck', expected, judge: judgeAllowance('metrics') },
  ),
  must(
    '8-T1b',
    'The roster endpoint serves 60 requests an hour per key and organization, and refuses more.',
    { need: 'quotaCheck', expected, judge: judgeAllowance('roster') },
  ),
  must('8-T2', 'The roster has an allowance of its own.', {
    need: 'quotaCheck',
    expected: 'the roster answers while the metrics endpoint refuses',
    judge: judgeEndpointsApart,
  }),
  must('8-T3', 'The allowance is counted per key and organization.', {
    asks: access.second.slice(0, 1),
    need: 'quotaCheck',
    expected: 'a second organization is answered while the first is refused',
    judge: secondAnswers,
  }),
  must('8-T4', 'After the wait that Retry-After names requests are served again.', {
    need: 'quotaCheck',
    expected: 'anything but 429',
    judge: judgeReset,
  }),
];
