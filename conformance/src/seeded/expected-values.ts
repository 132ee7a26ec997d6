import {
  type DateRange,
  dayOfInstant,
  type Facts,
  formatDateRange,
  parseMonth,
  type ResolvedQuery,
  type RosterQuestion,
  type RosterRole,
  type RosterRow,
  type RosterSort,
  rangeOfMonths,
  rosterRoles,
  rosterSorts,
} from '@tallyboard/core/vocabulary';
import {
  type OracleWorld,
  oracleDefaultRange,
  oracleFigure,
  oraclePage,
  oracleRows,
} from '../../oracle/index.js';
import { redacted } from '../history/redact.js';
import type { ExpectedMetrics, ExpectedPage } from '../judge/expected.js';
import { byMonth, definedQueries, sentRange } from '../judge/metrics/answer.js';
import { parametersOf } from '../judge/roster/answer.js';
import type { Target } from '../model/configuration.js';
import type { Listener } from '../model/progress.js';
import { readOnce } from '../model/read-once.js';
import type { PlannedRequest, TargetName } from '../model/request.js';
import { analyticsPath } from '../probes/access-probes.js';
import { probeOf } from '../probes/all-probes.js';
import type { ExpectedValues } from '../run/run.js';
import { expectedRecord } from './expected-records.js';

const rangeOf = (
  world: OracleWorld,
  sent: { readonly from: string; readonly to: string } | null,
): DateRange => {
  const [from, to] = [parseMonth(sent?.from ?? ''), parseMonth(sent?.to ?? '')];
  return from === null || to === null ? oracleDefaultRange(world) : rangeOfMonths(from, to);
};

/** The same range up to today, for a sent range whose current month ends later. */
const cutAtToday = (world: OracleWorld, range: DateRange, isSent: boolean): DateRange | null =>
  isSent && range.from <= world.today && world.today < range.to
    ? { ...range, to: world.today }
    : null;

/** Answers from memory what was asked before: many probes ask for the same figure. */
const memory = <A>() => {
  const known = new Map<string, A>();
  return (key: string, make: () => A): A => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make();
    known.set(key, made);
    return made;
  };
};

/** What facts say of a metrics answer. */
export const expectedMetrics = (world: OracleWorld) => {
  const recall = memory<unknown>();
  return (request: PlannedRequest): ExpectedMetrics => {
    const sent = sentRange(request);
    const monthly = byMonth(request);
    const within = (range: DateRange): ExpectedMetrics => {
      const figures = definedQueries(request).map(({ name, properties, key }) => {
        const query = { name, properties } as unknown as ResolvedQuery;
        const place = `${range.from} ${range.to} ${String(monthly)} ${key}`;
        return [key, recall(place, () => oracleFigure(world, query, range, monthly))] as const;
      });
      return { dateRange: formatDateRange(range), figures: Object.fromEntries(figures) };
    };
    const range = rangeOf(world, sent);
    const cut = cutAtToday(world, range, sent !== null);
    return { ...within(range), ...(cut === null ? {} : { untilToday: within(cut) }) };
  };
};

const questionOf = (parameters: URLSearchParams): RosterQuestion => {
  const statuses = [...parameters.getAll('status[]'), ...parameters.getAll('status')];
  const [status] = statuses;
  return {
    status: statuses.length === 1 && (status === 'active' || status === 'inactive') ? status : null,
    userTypes: [...parameters.getAll('userType[]'), ...parameters.getAll('userType')].filter(
      (word): word is RosterRole => (rosterRoles as readonly string[]).includes(word),
    ),
    q: (parameters.get('q') ?? '').trim(),
    sort: rosterSorts.find((sort): sort is RosterSort => sort === parameters.get('sort')) ?? 'name',
    order: parameters.get('order') === 'desc' ? 'desc' : 'asc',
    page: Number(parameters.get('page') ?? '1'),
    perPage: Number(parameters.get('perPage') ?? '25'),
  };
};

/** What facts say of a roster page. */
export const expectedRoster = (world: OracleWorld) => {
  // The rows of a range are the slow part, and many probes ask for the same range.
  const recall = memory<readonly RosterRow[]>();
  return (request: PlannedRequest): ExpectedPage => {
    const parameters = parametersOf(request);
    const [from, to] = [parameters.get('from'), parameters.get('to')];
    const sent = from === null || to === null ? null : { from, to };
    const within = (range: DateRange): ExpectedPage => {
      const all = recall(`${range.from} ${range.to}`, () => oracleRows(world, range));
      const page = oraclePage(all, questionOf(parameters));
      const rows = page.rows.map((row) => ({ ...row }));
      return { dateRange: formatDateRange(range), totalCount: page.totalCount, rows };
    };
    const range = rangeOf(world, sent);
    const cut = cutAtToday(world, range, sent !== null);
    return { ...within(range), ...(cut === null ? {} : { untilToday: within(cut) }) };
  };
};

/** Facts as they stand at an instant. */
export const worldAt = (facts: Facts, organizationId: string, now: number): OracleWorld => ({
  facts,
  organizationId,
  today: dayOfInstant(now),
});

/** A service whose answers facts give: who is asked, by which key, and when. */
export interface SeededService {
  readonly facts: Facts;
  /** The present, as an instant: a run may last beyond midnight. */
  readonly now: () => number;
  readonly targets: Readonly<Partial<Record<TargetName, Target>>>;
}

/** What is known of facts: runs against one service, as of `diff`, share it. */
const knownOf = readOnce((_facts: Facts) =>
  memory<readonly [ReturnType<typeof expectedMetrics>, ReturnType<typeof expectedRoster>]>(),
);

/** What facts say of analytics, by the organization that is asked. */
const analyticsOf = ({ facts, now, targets }: SeededService) => {
  const known = knownOf(facts);
  return (name: TargetName) => {
    const { org = '' } = targets[name] ?? {};
    const instant = now();
    return known(`${org} ${dayOfInstant(instant)}`, () => {
      const world = worldAt(facts, org, instant);
      return [expectedMetrics(world), expectedRoster(world)];
    });
  };
};

/** What is wrong with the requests that must be refused leaves open what they ask. */
const isSound = ({ probe }: PlannedRequest): boolean => probeOf(probe)?.kind !== 'rejection';

const isOf = ({ endpoint, path }: PlannedRequest, org: string): boolean =>
  path.split('?')[0] === analyticsPath(endpoint, org);

/** What facts say of the answers that a run will get. */
export const expectedFrom = (
  service: SeededService,
  salt: string | null,
  listener: Listener,
): ExpectedValues => {
  const analytics = analyticsOf(service);
  const record = expectedRecord(service.facts, service.targets.main?.key ?? '');
  const kept = (value: unknown): unknown => (salt === null ? value : redacted(value, salt));
  return (request) => {
    const { endpoint, target, key } = request;
    if (endpoint === 'other') {
      const expected = key === 'main' ? record(request) : null;
      return expected === null ? {} : { expectedRecord: expected };
    }
    const org = service.targets[target]?.org;
    if (org === undefined || key !== target || !isSound(request) || !isOf(request, org)) return {};
    const says = probeOf(request.probe)?.says ?? endpoint;
    listener({ type: 'computing', what: `what facts say of ${request.probe}: ${says}` });
    const [metrics, roster] = analytics(target);
    return { expected: kept(request.endpoint === 'metrics' ? metrics(request) : roster(request)) };
  };
};
