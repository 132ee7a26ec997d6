import type { RunConfiguration } from '../model/configuration.js';
import type { LeftOutRecord } from '../model/history.js';
import { canonical } from '../model/json.js';
import type { Endpoint, PlannedRequest } from '../model/request.js';
import { access, accessProbes } from '../probes/access-probes.js';
import { complete, probes } from '../probes/all-probes.js';
import { type Probe, type ProbeContext, rotationsMax } from '../probes/probe.js';
import { recordRequests } from '../probes/records.js';
import { registry } from '../rules/registry.js';
import { probesFor } from './selection.js';

/** Probes that are sent one after another, and how pending ones among those before are waited for. */
export interface Stage {
  readonly probes: readonly Probe[];
  /** Requests that the waiting leaves for later stages; `null` when nothing is waited for. */
  readonly reserve: number | null;
}

const ofKind = (endpoint: Endpoint, kind: Probe['kind']): readonly Probe[] =>
  probes.filter((one) => one.endpoint === endpoint && one.kind === kind && one.target === 'main');

/** One endpoint: submit, be refused meanwhile, repeat what is pending, then what builds on it. */
const endpointStages = (endpoint: 'metrics' | 'roster'): readonly Stage[] => {
  const valid = ofKind(endpoint, 'valid');
  const later = valid.filter((one) => one.after.length > 0);
  const first = [
    ...valid.filter((one) => one.after.length === 0),
    ...ofKind(endpoint, 'rejection'),
  ];
  return [
    { probes: first, reserve: later.length },
    { probes: later, reserve: 0 },
    // Open points that ask for figures in a way that most services take.
    { probes: ofKind(endpoint, 'open').filter(({ asksFigures }) => asksFigures), reserve: 0 },
  ];
};

const sentAtOnce = (some: readonly Probe[]): Stage => ({ probes: some, reserve: null });

/** Everything that a run sends before the quota check, in the order that spends least. */
export const stages: readonly Stage[] = [
  sentAtOnce(probes.filter((one) => one.always)),
  sentAtOnce(recordRequests),
  sentAtOnce(accessProbes.filter(({ target }) => target !== 'second')),
  ...endpointStages('metrics'),
  sentAtOnce(probes.filter((one) => one.target === 'team')),
  ...endpointStages('roster'),
  sentAtOnce(ofKind('other', 'open')),
];

/** Other open points are asked from what is left after contradictions were asked again. */
export const openStages: readonly Stage[] = (['metrics', 'roster'] as const).map((endpoint) => ({
  probes: ofKind(endpoint, 'open').filter(({ asksFigures }) => !asksFigures),
  reserve: 0,
}));

/** What must not be touched by a spent allowance is asked when one is spent. */
export const lastStages: readonly Stage[] = [{ probes: [...access.second], reserve: 0 }];

/** Why a probe is not sent, and in words. */
export type LeftOut = readonly [why: LeftOutRecord['why'], detail: string];

/**
 * Why a probe is left out, or `null` when it is sent.
 *
 * @param selection - the probes that `--only` chose; `null` without it
 * @param nearMonthChange - the month changes within hours: what rests on it is left out
 */
export const reasonToLeaveOut = (
  one: Probe,
  context: ProbeContext,
  selection: ReadonlySet<string> | null,
  nearMonthChange: boolean,
): LeftOut | null => {
  const isSelected = selection === null || one.always === true || selection.has(one.id);
  if (!isSelected) return ['notSelected', 'other rules were selected'];
  if (context.organizations[one.target] === undefined)
    return ['needsConfig', `no ${one.target} is configured`];
  const isTurnOfYear = context.month % 12 === 0 || context.month % 12 === 11;
  const isUncertain = one.boundary === 'month' || (one.boundary === 'year' && isTurnOfYear);
  if (nearMonthChange && isUncertain) return ['monthChange', 'the month changes about now'];
  return null;
};

/** Why a probe that has no request in a context is left out. */
export const nothingToAsk = (one: Probe): LeftOut =>
  one.kind === 'record'
    ? ['needsConfig', 'no board is configured']
    : ['prerequisite', 'there is nothing to ask'];

/** A request to be sent, with what is known now and is needed to judge its answer. */
export interface Turn {
  readonly request: PlannedRequest;
  readonly knows?: Readonly<Record<string, unknown>>;
  /** Which variant of its probe it is; absent when the run takes one rotation. */
  readonly rotation?: number;
}

