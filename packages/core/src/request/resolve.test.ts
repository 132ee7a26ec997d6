import { describe, expect, it } from 'vitest';
import type { MetricEntry, MetricName } from '../api/metrics.js';
import { type DraftProperties, metricsByName, queryKey, resolve } from './resolve.js';

const resolved = (entry: MetricEntry & { readonly name: MetricName }) =>
  resolve(metricsByName.get(entry.name)!, entry);

describe('2.3: the resolved properties', () => {
  it('are all where they were omitted, and a list of one for a userType', () => {
    expect(resolved({ name: 'memberCount' })).toStrictEqual({ status: 'all', userType: ['all'] });
    expect(resolved({ name: 'postCount', userType: 'guest' })).toStrictEqual({
      userType: ['guest'],
    });
  });

  it('leave out what the metric requires and was not sent, and what it does not take', () => {
    expect(resolved({ name: 'topBoards', userType: 'guest' })).toStrictEqual({});
  });

  it('hold repeated words once, where they stand first', () => {
    const userType = ['guest', 'owner', 'guest', 'admin', 'owner'];
    expect(resolved({ name: 'postCount', userType }).userType).toEqual(['guest', 'owner', 'admin']);
    expect(resolved({ name: 'postCount', userType: ['all', 'all'] }).userType).toEqual(['all']);
  });

  it('are the list that was sent where nothing is repeated', () => {
    const userType = ['guest', 'owner'];
    expect(resolved({ name: 'postCount', userType }).userType).toBe(userType);
  });

  it('of 300,000 words take a moment of the processor: comparing each with each would take 40 s', () => {
    const userType = Array.from({ length: 300_000 }, (_, at) => `w${at}`);
    const before = process.cpuUsage();
    resolved({ name: 'postCount', userType });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(10);
  });
});

const keyOf = (properties: DraftProperties): string =>
  queryKey({ name: 'memberCount', properties });

describe('the key of a query', () => {
  it('is the same for the same words in any order', () => {
    const [a, b] = [
      ['active', 'all', 'joined'],
      ['joined', 'active', 'all'],
    ] as const;
    expect(keyOf({ status: a, userType: ['all'] })).toBe(keyOf({ userType: ['all'], status: b }));
  });

  it.each<readonly [string, DraftProperties, DraftProperties]>([
    ['a word and a list of it', { status: 'all' }, { status: ['all'] }],
    ['two words and one', { status: ['a', 'b'] }, { status: ['ab'] }],
    ['the same word of two properties', { status: 'posts' }, { sortBy: 'posts' }],
  ])('differs for %s', (_case, a, b) => {
    expect(keyOf(a)).not.toBe(keyOf(b));
  });
});
