import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import {
  type DateRange,
  dayOfInstant,
  type Facts,
  type ResolvedQuery,
  type RosterQuestion,
} from '@tallyboard/core/vocabulary';
import express, { type Request, type Response } from 'express';
import { oracleDefaultRange, oracleFigure, oraclePage, oracleRows } from '../oracle/index.js';
import { metricsDocument, rosterDocument } from './asked-worlds.test-kit.js';

/*
 * The API once more, as somebody would write it who has its specification alone: Express over arrays, with refusals,
 * keys and allowances of its own. It shares nothing with the service or the core; figures are the oracle's.
 */

type Row = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, string | readonly string[]>>;
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, code = 'INVALID') {
    super(code);
    this.status = status;
  }
}

const roles = ['owner', 'admin', 'maker', 'teacher', 'student', 'contributor', 'guest'];
const statuses = ['active', 'inactive', 'invited', 'joined', 'all'];
const plainRoles = { userType: [...roles, 'all'] };

interface Metric {
  readonly takes?: Readonly<Record<string, readonly string[]>>;
  readonly required?: string;
  /** It has a monthly form. */
  readonly month?: boolean;
  readonly slicedByMonth?: boolean;
  readonly safety?: boolean;
}

const content: Metric = { takes: plainRoles, month: true, slicedByMonth: true };
const catalog: Readonly<Record<string, Metric>> = {
  memberCount: { takes: { status: statuses, ...plainRoles }, month: true },
  newMemberCount: { month: true },
  boardCount: content,
  postCount: content,
  commentCount: content,
  reactionCount: content,
  visitorCount: { month: true },
  peerInteractionCount: { takes: plainRoles, required: 'userType', month: true },
  wallEngagementMinutes: { takes: { userType: [...roles, 'all', 'anonymous'] } },
  attachmentCountByCategory: { takes: plainRoles, required: 'userType' },
  scannedItemCount: { safety: true },
  scannedItemCountByType: { safety: true },
  avgScanTimeMs: { safety: true },
  flaggedItemCount: { safety: true },
  flaggedItemCountByCategory: { safety: true },
  moderationCatchRatePercent: { safety: true },
  topBoards: { takes: { sortBy: ['posts', 'visitors'] }, required: 'sortBy' },
  topUsers: { takes: { sortBy: ['posts', 'boards'], ...plainRoles }, required: 'sortBy' },
  topMedia: { takes: { mediaType: ['video', 'audio'] }, required: 'mediaType' },
  subscription: {},
};

const need = (isRight: boolean): void => {
  if (!isRight) throw new Refusal(400);
};

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const monthNumber = (text: string): number => Number(text.slice(0, 4)) * 12 + Number(text.slice(5));
const daysOf = (day: string) => dayOfInstant(Date.parse(day));
const lastOf = (month: string): string =>
  dayOf(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0));

/** One organization: what it is, and the days of a request. */
const organizationOf = (facts: Facts, id: string, now: number) => {
  const today = dayOf(now);
  const world = { facts, organizationId: id, today: dayOfInstant(now) };
  const type = facts.organization.find((one) => one.id === id)?.type;
  const rangeOf = (from: unknown, to: unknown): DateRange => {
    if (from === undefined && to === undefined) return oracleDefaultRange(world);
    need([from, to].every((one) => typeof one === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(one)));
    const [first, last] = [String(from), String(to)];
    const length = monthNumber(last) - monthNumber(first);
    need(length >= 0 && length < 24 && last <= today.slice(0, 7));
    need(first >= `${Number(today.slice(0, 4)) - 5}-01`);
    return { from: daysOf(`${first}-01`), to: daysOf(lastOf(last)) };
  };
  return { world, type, rangeOf };
};

type Organization = ReturnType<typeof organizationOf>;

