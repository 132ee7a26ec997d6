import { hasStatus } from '../judge/check.js';
import type { Rule } from '../model/rule.js';
import { access } from '../probes/access-probes.js';
import { metrics } from '../probes/metrics-valid.js';
import { roster } from '../probes/roster-probes.js';
import { otherAccept, otherContentType, otherRosterAccept } from '../refusals/refusals.js';
import type { RuleBody } from './body.js';
import { refuses } from './broken.js';
import { must } from './rule.js';

const answered = (status: number, asks: RuleBody['asks'] = []): RuleBody => ({
  asks,
  expected: String(status),
  check: hasStatus(status),
});

/** Sections 4 and 9: headers of every request, and the version. */
export const section4: readonly Rule[] = [
  must('4-T1', 'X-API-KEY is required.', answered(401, access.withoutKey)),
  must('4-T2a', 'Accept is optional; without it the media type of the API is served.', {
    ...answered(200, [metrics.everything, metrics.whole, roster.bare, roster.byName]),
    expected: '200 without Accept and with application/vnd.api+json',
    broken: {
      'Accept is required': refuses(406, (call) => call.headers.get('accept') === null),
      'only JSON': refuses(
        406,
        (call) => call.headers.get('accept') === 'application/vnd.api+json',
      ),
    },
  }),
  must(
    '4-T2b',
    'Any other Accept is refused on the metrics endpoint.',
    answered(406, [otherAccept]),
  ),
  must(
    '4-T2c',
    'Any other Accept is refused on the roster endpoint.',
    answered(406, [otherRosterAccept]),
  ),
  must(
    '4-T3a',
    'The Content-Type of a POST must be application/json.',
    answered(415, [otherContentType]),
  ),
  must('9-R1', 'The version is the path segment /v1.', {
    asks: [metrics.everything, roster.bare],
    expected: 'anything but 404 under /v1',
    check: ({ status }) => (status !== 404 ? null : 'answered 404'),
    broken: { 'another version': refuses(404, (call) => call.endpoint === 'metrics') },
  }),
];
