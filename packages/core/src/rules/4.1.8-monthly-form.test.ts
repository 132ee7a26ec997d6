import { describe, expect, it } from 'vitest';
import { metricCatalog } from '../catalog/metric-catalog.js';
import { metricNames } from '../model/metric.js';
import { refusalsOfBody, refused } from './requests.test-kit.js';

const month = { dimensions: ['month'] };
const smallest = {
  peerInteractionCount: { userType: 'student' },
  attachmentCountByCategory: { userType: 'student' },
  topBoards: { sortBy: 'posts' },
  topUsers: { sortBy: 'posts' },
  topMedia: { mediaType: 'video' },
} as Record<string, object>;

describe('4.1.8: a series needs a monthly form', () => {
  it.each(metricNames)('%s: as the catalog says', (name) => {
    const expected = metricCatalog[name].monthlyKey === null ? ['noMonthlyForm /metrics/0'] : [];
    expect(refused([{ name, ...smallest[name] }], month)).toEqual(expected);
  });

  it('fails the whole call for one metric without a series', () => {
    expect(refused([{ name: 'postCount' }, { name: 'subscription' }], month)).toEqual([
      'noMonthlyForm /metrics/1',
    ]);
  });

  it.each([['inactive'], ['invited'], [['active', 'inactive']], [['joined', 'invited']]])(
    'refuses memberCount of status %j by month',
    (status) => {
      const metrics = [{ name: 'memberCount', status, userType: 'student' }];
      expect(refused(metrics, month)).toEqual(['unsupportedMonthlyCombination /metrics/0/status']);
    },
  );

  it.each([['active'], ['joined'], ['all'], [['active', 'joined', 'all']]])(
    'accepts memberCount of status %j by month',
    (status) => {
      expect(refused([{ name: 'memberCount', status, userType: 'student' }], month)).toEqual([]);
    },
  );

  it('names the combination', () => {
    const metrics = [{ name: 'memberCount', status: ['active', 'inactive'] }];
    expect(refusalsOfBody({ metrics, ...month })[0]?.detail).toContain(
      'dimensions ["month"] with memberCount of status ["active","inactive"] is not supported',
    );
    expect(
      refusalsOfBody({ metrics: [{ name: 'topMedia', mediaType: 'video' }], ...month })[0]?.detail,
    ).toContain('dimensions ["month"] with topMedia is not supported');
  });

  it('reads a repeated month as one, and an empty list as none', () => {
    expect(
      refused([{ name: 'postCount', userType: 'guest' }], { dimensions: ['month', 'month'] }),
    ).toEqual([]);
    expect(refused([{ name: 'subscription' }], { dimensions: [] })).toEqual([]);
  });

  it.each([['week'], [null], ['Month']])('refuses the dimension %j', (dimension) => {
    expect(refused([{ name: 'postCount' }], { dimensions: ['month', dimension] })).toEqual([
      'unknownDimension /dimensions/1',
    ]);
  });

  it.each([['month'], [null], [{}]])('refuses dimensions %j that are no list', (dimensions) => {
    expect(refused([{ name: 'postCount' }], { dimensions })).toEqual(['wrongType /dimensions']);
  });
});
