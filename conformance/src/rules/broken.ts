import { formatMonth, parseMonth, plusMonths } from '@tallyboard/core/vocabulary';
import { isObject, listOf } from '../model/json.js';
import type { Call, ReplyChange } from '../model/mutation.js';

export type { Call, Reply, ReplyChange } from '../model/mutation.js';

type Fields = Readonly<Record<string, unknown>>;
type Change = (value: unknown, call: Call) => unknown;

/** The part of the API that an address belongs to. */
export const endpointOf = ({ pathname }: URL): Call['endpoint'] => {
  if (pathname.endsWith('/analytics')) return 'metrics';
  if (pathname.endsWith('/users')) return 'roster';
  return pathname.includes('/boards/') ? 'board' : 'me';
};

/** A month so many months after the current one, `YYYY-MM`. */
export const monthAt = ({ current }: Call, months: number): string => {
  const month = parseMonth(current);
  return month === null ? current : formatMonth(plusMonths(month, months));
};

/** The earliest month that can be asked for (4.1.10). */
export const earliestMonth = ({ current }: Call): string => `${Number(current.slice(0, 4)) - 5}-01`;

/** Refuses what must be served, or with another status. */
export const refuses =
  (status: number, isRefused: (call: Call) => boolean): ReplyChange =>
  (_reply, call) =>
    isRefused(call)
      ? {
          status,
          headers: new Headers([['content-type', 'application/vnd.api+json']]),
          document: { errors: [{ status: String(status), code: 'MUTANT' }] },
        }
      : null;

/** Changes every value at a path of a JSON value; `*` stands for every member. */
export const edited = (
  value: unknown,
  path: readonly string[],
  change: (value: unknown) => unknown,
): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((one: unknown, index): unknown =>
      step === '*' || step === String(index) ? edited(one, rest, change) : one,
    );
  }
  if (!isObject(value)) return value;
  const names = step === '*' ? Object.keys(value) : [step];
  const changes = names.map((name) => [name, edited(value[name], rest, change)] as const);
  return { ...value, ...Object.fromEntries(changes) };
};

/** Changes what is at a path of the answers of an endpoint with a status. */
export const change =
  (endpoint: Call['endpoint'], path: string, by: Change, status = 200): ReplyChange =>
  (reply, call) =>
    call.endpoint === endpoint && reply.status === status
      ? { ...reply, document: edited(reply.document, path.split('/'), (value) => by(value, call)) }
      : null;

/** Leaves a member out of an object. */
export const without =
  (name: string) =>
  (value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([member]) => member !== name))
      : value;

/** The entries of a metrics answer. */
export const metrics = 'data/attributes/metrics';

/** Changes what is at a path of a metrics answer. */
export const inMetrics = (path: string, by: Change): ReplyChange => change('metrics', path, by);

/** Changes each returned entry of some metrics, or of all. */
const entries = (names: readonly string[], by: (one: Fields, call: Call) => unknown) =>
  inMetrics(`${metrics}/*`, (one, call) =>
    isObject(one) && (names.length === 0 || names.includes(String(one['name'])))
      ? by(one, call)
      : one,
  );

/** Changes the data of each returned entry of some metrics. */
export const data = (
  names: readonly string[],
  by: (data: unknown, entry: Fields, call: Call) => unknown,
): ReplyChange => entries(names, (one, call) => ({ ...one, data: by(one['data'], one, call) }));

/** Changes the resolved properties of each returned entry of some metrics. */
export const properties = (
  names: readonly string[],
  by: (properties: Fields) => unknown,
): ReplyChange =>
  entries(names, (one) =>
    isObject(one['properties']) ? { ...one, properties: by(one['properties']) } : one,
  );

/** Whether a figure is a series by month. */
export const isMonthly = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && isObject(value[0]) && 'month' in value[0];

/** Changes figures that are one number, an object, or a series by month. */
const ofKind =
  <Kind>(isKind: (value: unknown) => value is Kind) =>
  (names: readonly string[], by: (value: Kind, entry: Fields, call: Call) => unknown) =>
    data(names, (value, one, call) => (isKind(value) ? by(value, one, call) : value));
export const numbers = ofKind((value) => typeof value === 'number');
export const objects = ofKind(isObject);
export const rows = ofKind(isMonthly);

/** Changes each list of some rankings. */
export const lists = (
  names: readonly string[],
  by: (list: readonly unknown[]) => unknown,
): ReplyChange =>
  data(names, (value) =>
    Array.isArray(value)
      ? by(value)
      : Object.fromEntries(
          Object.entries(isObject(value) ? value : {}).map(([key, list]) => [
            key,
            by(listOf(list)),
          ]),
        ),
  );

/** Leaves entries of a metrics answer out. */
export const lacking = (isLost: (name: string) => boolean): ReplyChange =>
  inMetrics(metrics, (all) =>
    listOf(all).filter((one) => !isObject(one) || !isLost(String(one['name']))),
  );

/** The entries of a request. */
export const sent = (body: Fields): readonly Fields[] => listOf(body['metrics']).filter(isObject);

/** Refuses metrics requests that must be served. */
export const refusesMetrics = (isRefused: (body: Fields, call: Call) => boolean): ReplyChange =>
  refuses(
    400,
    (call) => call.endpoint === 'metrics' && isObject(call.body) && isRefused(call.body, call),
  );

/** Changes what is at a path of a roster answer. */
export const inRoster = (path: string, by: Change): ReplyChange => change('roster', path, by);

/** Changes a column of each row. */
export const cell = (name: string, by: Change): ReplyChange =>
  inRoster(`data/*/attributes/${name}`, by);

/** Changes the `meta` of a roster answer. */
export const rosterMeta = (by: (meta: Fields, call: Call) => Fields): ReplyChange =>
  inRoster('meta', (value, call) => (isObject(value) ? { ...value, ...by(value, call) } : value));

/** The parameters of a request. */
export const asked = ({ url }: Call): URLSearchParams => url.searchParams;

/** Refuses roster requests that must be served. */
export const refusesRoster = (
  isRefused: (query: URLSearchParams) => boolean,
  status = 400,
): ReplyChange => refuses(status, (call) => call.endpoint === 'roster' && isRefused(asked(call)));

/** Serves the rows of a page that is meant in another order. */
export const reordered = (
  isMeant: (query: URLSearchParams) => boolean,
  by: (rows: readonly unknown[]) => readonly unknown[] = (rows) => rows.toReversed(),
): ReplyChange =>
  inRoster('data', (rows, call) => (isMeant(asked(call)) ? by(listOf(rows)) : rows));
