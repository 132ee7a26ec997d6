import { roles } from '@tallyboard/core/vocabulary';
import {
  type Comparison,
  numberIn,
  type Series,
  type Side,
  seriesIn,
  slicedNumber,
  totalIn,
} from '../judge/across.js';
import { atMost, equal, largest, last, sum, total } from '../judge/comparisons.js';
import { familyOf } from '../judge/family.js';
import { listed, metricsAnswers, returned } from '../judge/metrics/answer.js';
import type { History } from '../model/history.js';
import type { Rule } from '../model/rule.js';
import { type Entry, entry, impossibleRoles, rolePair, slicedByMonth } from '../probes/entries.js';
import { relation } from './rule.js';

/*
 * Relations that hold for any data (a metamorphic reading of 2.5 and 2.6). Most compare figures of one
 * answer; across answers a broken relation is only suspect unless the data does not change.
 */

const members = (properties: Entry = {}): Entry => entry('memberCount', properties);
const neverFalls = (history: History): readonly Comparison[] => {
  const series = seriesIn(history, 'MV3', members());
  if (series === null) return [];
  const rows = [...series.value].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return rows.slice(1).map(([month, value], index) => ({
    holds: (rows[index]?.[1] ?? 0) <= value,
    trivial: value === 0,
    says: `members at the end of ${month}: ${value} >= ${rows[index]?.[1] ?? 0} a month before`,
    answers: [series.answer],
  }));
};

/** Row by row: what two slices have together, and what everybody has. */
const pairByMonth =
  (compare: (one: number, other: number, both: number, all: number) => boolean, says: string) =>
  (history: History): readonly Comparison[] => {
    const [first, second] = rolePair[familyOf(history) ?? 'school'];
    return slicedByMonth.flatMap((name) => {
      const sides = [
        { userType: [first] },
        { userType: [second] },
        { userType: [first, second] },
        {},
      ].map((properties) => seriesIn(history, 'MV3', entry(name, properties)));
      const [one, other, both, all] = sides;
      if (!one || !other || !both || !all) return [];
      const months = new Set(sides.flatMap((side) => [...(side?.value.keys() ?? [])]));
      return [...months].map((month) => {
        const figure = (side: Side<Series>) => side.value.get(month) ?? 0;
        return {
          holds: compare(figure(one), figure(other), figure(both), figure(all)),
          trivial: figure(both) === 0,
          says: `${name} ${month}: ${figure(one)}, ${figure(other)}, together ${figure(both)}, all ${figure(all)}: ${says}`,
          answers: [both.answer],
        };
      });
    });
  };

const additive = ['newMemberCount', 'boardCount', 'postCount', 'commentCount', 'reactionCount'];

const minutes = (history: History, probe: string, userType?: readonly string[]) =>
  numberIn(
    history,
    probe,
    entry('wallEngagementMinutes', userType === undefined ? {} : { userType }),
  );

const plusOne = (side: Side<number> | null): Side<number> | null =>
  side === null ? null : { ...side, value: side.value + 1 };

const rangeProbes = ['MV2', 'MV4', 'MV5'];

