import { describe, expect, it } from 'vitest';
import { hashOf, viewIn } from './address.js';
import { firstRoster, noPerson, type View } from './view.js';

const first: View = {
  service: '',
  organization: '',
  range: '12m',
  compare: 'year',
  chart: null,
  roles: [],
  roster: firstRoster,
  person: noPerson,
  board: '',
};

const full: View = {
  service: 'https://api.example.org',
  organization: 'wksp_school0000000',
  range: { from: '2026-01', to: '2026-03' },
  compare: 'before',
  chart: 'comments',
  roles: ['teacher', 'student'],
  roster: {
    q: 'añ & #x',
    status: 'inactive',
    role: 'student',
    sort: 'posts',
    order: 'desc',
    page: 3,
  },
  person: { id: 'user000000000001', name: 'Ana & Bo' },
  board: 'board00000000001',
};

describe('the address', () => {
  it('says nothing of what is as at first', () => {
    expect(hashOf(first)).toBe('');
    expect(viewIn('')).toEqual(first);
  });

  it('keeps all of a view', () => {
    expect(viewIn(hashOf(full))).toEqual(full);
  });

  it.each([
    '#range=nonsense',
    '#range=2026-13..2026-01',
    '#chart=x',
    '#compare=x',
    '#sort=x',
    '#page=-1',
    '#page=40002',
    '#by=<b>',
    '#%',
  ])('%s is read as the first view', (hash) => {
    expect(viewIn(hash)).toEqual(first);
  });
});