/** The resolved properties of an entry; refused where they cannot be. */
const resolved = (entry: Row, isMonthly: boolean, { type }: Organization): Properties => {
  const { name, ...sent } = entry;
  const metric =
    typeof name === 'string' && Object.hasOwn(catalog, name) ? catalog[name] : undefined;
  need(metric !== undefined && !(metric.safety === true && type === 'team'));
  const { takes = {}, required, month, slicedByMonth } = metric ?? {};
  need(required === undefined || sent[required] !== undefined);
  need(!isMonthly || month === true);
  need(slicedByMonth !== true || sent['userType'] === undefined || isMonthly);
  const properties: Record<string, string | readonly string[]> = {};
  for (const property of Object.keys(sent)) need(Object.hasOwn(takes, property));
  for (const [property, values] of Object.entries(takes)) {
    const value = sent[property] ?? 'all';
    const list = [...new Set((Array.isArray(value) ? value : [value]) as unknown[])].map(String);
    need(
      list.length > 0 &&
        (sent[property] === undefined || list.every((one) => values.includes(one))),
    );
    if (property === 'userType') need(!list.includes('all') || list.length === 1);
    properties[property] = Array.isArray(value) || property === 'userType' ? list : (list[0] ?? '');
  }
  const { status } = properties;
  const list = Array.isArray(status) ? status : [status];
  if (sent['userType'] === undefined)
    need(!list.some((one) => one === 'invited' || one === 'joined'));
  // The example of 4.1.8: nobody knows which others, so only this one is refused.
  need(
    !isMonthly ||
      !['active,inactive', 'inactive,active'].includes(String(status)) ||
      !Array.isArray(status),
  );
  return properties;
};

const metricsAnswer = (org: Organization, id: string, body: Row): Row => {
  const { metrics, dimensions, from, to } = body;
  need(Object.keys(body).every((key) => ['metrics', 'dimensions', 'from', 'to'].includes(key)));
  need(Array.isArray(metrics) && metrics.length >= 1 && metrics.length <= 25);
  need(
    dimensions === undefined ||
      (Array.isArray(dimensions) && dimensions.every((one) => one === 'month')),
  );
  const isMonthly = Array.isArray(dimensions) && dimensions.length > 0;
  const range = org.rangeOf(from, to);
  const entries = (metrics as readonly unknown[]).map((entry) => {
    need(typeof entry === 'object' && entry !== null && !Array.isArray(entry));
    return { entry: entry as Row, properties: resolved(entry as Row, isMonthly, org) };
  });
  const names = entries.map(({ entry, properties }) =>
    JSON.stringify([
      entry['name'],
      Object.entries(properties).map(([key, value]) => [
        key,
        Array.isArray(value) ? value.toSorted() : value,
      ]),
    ]),
  );
  need(new Set(names).size === names.length);
  const queries = entries.flatMap(({ properties }) =>
    Object.entries(properties).map(([key, value]) =>
      key !== 'userType' && Array.isArray(value) ? value.length : 0,
    ),
  );
  need(entries.length + queries.reduce((sum, one) => sum + one, 0) <= 50);
  const figures = entries.map(({ entry: { name }, properties }) => ({
    ...{ name, properties },
    data: oracleFigure(org.world, { name, properties } as ResolvedQuery, range, isMonthly),
  }));
  return metricsDocument(id, figures, range);
};

const sorts = [
  ...['name', 'email', 'userType', 'signupDate', 'lastActivityDate'],
  ...['boards', 'posts', 'comments', 'reactions'],
];
const parameters = [
  ...['from', 'to', 'q', 'sort', 'order', 'page', 'perPage'],
  ...['status', 'userType', 'status[]', 'userType[]'],
];

