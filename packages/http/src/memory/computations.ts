import {
  buildIndex,
  canAnswer,
  columnsFrom,
  computeMetric,
  computeRoster,
  type EventColumns,
  type MetricsPlan,
  type OrganizationIndex,
  type RosterPlan,
  splitByOrganization,
} from '@tallyboard/core';
import type { Facts } from '@tallyboard/core/vocabulary';
import type { ComputationsPort } from '@tallyboard/ports';

/** An organization's events, and the index built last. */
interface Known {
  readonly columns: EventColumns;
  index: OrganizationIndex | null;
}

/** Figures over indexes that are built when they are first asked for: nothing is ever pending. */
export const memoryComputations = (facts: Facts): ComputationsPort => {
  const organizations = new Map<string, Known>();
  for (const [id, own] of splitByOrganization(facts)) {
    organizations.set(id, { columns: columnsFrom(own), index: null });
  }
  const indexOf = (id: string, plan: MetricsPlan | RosterPlan): OrganizationIndex => {
    const known = organizations.get(id);
    if (known === undefined) throw new Error(`There are no facts of ${id}.`);
    if (known.index === null || !canAnswer(known.index, plan.range)) {
      known.index = buildIndex(known.columns, { ...plan.organization, today: plan.today });
    }
    return known.index;
  };
  return {
    metric: (id, plan, query) => ({
      status: 'ready',
      data: computeMetric(indexOf(id, plan), query, plan),
    }),
    roster: (id, plan) => ({
      status: 'ready',
      page: computeRoster(indexOf(id, plan), plan),
    }),
  };
};
