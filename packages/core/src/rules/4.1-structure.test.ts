import { describe, expect, it } from 'vitest';
import { metricNames } from '../model/metric.js';
import { refusalsOfBody, refused, refusedBody } from './requests.test-kit.js';

describe('4.1: the structure of a request', () => {
  it('has at most 25 entries, and says how many were sent', () => {
    const metrics = metricNames.flatMap((name) => [{ name }, { name, userType: 'guest' }]);
    expect(refused(metrics.slice(0, 25))).not.toContain('entryCount /metrics');
    const [refusal] = refusalsOfBody({ metrics: metrics.slice(0, 26) });
    expect([refusal?.rule, refusal?.violation]).toEqual(['4.1', 'entryCount']);
    expect(refusal?.detail).toBe(
      '/metrics has 26 entries; send at most 25 and spread the rest over further requests.',
    );
  });

  it('counts entries that cannot be read', () => {
    const metrics = Array.from({ length: 26 }, () => 7);
    expect(refusedBody({ metrics })).toContain('entryCount /metrics');
  });

  it('knows one dimension, however often it is named', () => {
    const metrics = [{ name: 'postCount' }];
    expect(refused(metrics, { dimensions: ['month', 'month'] })).toEqual([]);
    const told = refusalsOfBody({ metrics, dimensions: ['month', 'week', null] });
    expect(told.map(({ place, detail }) => [place, detail])).toEqual([
      [{ pointer: '/dimensions/1' }, '"week" is not a dimension; the only one is "month".'],
      [{ pointer: '/dimensions/2' }, 'null is not a dimension; the only one is "month".'],
    ]);
  });

  it('leaves open whether a series is asked for when a dimension is unknown', () => {
    const metrics = [
      { name: 'topBoards', sortBy: 'posts' },
      { name: 'postCount', userType: 'guest' },
    ];
    expect(refused(metrics, { dimensions: ['week'] })).toEqual(['unknownDimension /dimensions/0']);
  });
});
