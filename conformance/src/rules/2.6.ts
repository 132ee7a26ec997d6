import { all, eachOf } from '../judge/check.js';
import { expectedFigures, expectedIds } from '../judge/expected.js';
import type { Rule } from '../model/rule.js';
import { metrics, metricsValid } from '../probes/metrics-valid.js';
import { roster } from '../probes/roster-probes.js';
import type { RuleBody } from './body.js';
import { inRoster } from './broken.js';
import { must } from './rule.js';

const pages = [roster.bare, roster.byName, roster.after];

/** Members by one of some statuses, or by a list of them, are as many as the facts give. */
const ofStatus = (...some: readonly unknown[]): RuleBody => ({
  asks: metricsValid,
  need: 'seeded',
  check: expectedFigures(
    ({ name, properties: { status } }) =>
      name === 'memberCount' && some.includes(Array.isArray(status) ? 'list' : status),
  ),
});

/** Section 2.6: what the figures cover. */
export const section2_6: readonly Rule[] = [
  must(
    '2.6-R1',
    'Membership counts describe the current roster: who has left is excluded, for any range.',
    {
      asks: [...metricsValid, ...pages],
      need: 'seeded',
      expected: 'memberCount and roster ids without former members',
      judge: all(
        eachOf(
          metricsValid,
          expectedFigures(({ name }) => name === 'memberCount'),
        ),
        eachOf(pages, expectedIds),
      ),
      broken: {
        'a former member in the place of another': inRoster('data/0/id', () => 'edgeGone01'),
        'former members in the roster': inRoster('meta/totalCount', (value) => Number(value) + 2),
      },
    },
  ),
  must(
    '2.6-R2b',
    'joined and all count current members who joined on or before the end of the range.',
    ofStatus('joined', 'all'),
  ),
  must(
    '2.6-R3',
    'active counts current members who created or contributed anything between the ends of the range.',
    ofStatus('active', 'list'),
  ),
  must(
    '2.6-R4s',
    'inactive is the size of the current roster less the active count.',
    ofStatus('inactive'),
  ),
  must(
    '2.6-R5s',
    'invited counts the invitations that are outstanding now, whatever the range.',
    ofStatus('invited'),
  ),
  must('2.6-R6', 'All metrics other than memberCount and subscription are scoped to the range.', {
    asks: [
      ...[metrics.before, metrics.after, metrics.earliest, metrics.current],
      metrics.impossible,
    ],
    need: 'seeded',
    expected: 'the figures that the facts give for each range',
    check: expectedFigures(({ name }) => !['memberCount', 'subscription'].includes(name)),
  }),
];
