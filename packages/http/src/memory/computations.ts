import {
  buildIndex,
  columnsFrom,
  computeMetric,
  computeRoster,
  type MetricsPlan,
  type OrganizationIndex,
  type RosterPlan,
  splitByOrganization,
} from '@tallyboard/core';
import { canAnswer, type EventColumns } from '@tallyboard/core/engine';
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
  const indexOf = (plan: MetricsPlan | RosterPlan): OrganizationIndex => {
    const known = organizations.get(plan.organization.id);
    if (known === undefined) throw new Error(`There are no facts of ${plan.organization.id}.`);
    if (known.index === null || !canAnswer(known.index, plan.range)) {
      known.index = buildIndex(known.columns, { ...plan.organization, today: plan.today });
    }
    return known.index;
  };
  return {
    metrics: (plan) => {
      const index = indexOf(plan);
      return plan.queries.map((query) => ({
        status: 'ready',
        data: computeMetric(index, query, plan),
      }));
    },
    roster: (plan) => ({ status: 'ready', page: computeRoster(indexOf(plan), plan) }),
  };
};
