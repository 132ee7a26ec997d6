import { roles } from '@tallyboard/core/vocabulary';
import { allEqual, figuresHold, numberIn, present, type Side, totalIn } from '../judge/across.js';
import { all, each, eachOf } from '../judge/check.js';
import { equal, sum } from '../judge/comparisons.js';
import { expectedFigures, expectedIds } from '../judge/expected.js';
import { figureOf, settled } from '../judge/metrics/answer.js';
import type { History } from '../model/history.js';
import { at } from '../model/json.js';
import type { Judge, Rule } from '../model/rule.js';
import { entry } from '../probes/entries.js';
import { derived, must, seeded } from './rule.js';

const figureProbes = ['MV1', 'MV2', 'MV3', 'MV4', 'MV5', 'MV6', 'MV7', 'MV8', 'MV9', 'MV10'];
const rosterSample = ['RV1', 'RV2', 'RV18'];

const invited = entry('memberCount', { status: 'invited', userType: roles });
const halves = entry('memberCount', { status: ['active', 'inactive'] });
const thirds = entry('memberCount', { status: ['active', 'inactive', 'all'] });

const sumIn = (history: History, probe: string): Side<number> | null => {
  const answer = settled(history, probe);
  if (answer === null) return null;
  const data = [halves, thirds]
    .map((one) => figureOf(answer, one)?.data)
    .find((one) => one !== undefined);
  const [active, inactive] = [at(data, 'active'), at(data, 'inactive')];
  return typeof active === 'number' && typeof inactive === 'number'
    ? { label: `${probe} active + inactive`, value: active + inactive, answer }
    : null;
};

const plainSum = (history: History): Side<number> | null =>
  sum(
    'MV2 active + inactive',
    ['active', 'inactive'].map((status) =>
      numberIn(history, 'MV2', entry('memberCount', { status })),
    ),
  );

const sumProbes = ['MV1', 'MV2', 'MV4', 'MV5', 'MV6', 'MV7', 'RV1', 'RV2'];

const halvesMakeTheRoster: Judge = (history) =>
  allEqual(
    history,
    sumProbes,
    present([
      ...['MV1', 'MV4', 'MV5', 'MV6', 'MV7'].map((probe) => sumIn(history, probe)),
      plainSum(history),
      ...['RV1', 'RV2'].map((probe) => totalIn(history, probe)),
    ]),
  );

const invitedProbes = ['MV2', 'MV4', 'MV5', 'MV7'];

const joinedIsAll: Judge = figuresHold(['MV2'], (history) => {
  const [joined, all] = ['joined', 'all'].map((status) =>
    numberIn(history, 'MV2', entry('memberCount', { status, userType: roles })),
  );
  return [equal(joined, all)];
});

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
  derived(
    '2.6-R2a',
    'joined and all count the same members for the same roles and range.',
    'equal figures in one answer',
    ['MV2'],
    joinedIsAll,
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
    '2.6-R4',
    'inactive is the size of the current roster less the active count.',
    'active + inactive is the same for every range, and the roster has as many rows',
    sumProbes,
    halvesMakeTheRoster,
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
    '2.6-R5',
    'invited counts the invitations that are outstanding now, whatever the range.',
    'the same figure for every range',
    invitedProbes,
    (history) =>
      allEqual(
        history,
        invitedProbes,
        present(invitedProbes.map((probe) => numberIn(history, probe, invited))),
      ),
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
