import { parametersOf } from '../judge/roster/answer.js';
import type { Exchange, History, Sightings } from '../model/history.js';
import { at, listOf, parseJson, textOf } from '../model/json.js';
import { readOnce } from '../model/read-once.js';
import type { PlannedRequest } from '../model/request.js';
import { type Call, endpointOf, type Operator, type ReplyChange } from './operator.js';

/** A way in which the service of a recorded run could have been wrong. */
export interface Fault {
  /** The rule that it breaks. */
  readonly rule: string;
  readonly operator: string;
  /** It concerns one of several variants of a request. */
  readonly isVariant?: boolean;
  /** The run as the wrong service would have answered it; `null` when every answer is the same. */
  readonly shownIn: (history: History, probes: readonly string[]) => History | null;
}

const callOf = ({ run, calendar }: History, request: PlannedRequest): Call => {
  const url = new URL(request.path, run.baseUrl);
  const text = request.body ?? '';
  return {
    method: request.method,
    url,
    headers: new Headers(request.headers.map(([name, value]): [string, string] => [name, value])),
    text,
    body: parseJson(text),
    endpoint: endpointOf(url),
    current: calendar?.month ?? run.at.slice(0, 7),
  };
};

const idsOf = (document: unknown): readonly (string | null)[] =>
  listOf(at(document, 'data')).map((row) => textOf(at(row, 'id')));

/**
 * What was seen in personal texts, for rows that were moved, added or taken away: pseudonyms do not
 * tell an order, but the recorded page was in one.
 */
const sightingsAfter = (exchange: Exchange, document: unknown, seen: Sightings): Sightings => {
  const column = parametersOf(exchange.sent.request).get('sort') ?? 'name';
  const valueOf = (row: unknown): unknown => at(row, 'attributes', column);
  const before = listOf(at(exchange.document, 'data'));
  const rank = new Map(before.map((row, index) => [valueOf(row), index]));
  const ranks = listOf(at(document, 'data')).flatMap((row) => rank.get(valueOf(row)) ?? []);
  const isInOrder = ranks.every((one, index) => index === 0 || (ranks[index - 1] ?? 0) <= one);
  const matched = new Map(idsOf(exchange.document).map((id, index) => [id, seen.matches?.[index]]));
  return {
    ...(seen.collations === undefined ? {} : { collations: isInOrder ? seen.collations : [] }),
    ...(seen.matches === undefined
      ? {}
      : { matches: idsOf(document).map((id) => matched.get(id) ?? false) }),
  };
};

const textIn = (document: unknown): string =>
  document === undefined ? '' : JSON.stringify(document);

const textBefore = readOnce(({ document }: Exchange): string => textIn(document));

const changedBy = (history: History, exchange: Exchange, change: ReplyChange): Exchange => {
  const { answer, document } = exchange;
  if (answer === null) return exchange;
  const headers = new Headers(
    answer.headers.map(([name, value]): [string, string] => [name, value]),
  );
  const namesBefore = JSON.stringify([...headers]);
  const reply = change(
    { status: answer.status, headers, document },
    callOf(history, exchange.sent.request),
  );
  if (reply === null) return exchange;
  const body = textIn(reply.document);
  const isSame =
    reply.status === answer.status &&
    body === textBefore(exchange) &&
    JSON.stringify([...reply.headers]) === namesBefore;
  if (isSame) return exchange;
  return {
    ...exchange,
    document: reply.document,
    answer: {
      ...answer,
      status: reply.status,
      headers: [...reply.headers],
      body,
      bodyBytes: body.length,
      sightings: sightingsAfter(exchange, reply.document, answer.sightings),
    },
  };
};

/** A history with one exchange changed, or every one that probes name; all of them without names. */
const changedIn = (
  history: History,
  isMeant: (exchange: Exchange) => boolean,
  change: ReplyChange,
): History | null => {
  const exchanges = history.exchanges.map((one) =>
    isMeant(one) ? changedBy(history, one, change) : one,
  );
  return exchanges.every((one, index) => one === history.exchanges[index])
    ? null
    : { ...history, exchanges };
};

/** A fault of every answer. */
export const faultOf = ({ rule, operator, reply }: Operator): Fault => ({
  rule,
  operator,
  shownIn: (history, probes) =>
    changedIn(
      history,
      ({ sent }) => probes.length === 0 || probes.includes(sent.request.probe),
      reply,
    ),
});

/** A fault of a single answer. */
export const faultAt = (
  rule: string,
  operator: string,
  isMeant: (exchange: Exchange) => boolean,
  reply: ReplyChange,
): Fault => ({ rule, operator, shownIn: (history) => changedIn(history, isMeant, reply) });
