import {} from '../judge/check.js';
import type { Rule } from '../model/rule.js';
import { metrics } from '../probes/metrics-valid.js';
import { roster } from '../probes/roster-probes.js';
import { refuses } from './broken.js';
import { must } from './rule.js';

/** Section 9: versioning. */
export const section9: readonly Rule[] = [
  must('9-R1', 'The version is the path segment /v1.', {
    asks: [metrics.everything, roster.bare],
    expected: 'anything but 404 under /v1',
    check: ({ status }) => (status !== 404 ? null : 'answered 404'),
    broken: { 'another version': refuses(404, (call) => call.endpoint === 'metrics') },
  }),
];
