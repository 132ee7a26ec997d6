import type { Organization } from '@tallyboard/core';
import {
  errorAnswer,
  isBoardId,
  mayReadAnalytics,
  mayReadBoard,
  type WebAddresses,
} from '@tallyboard/core/engine';
import { type FactOf, limits } from '@tallyboard/core/vocabulary';
import type { Awaitable, BoundedCache, EndpointName, Spent } from '@tallyboard/ports';
import type { CheckedPorts, Sender } from './checked-ports.js';
import type { TextDocument } from './documents/document-text.js';
import type { IncomingRequest, Reply } from './wire/exchanged.js';
import { accepts, isJson, isUncoded, json, jsonApi } from './wire/negotiation.js';
import { notFound, respond } from './wire/respond.js';

/** A request on its way through a route; steps set what those after them need. */
export interface Call {
  readonly request: IncomingRequest;
  /** Of the path, decoded; empty where the route has none. */
  readonly organizationId: string;
  /** Of the path, decoded; empty where the route has none. */
  readonly boardId: string;
  /** Headers that every answer of this request carries; the step `allowance` adds its own. */
  headers: Readonly<Record<string, string>>;
  /** Set by the step `authentication`. */
  sender: Sender;
  /** Set by the step `organization`. */
  organization: Organization;
  /** Set by the step `board`. */
  board: FactOf<'board'>;
}

/** What all steps share. */
export interface Adapter {
  readonly ports: CheckedPorts;
  readonly addresses: WebAddresses;
  /** How long to wait for computations before answering that they are pending. */
  readonly waitMs: number;
  /** Reads and sends a document of a board or a user; the organization is whose share of the slots it takes. */
  readonly sendDocument: (
    call: Call,
    organization: string,
    read: () => Awaitable<TextDocument | Reply>,
  ) => Promise<Reply>;
  /** Texts of documents of metrics, by what they answer. */
  readonly cache: BoundedCache<string>;
}

/** One check or the endpoint of a route: replies, or passes on to the next with `null`. */
export type Step = (call: Call, adapter: Adapter) => Awaitable<Reply | null>;

/** Finds out who asks (5.1, 5.4). */
export const authentication: Step = async (call, { ports }) => {
  const sender = await ports.authenticate(call.request);
  if ('status' in sender) return respond(call, sender);
  call.sender = sender;
  return null;
};

const usedUp = ({ limit, resetSeconds }: Spent) => ({
  ...errorAnswer(
    'rateLimitExceeded',
    `${limit} requests an hour are allowed here; the next is possible in ${resetSeconds} seconds.`,
  ),
  retryAfterSeconds: resetSeconds,
});

/**
 * The id under which a request is counted. Ids longer than any organization's (2.1) share one account: they
 * would fill the memory, and V8 hashes texts of more than 16,383 characters by their length alone, so
 * that each look-up would compare them all.
 */
const countedId = (id: string): string =>
  id.length <= limits.organizationIdLengthMax ? id : 'longer';

/**
 * Counts the request (section 8). The id is counted as given, before it is looked up: a 429 must not
 * reveal whether it exists.
 */
export const allowance =
  (endpoint: EndpointName): Step =>
  async (call, { ports }) => {
    const id = countedId(call.organizationId);
    const at = await ports.clock.instant();
    const spending = { keySha256: call.sender.sha256, endpoint, id, at };
    const spent = await ports.allowance.spend(spending);
    if (spent === null) return null;
    const { limit, remaining, resetSeconds } = spent;
    // The two fields of draft-ietf-httpapi-ratelimit-headers-10.
    call.headers = {
      ...call.headers,
      'RateLimit-Policy': `"${endpoint}";q=${limit};w=${limits.allowanceWindowMs / 1000}`,
      RateLimit: `"${endpoint}";r=${remaining};t=${resetSeconds}`,
    };
    return spent.accepted ? null : respond(call, usedUp(spent));
  };

/** The standing of any user to an organization that does not exist. */
const noOrganization = { organization: null, role: null, ownerEnrolled: false };

/** Finds the organization in the path, if this key may read its analytics (section 5). */
export const organization: Step = async (call, { ports }) => {
  const { organizationId, sender } = call;
  const refusalTime = ports.organizations.refusalTime?.();
  const found = await ports.organizations.find(organizationId, sender.userId);
  // An id in another spelling would have an allowance of its own (8).
  const standing = found?.organization.id === organizationId ? found : noOrganization;
  if (!mayReadAnalytics(standing) || standing.organization === null) {
    await refusalTime;
    return respond(call, notFound);
  }
  call.organization = standing.organization;
  return null;
};

/** The standing of any user to a board that does not exist. */
const noBoard = { board: null, role: null };

/** Finds the board in the path, if this key may read it. */
export const board: Step = async (call, { ports }) => {
  const { boardId } = call;
  const { userId } = call.sender;
  if (!isBoardId(boardId)) return respond(call, notFound);
  const refusalTime = ports.records.refusalTime?.();
  const found = await ports.records.findBoard(boardId, userId);
  const { board: standing, role } = found?.board.id === boardId ? found : noBoard;
  if (!mayReadBoard({ board: standing, role, userId }) || standing === null) {
    await refusalTime;
    return respond(call, notFound);
  }
  call.board = standing;
  return null;
};

const notAcceptable = errorAnswer(
  'notAcceptable',
  `Answers come as ${jsonApi}: leave Accept out, or let it include this type.`,
  { header: 'Accept' },
);

/** Checks that the client takes what it would get (section 4). */
export const acceptable =
  (...alsoTolerated: readonly string[]): Step =>
  (call) =>
    accepts(call.request.header('accept'), [jsonApi, ...alsoTolerated])
      ? null
      : respond(call, notAcceptable);

const wrongType = errorAnswer(
  'unsupportedMediaType',
  `Send the body as JSON, with the header Content-Type: ${json}.`,
  { header: 'Content-Type' },
);
const coded = errorAnswer(
  'unsupportedMediaType',
  'Send the body as it is, without a Content-Encoding.',
  { header: 'Content-Encoding' },
);

/** Checks that the body is JSON as such (section 4); whether it is well-formed is for 4.1.12. */
export const jsonContent: Step = (call) => {
  const { header } = call.request;
  if (!isJson(header('content-type'))) return respond(call, wrongType);
  return isUncoded(header('content-encoding')) ? null : respond(call, coded);
};
