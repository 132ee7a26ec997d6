import { all, each, eachOf } from '../judge/check.js';
import { expectedFigures, expectedIds } from '../judge/expected.js';
import type { Rule } from '../model/rule.js';
import { must, seeded } from './rule.js';

const figureProbes = ['MV1', 'MV2', 'MV3', 'MV4', 'MV5', 'MV6', 'MV7', 'MV8', 'MV9', 'MV10'];
const rosterSample = ['RV1', 'RV2', 'RV18'];

/** Section 2.6: what the figures cover. */
export const section2_6: readonly Rule[] = [
  must(
    '2.6-R1',
    'Membership counts describe the current roster: who has left is excluded, for any range.',
    'memberCount and roster ids without former members',
    [...figureProbes, ...rosterSample],
    all(
      eachOf(
        figureProbes,
        expectedFigures(({ name }) => name === 'memberCount'),
      ),
      eachOf(rosterSample, expectedIds),
    ),
    seeded,
  ),
  must(
    '2.6-R2b',
    'joined and all count current members who joined on or before the end of the range.',
    'the figures that the facts give',
    figureProbes,
    each(
      expectedFigures(
        ({ name, properties }) =>
          name === 'memberCount' && ['joined', 'all'].includes(String(properties['status'])),
      ),
    ),
    seeded,
  ),
  must(
    '2.6-R3',
    'active counts current members who created or contributed anything between the ends of the range.',
    'the figures that the facts give',
    figureProbes,
    each(
      expectedFigures(
        ({ name, properties }) =>
          name === 'memberCount' &&
          (properties['status'] === 'active' || Array.isArray(properties['status'])),
      ),
    ),
    seeded,
  ),
  must(
    '2.6-R4s',
    'inactive is the size of the current roster less the active count.',
    'the figures that the facts give',
    figureProbes,
    each(
      expectedFigures(
        ({ name, properties }) => name === 'memberCount' && properties['status'] === 'inactive',
      ),
    ),
    seeded,
  ),
  must(
    '2.6-R5s',
    'invited counts the invitations that are outstanding now, whatever the range.',
    'the figures that the facts give',
    figureProbes,
    each(
      expectedFigures(
        ({ name, properties }) => name === 'memberCount' && properties['status'] === 'invited',
      ),
    ),
    seeded,
  ),
  must(
    '2.6-R6',
    'All metrics other than memberCount and subscription are scoped to the range.',
    'the figures that the facts give for each range',
    ['MV4', 'MV5', 'MV6', 'MV7', 'MV10'],
    each(expectedFigures(({ name }) => !['memberCount', 'subscription'].includes(name))),
    seeded,
  ),
];
