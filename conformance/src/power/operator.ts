import { formatMonth, parseMonth, plusMonths } from '@tallyboard/core/vocabulary';
import { isObject } from '../model/json.js';
import type { Call, ReplyChange } from '../model/mutation.js';

export type { Call, Reply, ReplyChange } from '../model/mutation.js';

/** One way in which answers are wrong: the same for recorded answers and for a service in a test. */
export interface Operator {
  /** The rule that it breaks. */
  readonly rule: string;
  /** What is wrong. */
  readonly operator: string;
  readonly reply: ReplyChange;
  /** It shows without facts. */
  readonly live?: boolean;
  /** The first request is itself what the operator breaks: it need not be answered. */
  readonly mute?: boolean;
}

/** A way of being wrong, as a row of a table. */
export const wrongAnswer = (
  rule: string,
  operator: string,
  reply: ReplyChange,
  more: Pick<Operator, 'live' | 'mute'> = {},
): Operator => ({ rule, operator, reply, ...more });

/** A month so many months after the current one, `YYYY-MM`. */
export const monthAt = ({ current }: Call, months: number): string => {
  const month = parseMonth(current);
  return month === null ? current : formatMonth(plusMonths(month, months));
};

/** The earliest month that can be asked for (4.1.10). */
export const earliestMonth = ({ current }: Call): string => `${Number(current.slice(0, 4)) - 5}-01`;

/** The part of the API that an address belongs to. */
export const endpointOf = ({ pathname }: URL): Call['endpoint'] => {
  if (pathname.endsWith('/analytics')) return 'metrics';
  if (pathname.endsWith('/users')) return 'roster';
  return pathname.includes('/boards/') ? 'board' : 'me';
};

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
  (
    endpoint: Call['endpoint'],
    path: string,
    by: (value: unknown, call: Call) => unknown,
    status = 200,
  ): ReplyChange =>
  (reply, call) =>
    call.endpoint === endpoint && reply.status === status
      ? { ...reply, document: edited(reply.document, path.split('/'), (value) => by(value, call)) }
      : null;

/** Answers of an endpoint that are wrong at a path, as rows of a table. */
export const wrongAt =
  (endpoint: Call['endpoint']) =>
  (
    rule: string,
    operator: string,
    path: string,
    by: (value: unknown, call: Call) => unknown,
  ): Operator =>
    wrongAnswer(rule, operator, change(endpoint, path, by));

/** Leaves a member out of an object. */
export const without =
  (name: string) =>
  (value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([member]) => member !== name))
      : value;
