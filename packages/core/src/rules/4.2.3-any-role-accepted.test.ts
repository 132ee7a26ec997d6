import { describe, expect, it } from 'vitest';
import { computeRoster } from '../figures/compute-roster.js';
import { indexWith, members } from '../figures/school.test-kit.js';
import { rosterRoles } from '../model/role.js';
import { plannedRoster } from './requests.test-kit.js';

const school = indexWith(members({ id: 'u1', role: 'teacher' }, { id: 'u2', role: 'owner' }));
const idsWith = (query: string): readonly string[] => {
  const { question, range } = plannedRoster(query);
  return computeRoster(school, { question, range }).rows.map(({ id }) => id);
};

describe('4.2.3: any role is accepted', () => {
  it.each(rosterRoles)('%s passes for every organization', (role) => {
    expect(plannedRoster(`userType=${role}`).question.userTypes).toEqual([role]);
  });

  it('a role that nobody there can have yields no rows', () => {
    expect(idsWith('userType[]=maker&userType[]=contributor')).toEqual([]);
  });

  it('admin covers owners', () => {
    expect(idsWith('userType=admin')).toEqual(['u2']);
    expect(idsWith('userType[]=admin&userType[]=teacher')).toEqual(['u1', 'u2']);
  });
});
