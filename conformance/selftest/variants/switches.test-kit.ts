import type { OrganizationType } from '@tallyboard/core/vocabulary';
import type { AllowancePort, Ports } from '@tallyboard/http';
import { isObject, listOf } from '../../src/model/json.js';
import { type Call, metrics, sent } from '../../src/rules/broken.js';
import type { FetchHandler } from '../../src/transport/fetch-transport.js';
import { changed, onReply, onRequest, refusal } from '../mutants/mutant.test-kit.js';
import type { Serving } from '../reference.test-kit.js';

/** A service that is right and chose otherwise where the specification leaves a choice. */
export interface Variant {
  readonly name: string;
  readonly handler?: (inner: FetchHandler) => FetchHandler;
  readonly serving?: Serving;
  readonly organizationType?: OrganizationType;
  /** It shows only when the allowance is used up. */
  readonly quota?: boolean;
  /** Its windows end: the run waits for that. */
  readonly resets?: boolean;
  /** It chose otherwise in what facts settle, so it is asked as live data. */
  readonly live?: boolean;
  /** Its data changes during the run: it is asked as live data that is not frozen. */
  readonly changing?: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Changes answers. */
export const replying = (
  name: string,
  by: Parameters<typeof onReply>[0],
  more: Partial<Variant> = {},
): Variant => ({ name, handler: onReply(by), ...more });

/** Refuses some requests. */
export const refusing = (
  name: string,
  isRefused: (call: Call) => boolean,
  status: number,
): Variant => ({ name, handler: onRequest((call) => (isRefused(call) ? refusal(status) : null)) });

const metricsBody = (call: Call): Fields | null =>
  call.endpoint === 'metrics' && isObject(call.body) ? call.body : null;

/** Serves a request after changing its body. */
export const serving = (name: string, by: (body: Fields) => Fields | null): Variant => ({
  name,
  handler: onRequest((call) => {
    const body = metricsBody(call);
    const changed = body === null ? null : by(body);
    return changed === null ? null : { ...call, text: JSON.stringify(changed), body: changed };
  }),
});

/** A body with each entry changed. */
export const eachEntry = (body: Fields, by: (entry: Fields) => Fields): Fields => ({
  ...body,
  metrics: sent(body).map(by),
});

/** Sets a header of some requests. */
export const withHeader = (
  name: string,
  endpoint: Call['endpoint'],
  isMeant: (headers: Headers) => boolean,
  header: readonly [string, string],
): Variant => ({
  name,
  handler: onRequest((call) => {
    if (call.endpoint !== endpoint || !isMeant(call.headers)) return null;
    const headers = new Headers(call.headers);
    headers.set(...header);
    return { ...call, headers };
  }),
});

/** Takes a parameter out of requests. */
export const withoutParameter = (name: string, parameter: string): Variant => ({
  name,
  handler: onRequest((call) => {
    if (!call.url.searchParams.has(parameter)) return null;
    const url = new URL(call.url);
    url.searchParams.delete(parameter);
    return { ...call, url };
  }),
});

/** Changes the data of entries. */
export const data = (
  name: string,
  by: (data: unknown, entry: Fields) => unknown,
  more: Partial<Variant> = {},
): Variant => ({
  name,
  handler: changed('metrics', `${metrics}/*`, (one) =>
    isObject(one) ? { ...one, data: by(one['data'], one) } : one,
  ),
  ...more,
});

/** Whether a row of a series is zero. */
export const isZeroRow = (row: Fields): boolean =>
  Object.entries(row).every(([key, value]) => key === 'month' || value === 0);

/** Counts requests in another way. */
export const counting = (by: (allowance: AllowancePort) => AllowancePort): Serving => ({
  ports: (ports: Ports) => ({ ...ports, allowance: by(ports.allowance) }),
});

/** Sixty to each window of the clock; the first window ends after some requests. */
export const fixedWindow = (endsAfter: number): Serving => ({
  secondsEach: 3,
  ...counting(() => {
    const windows = new Map<string, { total: number; endsAt: number }>();
    return {
      spend: ({ keySha256, endpoint, id, at }) => {
        if (endpoint !== 'metrics' && endpoint !== 'roster') return null;
        const name = `${keySha256} ${endpoint} ${id}`;
        const window = windows.get(name) ?? { total: 0, endsAt: at + 3_600_000 };
        windows.set(name, window);
        const isNew = window.total === endsAfter;
        if (isNew) window.endsAt = at + 3_600_000;
        const inWindow = window.total >= endsAfter ? window.total - endsAfter : window.total;
        const accepted = inWindow < 60;
        if (accepted) window.total += 1;
        const resetSeconds = Math.ceil((window.endsAt - at) / 1000);
        return { accepted, limit: 60, remaining: Math.max(0, 60 - inWindow), resetSeconds };
      },
    };
  }),
});

/** Sixty to each hour of the clock, of which the first ends in so many seconds. */
export const clockWindow = (
  endsInSeconds: Readonly<Record<'metrics' | 'roster', number>>,
): Serving => ({
  secondsEach: 3,
  ...counting(() => {
    const windows = new Map<string, { total: number; endsAt: number }>();
    return {
      spend: ({ keySha256, endpoint, id, at }) => {
        if (endpoint !== 'metrics' && endpoint !== 'roster') return null;
        const name = `${keySha256} ${endpoint} ${id}`;
        const endsAt = at + endsInSeconds[endpoint] * 1000;
        const window = windows.get(name) ?? { total: 0, endsAt };
        windows.set(name, window);
        if (at >= window.endsAt) {
          window.total = 0;
          window.endsAt += 3_600_000;
        }
        const accepted = window.total < 60;
        if (accepted) window.total += 1;
        const resetSeconds = Math.ceil((window.endsAt - at) / 1000);
        return { accepted, limit: 60, remaining: 60 - window.total, resetSeconds };
      },
    };
  }),
});

/** Errors in one code and one message. */
export const ownWords = (document: unknown): unknown => {
  const [first] = isObject(document) ? listOf(document['errors']) : [];
  if (!isObject(first)) return document;
  const details = isObject(document)
    ? listOf(document['errors']).map((one) => (isObject(one) ? one['detail'] : ''))
    : [];
  return { code: first['code'], message: details.join(' ') };
};

/** Rankings with other field names. */
export const renamedItems = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    return value.map((item) => {
      if (!isObject(item)) return item as unknown;
      const { hashid, title, name, ...figures } = item;
      const total = Object.values(figures)[0];
      return { rank: 1, hashid, title: title ?? name, total };
    });
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, renamedItems(one)]))
    : value;
};

/** The rankings. */
export const ranked = ['topBoards', 'topUsers', 'topMedia'];

/** Whether a Content-Type has a charset. */
export const isLong = (call: Call): boolean =>
  (call.headers.get('content-type') ?? '').includes('charset');

/** Whether a Content-Type is that of the API. */
export const isApiType = (headers: Headers): boolean =>
  headers.get('content-type') === 'application/vnd.api+json';

/** A Content-Type of JSON. */
export const hasJson = ['content-type', 'application/json'] as const;
