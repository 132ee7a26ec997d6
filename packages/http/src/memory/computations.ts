import {
  buildIndex,
  columnsFrom,
  computeMetric,
  computeRoster,
  type OrganizationIndex,
  splitByOrganization,
} from '@tallyboard/core';
import type { Facts } from '@tallyboard/core/vocabulary';
import type { ComputationsPort } from '../ports.js';

/** Figures over indexes that are all built beforehand: nothing is ever pending. */
export const memoryComputations = (facts: Facts): ComputationsPort => {
  const indexes = new Map<string, OrganizationIndex>();
  for (const [id, own] of splitByOrganization(facts)) indexes.set(id, buildIndex(columnsFrom(own)));
  const indexOf = (organizationId: string): OrganizationIndex => {
    const index = indexes.get(organizationId);
    if (index === undefined) throw new Error(`There are no facts of ${organizationId}.`);
    return index;
  };
  return {
    metric: (organizationId, plan, query) => ({
      status: 'ready',
      data: computeMetric(indexOf(organizationId), query, plan),
    }),
    roster: (organizationId, { question, range }) => ({
      status: 'ready',
      page: computeRoster(indexOf(organizationId), question, range),
    }),
  };
};
