import { each, holdsIf } from '../judge/check.js';
import type { Rule } from '../model/rule.js';
import { must } from './rule.js';

/** Section 9: versioning. */
export const section9: readonly Rule[] = [
  must(
    '9-R1',
    'The version is the path segment /v1.',
    'anything but 404 under /v1',
    ['MV1', 'RV1'],
    each((answer) => holdsIf(answer.status !== 404, () => 'answered 404')),
  ),
];
