import { isObject, listOf } from '../../src/model/json.js';
import type { ReplyChange } from '../../src/model/mutation.js';
import { data, sent } from '../../src/rules/broken.js';
import { type Window, windowed } from '../mutants/allowance.test-kit.js';
import { exhausted, onRequest, perService, type Switch } from '../mutants/mutant.test-kit.js';
import type { Serving } from '../reference.test-kit.js';

/** A service that is right and chose otherwise where the specification leaves a choice. */
export interface Variant extends Omit<Switch, 'rotation' | 'facts'> {
  readonly name: string;
  /** Its windows end: the run waits for that. */
  readonly resets?: boolean;
  /** Its data changes during the run: it is asked as live data that is not frozen. */
  readonly changing?: boolean;
}

/** How a service answers, or what else is particular about it. */
export type Choice = ReplyChange | Omit<Variant, 'name'>;

/** Variants by their names, with what all of them share. */
export const variantsOf = (
  table: Readonly<Record<string, Choice>>,
  shared: Partial<Variant> = {},
): readonly Variant[] =>
  Object.entries(table).map(([name, choice]) => ({
    ...(typeof choice === 'function' ? { reply: choice } : choice),
    ...shared,
    name,
  }));

type Fields = Readonly<Record<string, unknown>>;

/** Serves a request for figures after changing its body; `null` leaves it. */
export const serving = (by: (body: Fields) => Fields | null): Choice => ({
  handler: onRequest((call) => {
    const body = call.endpoint === 'metrics' && isObject(call.body) ? by(call.body) : null;
    return body === null ? null : { ...call, text: JSON.stringify(body), body };
  }),
});

/** Serves a request for figures after changing each entry. */
export const servingEach = (by: (entry: Fields) => Fields): Choice =>
  serving((body) => ({ ...body, metrics: sent(body).map(by) }));

/** Other fields of the subscription. */
export const subscription = (by: (value: Fields) => unknown): ReplyChange =>
  data(['subscription'], (value) => (isObject(value) ? by(value) : value));

/** The rankings. */
export const rankings = ['topBoards', 'topUsers', 'topMedia'];

/** Rankings with other field names. */
export const renamedItems = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    return value.map((item) => {
      if (!isObject(item)) return item as unknown;
      const { hashid, title, name, ...figures } = item;
      return { rank: 1, hashid, title: title ?? name, total: Object.values(figures)[0] };
    });
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, renamedItems(one)]))
    : value;
};

/** Whether a row of a series is zero. */
export const isZeroRow = (row: Fields): boolean =>
  Object.entries(row).every(([key, value]) => key === 'month' || value === 0);

const hour = 3_600_000;

/** Sixty to each window; the first ends after so many requests. */
export const fixedWindow = (endsAfter: number): Serving => {
  const isSecond = new WeakSet<Window>();
  const ports = windowed(
    (at) => at + hour,
    (window, at) => {
      if (window.total !== endsAfter || isSecond.has(window)) return;
      isSecond.add(window);
      Object.assign(window, { total: 0, endsAt: at + hour });
    },
  );
  return { secondsEach: 3, ports };
};

/** Sixty to each hour of the clock, of which the first ends in so many seconds. */
export const clockWindow = (
  endsInSeconds: Readonly<Record<'metrics' | 'roster', number>>,
): Serving => ({
  secondsEach: 3,
  ports: windowed(
    (at, endpoint) => at + endsInSeconds[endpoint] * 1000,
    (window, at) => {
      if (at >= window.endsAt) Object.assign(window, { total: 0, endsAt: window.endsAt + hour });
    },
  ),
});

/** Errors do not count; they are refused too where the allowance is used up. */
export const errorsDoNotCount = (most: number): Choice => ({
  serving: { allowance: 0 },
  handler: perService(() => {
    const counts = new Map<string, number>();
    return (reply, call) => {
      if (call.endpoint !== 'metrics' && call.endpoint !== 'roster') return null;
      const counter = `${call.url.pathname} ${String(call.headers.get('x-api-key'))}`;
      const before = counts.get(counter) ?? 0;
      const count = before + (reply.status < 400 ? 1 : 0);
      if (count <= 60 && before < most) {
        counts.set(counter, count);
        return null;
      }
      return exhausted(reply);
    };
  }),
});

/** Errors in one code and one message. */
export const ownWords = (document: unknown): unknown => {
  const errors = listOf(isObject(document) ? document['errors'] : null).filter(isObject);
  return errors.length === 0
    ? document
    : {
        code: errors[0]?.['code'],
        message: errors.map(({ detail }) => String(detail)).join(' '),
      };
};
