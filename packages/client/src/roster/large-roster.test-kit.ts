import {
  buildIndex,
  columnsFrom,
  computeRoster,
  type Facts,
  type RosterPlan,
  splitByOrganization,
} from '@tallyboard/core';
import { type RosterRow } from '@tallyboard/core/vocabulary';
import type { ComputationsPort } from '@tallyboard/http';
import { ids, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';

/** The sample, and so many members more in its school. */
export const factsWithMembers = (count: number): Facts => {
  const [user] = sampleFacts.user;
  const member = sampleFacts.member.find(({ userId }) => userId === 'stan');
  if (user === undefined || member === undefined) throw new Error('the sample has changed');
  const newIds = Array.from({ length: count }, (_, index) => `m${index}`);
  const nameOf = (id: string): string => `${id.length % 2 === 0 ? 'Amy' : 'Zoe'} ${id}`;
  return {
    ...sampleFacts,
    user: [
      ...sampleFacts.user,
      ...newIds.map((id) => ({ ...user, id, username: id, displayName: nameOf(id) })),
    ],
    member: [...sampleFacts.member, ...newIds.map((userId) => ({ ...member, userId }))],
  };
};

/** The roster of the school, whole and in order. */
const wholeRoster = (
  facts: Facts,
  { organization, range, today }: RosterPlan,
): readonly RosterRow[] => {
  const own = splitByOrganization(facts).get(ids.school)!;
  const index = buildIndex(columnsFrom(own), { ...organization, today });
  const question = { status: null, userTypes: [], q: '', sort: 'name', order: 'asc' } as const;
  const whole = { ...question, page: 1, perPage: facts.user.length };
  return computeRoster(index, { question: whole, range }).rows;
};

/** Computes the roster once and cuts pages: a test of the client need not sort it for every page. */
export const sortedOnce = (facts: Facts): ComputationsPort => {
  let rows: readonly RosterRow[] | null = null;
  return {
    metrics: (plan) => plan.queries.map(() => ({ status: 'pending' })),
    roster: (plan) => {
      const { page, perPage } = plan.question;
      rows ??= wholeRoster(facts, plan);
      const start = (page - 1) * perPage;
      const cut = rows.slice(start, start + perPage);
      return { status: 'ready', page: { rows: cut, totalCount: rows.length } };
    },
  };
};
