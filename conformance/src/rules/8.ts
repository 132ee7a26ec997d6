import { judgeAllowance, judgeApart, judgeEndpointsApart, judgeReset } from '../judge/allowance.js';
import type { Judge, Rule } from '../model/rule.js';
import { must } from './rule.js';

const asked = { need: 'quotaCheck' } as const;

const secondAnswers: Judge = (history) =>
  judgeApart(
    history,
    'metrics',
    ({ request }) => request.target === 'second' && request.endpoint === 'metrics',
  );

/** Section 8: limits. */
export const section8: readonly Rule[] = [
  must(
    '8-T1',
    'The metrics endpoint serves 60 requests an hour per key and organization, and refuses more.',
    ['429 to the request after 60', 'at the latest after 120 accepted ones, if windows are fixed'],
    [],
    judgeAllowance('metrics'),
    asked,
  ),
  must(
    '8-T1b',
    'The roster endpoint serves 60 requests an hour per key and organization, and refuses more.',
    ['429 to the request after 60', 'at the latest after 120 accepted ones, if windows are fixed'],
    [],
    judgeAllowance('roster'),
    asked,
  ),
  must(
    '8-T2',
    'The roster has an allowance of its own.',
    'the roster answers while the metrics endpoint refuses',
    [],
    judgeEndpointsApart,
    asked,
  ),
  must(
    '8-T3',
    'The allowance is counted per key and organization.',
    'a second organization is answered while the first is refused',
    ['AU21'],
    secondAnswers,
    asked,
  ),
  must(
    '8-T4',
    'After the wait that Retry-After names requests are served again.',
    'anything but 429',
    [],
    judgeReset,
    asked,
  ),
];
