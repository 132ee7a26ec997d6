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
import { byMonth, definedQueries, sentRange } from '../judge/metrics/answer.js';
import { parametersOf } from '../judge/roster/answer.js';
import type { Targets } from '../model/configuration.js';
import { canonical } from '../model/json.js';
import type { Listener } from '../model/progress.js';
import { readOnce } from '../model/read-once.js';
import type { PlannedRequest } from '../model/request.js';
import { analyticsPath } from '../probes/access-probes.js';
import { probeOf } from '../probes/all-probes.js';
import type { ExpectedValues } from '../run/run.js';
import { expectedRecord } from './expected-records.js';

/** Answers from memory what was asked before: many probes ask for the same. */
const memory = <A>() => {
  const made = new Map<string, A>();
  return (key: string, make: () => A): A => {
    if (!made.has(key)) made.set(key, make());
    return made.get(key) as A;
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

/**
 * What facts say of the analytics of an organization on one day, in the range that was sent, or else the default
 * one, and for services that end it today: a figure, or the rows of a range, is made once.
 */
const expectedOn = (world: OracleWorld) => {
  const figures = memory<unknown>();
  const rows = memory<readonly RosterRow[]>();
  const within = (range: DateRange, request: PlannedRequest): object => {
    const dateRange = formatDateRange(range);
    const days = canonical(dateRange);
    if (request.endpoint === 'roster') {
      const all = rows(days, () => oracleRows(world, range));
      const { totalCount, rows: some } = oraclePage(all, questionOf(parametersOf(request)));
      return { dateRange, totalCount, rows: some.map((row) => ({ ...row })) };
    }
    const monthly = byMonth(request);
    const all = definedQueries(request).map(({ name, properties, key }) => {
      const query = { name, properties } as unknown as ResolvedQuery;
      const make = (): unknown => oracleFigure(world, query, range, monthly);
      return [key, figures(`${days} ${String(monthly)} ${key}`, make)] as const;
    });
    return { dateRange, figures: Object.fromEntries(all) };
  };
  return (request: PlannedRequest): object => {
    const { today } = world;
    const sent = sentRange(request);
    const [first, last] = [parseMonth(sent?.from ?? ''), parseMonth(sent?.to ?? '')];
    if (first === null || last === null) return within(oracleDefaultRange(world), request);
    const range = rangeOfMonths(first, last);
    const isCurrent = range.from <= today && today < range.to;
    const untilToday = isCurrent && { untilToday: within({ ...range, to: today }, request) };
    return { ...within(range, request), ...untilToday };
  };
};

/** By organization and day; runs against one service, as of `diff`, share it. */
const analyticsOf = readOnce((facts: Facts) => {
  const days = memory<ReturnType<typeof expectedOn>>();
  return (organizationId: string, now: number) => {
    const today = dayOfInstant(now);
    return days(`${organizationId} ${today}`, () => expectedOn({ facts, organizationId, today }));
  };
});

/** What is wrong with the requests that must be refused leaves open what they ask. */
const isSound = ({ probe }: PlannedRequest): boolean => probeOf(probe)?.kind !== 'rejection';

const isOf = ({ endpoint, path }: PlannedRequest, org: string): boolean =>
  path.split('?')[0] === analyticsPath(endpoint, org);

/**
 * What facts say of the answers that a run will get.
 *
 * @param now - the present, as an instant: a run may last beyond midnight
 */
export const expectedFrom = (
  facts: Facts,
  now: () => number,
  targets: Targets,
  salt: string | null,
  listener: Listener,
): ExpectedValues => {
  const record = expectedRecord(facts, targets.main?.key ?? '');
  return (request) => {
    const { endpoint, target, key } = request;
    if (endpoint === 'other') {
      const expected = key === 'main' ? record(request) : null;
      return expected === null ? {} : { expectedRecord: expected };
    }
    const org = targets[target]?.org;
    if (org === undefined || key !== target || !isSound(request) || !isOf(request, org)) return {};
    const says = probeOf(request.probe)?.says ?? endpoint;
    listener({ type: 'computing', what: `what facts say of ${request.probe}: ${says}` });
    const expected = analyticsOf(facts)(org, now())(request);
    return { expected: salt === null ? expected : redacted(expected, salt) };
  };
};
