import { describe, expect, it } from 'vitest';
import { plannedRoster, refusalsOfQuery, refusedQuery } from './requests.test-kit.js';

describe('4.2.1: nothing is clamped', () => {
  it.each([
    'perPage=101',
    'perPage=0',
    'perPage=-1',
    'perPage=',
    'perPage=1e1',
    'perPage=10.0',
    'page=0',
    'page=-1',
    'page=abc',
    'page=',
    'page=%31',
    'page= 1',
    'sort=likes',
    'sort=',
    'sort=Name',
    'order=up',
    'order=',
    'status=all',
    'status[]=',
    'status=joined',
    'userType=owner',
    'userType[]=all',
    'userType=wizard',
    'userType[]=constructor',
  ])('refuses %s', (query) => {
    const parameter = query.replace(/(\[\])?=.*/, '');
    expect(refusedQuery(query)).toEqual([`invalidParameter ${parameter}`]);
  });

  it('fills in what was not sent', () => {
    expect(plannedRoster('').question).toEqual({
      status: null,
      userTypes: [],
      q: '',
      sort: 'name',
      order: 'asc',
      page: 1,
      perPage: 25,
    });
  });

  it('reads what was sent', () => {
    const query =
      'status[]=active&userType[]=admin&userType[]=guest&q= Ann &sort=posts&order=desc&page=007&perPage=100';
    expect(plannedRoster(query).question).toEqual({
      status: 'active',
      userTypes: ['admin', 'guest'],
      q: 'Ann',
      sort: 'posts',
      order: 'desc',
      page: 7,
      perPage: 100,
    });
  });

  it('reads both statuses as none, and one value without brackets', () => {
    expect(plannedRoster('status[]=active&status[]=inactive').question.status).toBeNull();
    expect(plannedRoster('status[]=inactive&status[]=inactive').question.status).toBe('inactive');
    expect(plannedRoster('status=inactive').question.status).toBe('inactive');
    expect(plannedRoster('q=').question.q).toBe('');
  });

  it.each([
    'status=active&status=inactive',
    'status=active&status[]=active',
    'page=1&page=1',
    'q=a&q=b',
  ])('refuses the repetition %s', (query) => {
    expect(refusedQuery(query)).toEqual([`repeatedParameter ${query.replace(/(\[\])?=.*/, '')}`]);
  });

  it.each([
    'limit=5',
    'status[0]=active',
    'page[]=1',
    'Sort=name',
    '__proto__=1',
    'userType[=guest',
  ])('refuses the unknown parameter of %s', (query) => {
    expect(refusedQuery(query)).toEqual([`unknownParameter ${query.replace(/=.*/, '')}`]);
  });

  it('refuses a repeated fault once', () => {
    expect(refusedQuery('x=1&status[]=on&x=2&status[]=on&status[]=off')).toEqual([
      'unknownParameter x',
      'invalidParameter status',
      'invalidParameter status',
    ]);
  });

  it('says what would be accepted', () => {
    expect(refusalsOfQuery('perPage=101')[0]).toMatchObject({
      rule: '4.2.1',
      detail: 'perPage is "101"; send a whole number from 1 to 100.',
    });
    expect(refusalsOfQuery('order=up')[0]?.detail).toBe('order is "up"; send asc or desc.');
    expect(refusalsOfQuery('page=0')[0]?.detail).toBe(
      'page is "0"; send a whole number of 1 or more.',
    );
  });

  it('reports everything at once', () => {
    expect(refusedQuery('page=0&perPage=0&sort=x&x=1&from=2026-01')).toEqual([
      'unknownParameter x',
      'invalidParameter sort',
      'invalidParameter page',
      'invalidParameter perPage',
      'rangeEndMissing from',
    ]);
  });
});
