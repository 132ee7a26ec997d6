import type { Endpoint, PlannedRequest, TargetName } from '../model/request.js';
import { complete, probes } from '../probes/all-probes.js';
import type { Probe, ProbeContext } from '../probes/probe.js';
import { registry } from '../rules/registry.js';
import { probesFor } from './selection.js';

/** A probe as a plan shows it. */
export interface PlannedProbe {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly kind: Probe['kind'];
  readonly target: TargetName;
  readonly says: string;
}

/** One request of a plan; `request` is `null` when it is made from answers of the run. */
export interface PlannedStep {
  readonly probe: PlannedProbe;
  readonly request: PlannedRequest | null;
  /** The rules that its answer feeds. */
  readonly rules: readonly string[];
}

/** Everything that a run would send. */
export interface Plan {
  readonly steps: readonly PlannedStep[];
  /** Requests of the main organization's allowances, and others. */
  readonly cost: Readonly<Record<Endpoint, number>>;
  /** The cost in words. */
  readonly says: readonly string[];
}

const isConfigured = (one: Probe, context: ProbeContext): boolean =>
  [one.target, ...one.needs].every((name) => context.organizations[name] !== undefined);

const isPossible = (one: Probe, context: ProbeContext): boolean => {
  if (!isConfigured(one, context)) return false;
  return one.kind !== 'record' || one.draft(context) !== null;
};

/** The most pages of the walk and what is like them depend on the roster: they are counted in full. */
const counted = (steps: readonly PlannedStep[], endpoint: Endpoint): number =>
  steps.filter(
    ({ probe }) =>
      probe.endpoint === endpoint && probe.target === 'main' && probe.kind !== 'access',
  ).length;

/** Plans a run in a context: no network, the same for the same seed. */
export const planOf = (context: ProbeContext, only: readonly string[]): Plan => {
  const selection = probesFor(only);
  const steps = probes
    .filter((one) => (selection === null || selection.has(one.id)) && isPossible(one, context))
    .filter((one) => selection === null || one.kind !== 'open')
    .map((one): PlannedStep => {
      const draft = one.draft(context);
      const { id, endpoint, kind, target, says } = one;
      return {
        probe: { id, endpoint, kind, target, says },
        request: draft === null ? null : complete(one, draft, context),
        rules: registry.filter((rule) => rule.probes.includes(id)).map((rule) => rule.id),
      };
    });
  const [metrics, roster] = [counted(steps, 'metrics'), counted(steps, 'roster')];
  const cost = { metrics, roster, other: steps.length - metrics - roster };
  const open = (endpoint: Endpoint): number =>
    steps.filter(
      ({ probe }) =>
        probe.endpoint === endpoint && probe.kind === 'open' && probe.target === 'main',
    ).length;
  return {
    steps,
    cost,
    says: (['metrics', 'roster'] as const).map(
      (endpoint) =>
        `${endpoint}: ${cost[endpoint]} of 60 requests, ${open(endpoint)} of them at open points, sent only if no 202 needs them`,
    ),
  };
};