/** The rotations whose variants a run takes. */
export const rotationsOf = ({ rotation }: Pick<RunConfiguration, 'rotation'>): readonly number[] =>
  rotation === 'all' ? Array.from({ length: rotationsMax }, (_, index) => index) : [rotation];

/** The name of a variant of a probe among those that are settled. */
export const variantName = (probe: string, rotation: number | undefined): string =>
  rotation === undefined ? probe : `${probe} ${rotation}`;

/** The variants of a probe in some rotations, of equal ones the first. */
export const variantsOf = (
  probe: Probe,
  context: ProbeContext,
  rotations: readonly number[],
): readonly Turn[] => {
  const turns = rotations.flatMap((rotation) => {
    const draft = probe.draft({ ...context, rotation });
    if (draft === null) return [];
    const { knows = {} } = draft;
    const turn: Turn = { request: complete(probe, draft, context), knows };
    return [rotations.length > 1 ? { ...turn, rotation } : turn];
  });
  const different = new Map(turns.toReversed().map((turn) => [canonical(turn.request), turn]));
  return [...different.values()].toReversed();
};

/** One request of a plan; `request` is `null` when it is made from answers of the run. */
export interface PlannedStep {
  readonly probe: Pick<Probe, 'id' | 'endpoint' | 'kind' | 'target' | 'says'>;
  readonly request: PlannedRequest | null;
  /** The rules that its answer feeds. */
  readonly rules: readonly string[];
}

/** A roster that has something for every way of searching. */
const example: ProbeContext['roster'] = {
  totalCount: 1,
  rows: [
    {
      ...{ id: 'example1', userType: 'student', active: true },
      ...{ name: 'Example Person', email: 'example.person@example.org' },
    },
  ],
};

const stepsOf = (one: Probe, context: ProbeContext, rotations: readonly number[]) => {
  const requests = variantsOf(one, context, rotations).map(({ request }) => request);
  // What is made from answers of the run is planned without its request.
  const made = variantsOf(one, { ...context, roster: example }, rotations).slice(1);
  const planned =
    requests.length === 0 && one.after.length > 0 ? [null, ...made.map(() => null)] : requests;
  const { id, endpoint, kind, target, says } = one;
  const rules = registry.filter((rule) => rule.probes.includes(id)).map((rule) => rule.id);
  return planned.map((request) => ({
    probe: { id, endpoint, kind, target, says },
    request,
    rules,
  }));
};

const spends = ({ probe }: PlannedStep, endpoint: Endpoint): boolean =>
  probe.endpoint === endpoint && probe.target === 'main' && probe.kind !== 'access';

/**
 * Plans a run in a context: no network, the same for the same seed, in the order of sending. The cost is in requests of
 * the main organization's allowances, and others.
 */
export const planOf = (
  context: ProbeContext,
  only: readonly string[],
  rotations: readonly number[] = [context.rotation],
  budget: Readonly<Record<'metrics' | 'roster', number>> = { metrics: 60, roster: 60 },
) => {
  const selection = probesFor(only);
  const ordered = new Set(
    [...stages, ...openStages, ...lastStages].flatMap((stage) => stage.probes),
  );
  const steps = [...ordered]
    .filter((one) => reasonToLeaveOut(one, context, selection, false) === null)
    .flatMap((one) => stepsOf(one, context, rotations));
  const count = (endpoint: Endpoint): number =>
    steps.filter((step) => spends(step, endpoint)).length;
  const open = (endpoint: Endpoint): number =>
    steps.filter((step) => spends(step, endpoint) && step.probe.kind === 'open').length;
  const [metrics, roster] = [count('metrics'), count('roster')];
  const cost = { metrics, roster, other: steps.length - metrics - roster };
  return {
    steps,
    cost,
    says: (['metrics', 'roster'] as const).map((endpoint) => {
      const allowed = Number.isFinite(budget[endpoint])
        ? `of ${budget[endpoint]} requests`
        : 'requests, no limit';
      const hours = Math.ceil(cost[endpoint] / budget[endpoint]);
      return `${endpoint}: ${cost[endpoint]} ${allowed}; ${open(endpoint)} of them, about open points, are left out first if figures are pending${hours > 1 ? `; takes ${hours} hours, each after the first by resume` : ''}`;
    }),
  };
};
