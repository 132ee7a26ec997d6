import { accept, json, type KeyName, type PlannedRequest } from '../model/request.js';
import { metricsRefusals, rosterRefusals, teamRefusals } from '../refusals/refusals.js';
import { accessProbes, analyticsPath } from './access-probes.js';
import { metricsValid, smallestOfTeam } from './metrics-valid.js';
import { openProbes } from './open-probes.js';
import type { Draft, Probe, ProbeContext } from './probe.js';
import { recordRequests } from './records.js';
import { rosterValid } from './roster-probes.js';

/** Every probe in the order of sending within its kind. */
export const probes: readonly Probe[] = [
  ...metricsValid,
  ...metricsRefusals,
  smallestOfTeam,
  ...teamRefusals,
  ...rosterValid,
  ...rosterRefusals,
  ...accessProbes,
  ...recordRequests,
  ...openProbes,
];

const byId = new Map(probes.map((one) => [one.id, one]));

/** The probe of an id. */
export const probeOf = (id: string): Probe | undefined => byId.get(id);

/** Names are sent as they are: a probe may encode their brackets. A comma separates a list (4.3, 4.4). */
const encodeQuery = (pairs: readonly (readonly [string, string])[]): string =>
  pairs
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&');

/** Fills in what a draft leaves to its probe: path, headers, key and target. */
export const complete = (one: Probe, draft: Draft, context: ProbeContext): PlannedRequest => {
  const key: KeyName = draft.key ?? one.target;
  const path =
    draft.path ?? analyticsPath(one.endpoint, context.organizations[one.target] ?? 'unknown');
  const query = encodeQuery(draft.query ?? []);
  const { body: sent } = draft;
  const body = sent === undefined ? null : typeof sent === 'string' ? sent : JSON.stringify(sent);
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
