import { accept, json, type KeyName, type PlannedRequest } from '../model/request.js';
import { metricsRefusals } from '../refusals/metrics.js';
import type { Refusal } from '../refusals/refusal.js';
import { rosterRefusals } from '../refusals/roster.js';
import { teamRefusals } from '../refusals/team.js';
import { recordRequests } from '../requests/records.js';
import { accessProbes, analyticsPath } from './access-probes.js';
import { metricsValidProbes, smallestOfTeam } from './metrics-valid.js';
import { openProbes } from './open-probes.js';
import type { Draft, Probe, ProbeContext } from './probe.js';
import { rosterValidProbes } from './roster-probes.js';

const probesIn = (refusals: readonly Refusal[]): readonly Probe[] =>
  refusals.map(({ probe }) => probe);

/** Every probe in the order of sending within its kind. */
export const probes: readonly Probe[] = [
  ...metricsValidProbes,
  ...probesIn(metricsRefusals),
  smallestOfTeam,
  ...probesIn(teamRefusals),
  ...rosterValidProbes,
  ...probesIn(rosterRefusals),
  ...accessProbes,
  ...recordRequests,
  ...openProbes,
];

const byId = new Map(probes.map((one) => [one.id, one]));

/** The probe of an id. */
export const probeOf = (id: string): Probe | undefined => byId.get(id);

/** The ids of the probes of an endpoint and kind. */
export const idsOf = (endpoint: Probe['endpoint'], kind: Probe['kind']): readonly string[] =>
  probes
    .filter((one) => one.endpoint === endpoint && one.kind === kind && one.target === 'main')
    .map((one) => one.id);

/** Names are sent as they are: a probe may encode their brackets. A comma separates a list (4.3, 4.4). */
const encodeQuery = (pairs: readonly (readonly [string, string])[]): string =>
  pairs
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&');

const bodyText = (body: unknown): string | null =>
  body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);

/** Fills in what a draft leaves to its probe: path, headers, key and target. */
export const complete = (one: Probe, draft: Draft, context: ProbeContext): PlannedRequest => {
  const key: KeyName = draft.key ?? one.target;
  const path =
    draft.path ?? analyticsPath(one.endpoint, context.organizations[one.target] ?? 'unknown');
  const query = encodeQuery(draft.query ?? []);
  const body = bodyText(draft.body);
  return {
    probe: one.id,
    endpoint: one.endpoint,
    target: one.target,
    key,
    method: draft.method ?? (body === null ? 'GET' : 'POST'),
    path: query === '' ? path : `${path}?${query}`,
    headers: draft.headers ?? (body === null ? [accept] : [accept, json]),
    body,
  };
};