const rosterAnswer = (org: Organization, query: URLSearchParams): Row => {
  const single = (name: string): string | undefined => {
    need(query.getAll(name).length < 2);
    return query.get(name) ?? undefined;
  };
  const several = (name: string, values: readonly string[]): readonly string[] => {
    const list = [...query.getAll(name), ...query.getAll(`${name}[]`)];
    need(list.every((one) => values.includes(one)));
    return list;
  };
  need([...query.keys()].every((key) => parameters.includes(key)));
  const range = org.rangeOf(single('from'), single('to'));
  const status = new Set(several('status', ['active', 'inactive']));
  const userTypes = several('userType', roles.slice(1));
  const whole = (name: string, otherwise: number): number => {
    const text = single(name) ?? String(otherwise);
    need(/^\d{1,9}$/.test(text) && Number(text) >= 1);
    return Number(text);
  };
  const [page, perPage] = [whole('page', 1), whole('perPage', 25)];
  need(perPage <= 100 && (page - 1) * perPage <= 1_000_000);
  const [sort, order] = [single('sort') ?? 'name', single('order') ?? 'asc'];
  need(sorts.includes(sort) && ['asc', 'desc'].includes(order));
  const [only] = status.size === 1 ? status : [];
  const question = {
    ...{ status: only ?? null, userTypes, q: (single('q') ?? '').trim() },
    ...{ sort, order, page, perPage },
  } as RosterQuestion;
  return rosterDocument(oraclePage(oracleRows(org.world, range), question), question, range);
};

/** Serves facts as of an instant on a free port of this machine. */
export const expressApp = async (facts: Facts, now: number) => {
  const app = express();
  const spent = new Map<string, number[]>();
  const holderOf = (request: Request): string => {
    const keySha256 = createHash('sha256')
      .update(request.get('x-api-key') ?? '')
      .digest('hex');
    const key = facts.apiKey.find((one) => one.keySha256 === keySha256 && one.revokedAt === null);
    if (key === undefined) throw new Refusal(401);
    return key.userId;
  };
  const opened = (request: Request, response: Response, endpoint: string) => {
    const [holder, id] = [holderOf(request), String(request.params['id'])];
    const organization = facts.organization.find((one) => one.id === id);
    const owner = facts.user.find((one) => one.id === organization?.ownerId);
    const teachers = organization?.type === 'classroom' ? ['teacher'] : [];
    const isAdmin = facts.member.some(
      (one) =>
        one.organizationId === id &&
        one.userId === holder &&
        one.leftAt === null &&
        ['owner', 'admin', ...teachers].includes(one.role),
    );
    if (owner?.enrolled !== true || !isAdmin) throw new Refusal(404);
    const name = `${request.get('x-api-key')} ${id} ${endpoint}`;
    const hour = (spent.get(name) ?? []).filter((at) => Date.now() - at < 3_600_000);
    if (hour.length >= 60) {
      response.set(
        'retry-after',
        String(Math.ceil(((hour[0] ?? 0) + 3_600_000 - Date.now()) / 1000)),
      );
      throw new Refusal(429);
    }
    spent.set(name, [...hour, Date.now()]);
    return organizationOf(facts, id, now);
  };
  const type = 'application/vnd.api+json';
  const answer =
    (by: (request: Request, response: Response) => Row) =>
    (request: Request, response: Response) => {
      response.type(type);
      try {
        if (!['*/*', 'application/*', type].includes(request.get('accept') ?? '*/*'))
          throw new Refusal(406);
        response.send(JSON.stringify(by(request, response)));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { status, message: code } = error;
        response
          .status(status)
          .send(JSON.stringify({ errors: [{ status: String(status), code }] }));
      }
    };
  app.use(express.text({ type: () => true }));
  app.post(
    '/v1/organizations/:id/analytics',
    answer((request, response) => {
      const org = opened(request, response, 'metrics');
      if (request.is('application/json') === false) throw new Refusal(415);
      let body: unknown;
      try {
        body = JSON.parse(String(request.body));
      } catch {
        throw new Refusal(400, 'BAD_JSON');
      }
      need(typeof body === 'object' && body !== null);
      return metricsAnswer(org, String(request.params['id']), body as Row);
    }),
  );
  app.get(
    '/v1/organizations/:id/analytics/users',
    answer((request, response) =>
      rosterAnswer(
        opened(request, response, 'roster'),
        new URL(request.originalUrl, 'http://localhost').searchParams,
      ),
    ),
  );
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
};