/** The relations of metrics. */
export const metricRelations: readonly Rule[] = [
  relation(
    '2.6-D1',
    'Members who joined by the end of a month are counted at the end of the next.',
    ['MV3'],
    'within',
    neverFalls,
  ),
  relation(
    '2.6-D2',
    'The last month of a series of members is the plain figure for the same end.',
    ['MV2', 'MV3'],
    'across',
    (history) => [
      equal(last(seriesIn(history, 'MV3', members())), numberIn(history, 'MV2', members())),
    ],
  ),
  relation(
    '2.6-D3',
    'all counts by the end of the range; its start is irrelevant.',
    ['MV2', 'MV4', 'MV5', 'MV6'],
    'across',
    (history) => {
      const [early, first, second, whole] = ['MV6', 'MV4', 'MV5', 'MV2'].map((probe) =>
        numberIn(history, probe, members()),
      );
      return [atMost(early, first), atMost(first, second), equal(second, whole)];
    },
  ),
  relation(
    '2.6-D4',
    'Members who joined by the end of the current month are in the roster.',
    ['MV7', 'RV2'],
    'across',
    (history) => [atMost(numberIn(history, 'MV7', members()), totalIn(history, 'RV2'))],
  ),
  relation(
    '2.6-D5',
    'memberCount over disjoint roles adds up; all roles together are everybody.',
    ['MV2', 'MV7'],
    'figures',
    (history) =>
      ['MV2', 'MV7'].map((probe) =>
        equal(
          sum(
            `${probe} sum of roles`,
            roles.map((role) => numberIn(history, probe, members({ userType: [role] }))),
          ),
          numberIn(history, probe, members()),
        ),
      ),
  ),
  relation(
    '2.6-D6',
    'A sum over months is the figure of the range.',
    ['MV1', 'MV2', 'MV3', 'MV10'],
    'across',
    (history) =>
      additive.flatMap((name) => [
        equal(total(seriesIn(history, 'MV3', entry(name))), numberIn(history, 'MV2', entry(name))),
        // The default range may end later than the last month of a series: today is in its current one.
        atMost(
          total(seriesIn(history, 'MV10', entry(name))),
          numberIn(history, 'MV1', entry(name)),
        ),
      ]),
  ),
  relation(
    '2.6-D7',
    'A sum over the halves of a range is the figure of the range.',
    ['MV2', 'MV4', 'MV5'],
    'across',
    (history) =>
      additive.map((name) =>
        equal(
          sum(
            `MV4 + MV5 ${name}`,
            ['MV4', 'MV5'].map((probe) => numberIn(history, probe, entry(name))),
          ),
          numberIn(history, 'MV2', entry(name)),
        ),
      ),
  ),
  relation(
    '2.6-D8',
    'Visitors of a range are at least those of any month and at most those of all months.',
    ['MV2', 'MV3'],
    'across',
    (history) => {
      const [series, whole] = [
        seriesIn(history, 'MV3', entry('visitorCount')),
        numberIn(history, 'MV2', entry('visitorCount')),
      ];
      return [atMost(largest(series), whole), atMost(whole, total(series))];
    },
  ),
  relation(
    '2.6-D9',
    'Visitors of a range are at least those of each half and at most those of both.',
    ['MV2', 'MV4', 'MV5'],
    'across',
    (history) => {
      const [first, second, whole] = ['MV4', 'MV5', 'MV2'].map((probe) =>
        numberIn(history, probe, entry('visitorCount')),
      );
      return [
        atMost(first, whole),
        atMost(second, whole),
        atMost(whole, sum('MV4 + MV5 visitorCount', [first, second])),
      ];
    },
  ),
  relation(
    '2.6-D10',
    'The series of two roles together is the sum of both.',
    ['MV3'],
    'figures',
    pairByMonth((one, other, both) => one + other === both, 'the two add up'),
  ),
  relation(
    '2.6-D11',
    'The series of roles is at most that of everybody.',
    ['MV3'],
    'figures',
    pairByMonth((_one, _other, both, all) => both <= all, 'together at most all'),
  ),
  relation(
    '2.6-D12',
    'Engagement with anonymous visitors lies between that of roles and that of all.',
    rangeProbes,
    'figures',
    (history) =>
      rangeProbes.flatMap((probe) => [
        // Each slice is rounded by itself.
        atMost(
          minutes(history, probe, roles),
          plusOne(minutes(history, probe, [...roles, 'anonymous'])),
        ),
        atMost(minutes(history, probe, [...roles, 'anonymous']), plusOne(minutes(history, probe))),
      ]),
  ),
  relation(
    '2.6-D13',
    'Adding a role that the organization cannot have changes nothing.',
    ['MV8'],
    'figures',
    (history) => {
      const family = familyOf(history);
      // With facts the figures are compared one by one.
      if (family === null || history.run.facts !== null) return [];
      const status = ['active', 'inactive', 'joined', 'all'];
      const pair = [...rolePair[family]];
      const more = [...pair, impossibleRoles[family][0]];
      return status.map((one) => {
        const [left, right] = [pair, more].map((userType) =>
          slicedNumber(history, 'MV8', members({ status, userType }), one),
        );
        return equal(left, right);
      });
    },
  ),
  relation(
    '2.6-D14',
    'active and inactive of a slice add up to all who are in it by the end of the current month.',
    ['MV7'],
    'across',
    (history) => [
      atMost(
        numberIn(history, 'MV7', members()),
        sum(
          'MV7 active + inactive',
          ['active', 'inactive'].map((status) =>
            slicedNumber(history, 'MV7', members({ status: ['active', 'inactive'] }), status),
          ),
        ),
      ),
    ],
  ),
  relation(
    '2.7-D1',
    'An entry in data is neither pending nor failed.',
    ['MV1'],
    'within',
    (history) =>
      metricsAnswers(history).map((answer) => {
        const missing = new Set(
          [...listed(answer, 'pending'), ...listed(answer, 'errors')].map((one) => one.key),
        );
        const both = returned(answer).filter((one) => missing.has(one.key)).length;
        return {
          holds: both === 0,
          trivial: false,
          says: `${both} entries of ${answer.probe} are in data and in pending or errors`,
          answers: [answer],
        };
      }),
  ),
];
