import { describe, expect, test } from 'vitest';
import { misses } from './expected-figures.js';

const month = (at: string, value: number) => ({ month: at, value });
const series = [month('2026-01', 3), month('2026-02', 0), month('2026-03', 4)];
const term = { termStart: '2026-01-01', termEnd: '2026-12-31', status: 'active', seatCount: 5 };

describe('a figure beside what the facts give', () => {
  test.each([
    [
      'names of fields of a subscription',
      'subscription',
      { from: '2026-01-01', until: '2026-12-31', state: 'active', seats: 5 },
      term,
    ],
    [
      'times of day and objects in a subscription',
      'subscription',
      { seats: { count: 5 }, term: ['2026-01-01T00:00:00Z', '2026-12-31T23:59:59Z', 'active'] },
      term,
    ],
    [
      'further fields of categories',
      'attachmentCountByCategory',
      [{ category: 'file', count: 2, percent: 100 }],
      [{ category: 'file', count: 2 }],
    ],
    ['rows of zero and their order', 'postCount', [series[2], series[0]], series],
    [
      'rows of zero inside of objects',
      'memberCount',
      { active: [series[0], series[2]], joined: [] },
      { active: series, joined: [month('2026-01', 0)] },
    ],
    ['types of zero', 'scannedItemCountByType', { text: 2, image: 0 }, { text: 2 }],
    ['categories of zero', 'attachmentCountByCategory', [{ category: 'file', count: 0 }], []],
    [
      'further fields of ranked items',
      'topBoards',
      { posts: [{ hashid: 'a', rank: 1, count: 3 }] },
      { posts: [{ hashid: 'a', title: 't', posts: 3 }] },
    ],
    ['a tenth of an average', 'avgScanTimeMs', 12.1, 12],
  ])('leaves open: %s', (_, name, data, expected) => {
    expect(misses(name, data, expected)).toBeNull();
  });

  test.each([
    [
      'subscription',
      { from: '2026-01-01', until: '2026-12-31', state: 'active', seats: 4 },
      term,
      'is {"from":"2026-01-01","until":"2026-12-31","state":"active","seats":4}, the facts give {"seatCount":5}',
    ],
    [
      'memberCount',
      { active: [series[0], month('2026-03', 5)] },
      { active: series },
      'at /active/2026-03/value is 5, the facts give 4',
    ],
    [
      'memberCount',
      { active: [series[0]] },
      { active: series },
      'at /active/2026-03 is nothing, the facts give {"month":"2026-03","value":4}',
    ],
    [
      'postCount',
      [...series, series[2]],
      series,
      'at /2026-03 is [{"month":"2026-03","value":4},{"month":"2026-03","value":4}], the facts give {"month":"2026-03","value":4}',
    ],
    ['postCount', {}, [series[1]], 'is {}, the facts give [{"month":"2026-02","value":0}]'],
    [
      'postCount',
      { '2026-03': series[2] },
      [series[2]],
      'is {"2026-03":{"month":"2026-03","value":4}}, the facts give [{"month":"2026-03","value":4}]',
    ],
    [
      'flaggedItemCountByCategory',
      { hate: 0, spam: 1 },
      { spam: 2 },
      'at /spam is 1, the facts give 2',
    ],
    [
      'topUsers',
      [{ hashid: 'a', name: 'A', posts: 3 }],
      [
        { hashid: 'a', name: 'A', posts: 3 },
        { hashid: 'b', name: 'B', posts: 2 },
      ],
      'at /1 is nothing, the facts give {"hashid":"b","name":"B","posts":2}',
    ],
    [
      'memberCount',
      { active: 1, joined: 2, all: 0 },
      { active: 1, joined: 2 },
      'at /all is 0, the facts give nothing',
    ],
  ])('%s: names the first place that is not open', (name, data, expected, says) => {
    expect(misses(name, data, expected)).toBe(says);
  });
});
