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
import { dayOfInstant, type Facts, type Instant, limits } from '@tallyboard/core/vocabulary';
import type { Allowances, ClockPort, ComputationsPort, DataPorts } from '@tallyboard/ports';
import type { Ports } from '../ports.js';
import { memoryAllowance } from './allowance.js';
import { withFaults } from './computation-faults.js';
import { factPorts } from './fact-ports.js';

/** How ports over facts behave. */
export interface MemoryOptions {
  /** The instant at which figures and rules stand still; the real one when left out. */
  readonly now?: Instant;
  /**
   * Requests per hour: one number for each of the two analytics endpoints, or numbers by endpoint;
   * 0 lifts the limit. The specified one when left out.
   */
  readonly allowance?: number | Allowances;
  /** The first so many requests for each figure are pending. */
  readonly pending?: number;
  /** Metrics that fail, or `users` for the roster. */
  readonly fail?: readonly string[];
  /** Where figures come from; indexes that are all built before anything else when left out. */
  readonly computations?: ComputationsPort;
}

const memoryClock = (now: Instant | undefined): ClockPort => {
  const instant = (): Instant => Date.now() as Instant;
  return { instant, today: () => dayOfInstant(now ?? instant()) };
};

const allowancesOf = (allowance: number | Allowances = limits.requestsPerHour): Allowances =>
  typeof allowance === 'number' ? { metrics: allowance, roster: allowance } : allowance;

/** Ports that read data, with an allowance and a clock kept in memory. */
export const completePorts = (
  known: DataPorts,
  { now, allowance, pending = 0, fail = [] }: Omit<MemoryOptions, 'computations'>,
): Ports => ({
  ...known,
  computations: withFaults(known.computations, pending, fail),
  allowance: memoryAllowance(allowancesOf(allowance)),
  clock: memoryClock(now),
});

/** Figures over indexes that are built when they are first asked for: nothing is ever pending. */
const memoryComputations = (facts: Facts): ComputationsPort => {
  const organizations = new Map<
    string,
    { readonly columns: EventColumns; index: OrganizationIndex | null }
  >();
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

/** Ports over facts in memory. */
export const memoryPorts = (facts: Facts, options: MemoryOptions = {}): Ports => {
  // First, since it says what is wrong with facts that are none.
  const computations = options.computations ?? memoryComputations(facts);
  return completePorts({ ...factPorts(facts), computations }, options);
};
