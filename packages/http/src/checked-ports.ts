import {
  type Answer,
  type BoardPages,
  type ErrorDocument,
  errorAnswer,
  failArgument,
  type UserRecords,
} from '@tallyboard/core/engine';
import {
  type Awaitable,
  type BoardStanding,
  type ClockPort,
  type KeyHolder,
  type OrganizationStanding,
  type Refusing,
  type Spent,
  Unavailable,
} from '@tallyboard/ports';
import { isPromise, quietly, within } from './awaitable.js';
import type { Bytes, Compressor, LoginPorts, Ports, Sha256 } from './ports.js';
import type { IncomingRequest } from './wire/exchanged.js';
import { gzip } from './wire/negotiation.js';

/*
 * The one file in which what ports give is checked. Whatever a port throws, and a silence of more than `portMs`, is
 * `Unavailable`, which is answered with 503. An unsound answer is a fault of the program: a TypeError, which is
 * answered with 500. Computations have states for all of that (analytics.ts).
 */

/** Who sends a request. */
export interface Sender extends KeyHolder {
  /** The hash under which its requests are counted. */
  readonly sha256: string;
}

/** Ports that are asked in time and whose answers are checked. */
export interface CheckedPorts extends Omit<Ports, 'keys' | 'sha256' | 'clock'> {
  readonly clock: {
    readonly [Reading in keyof ClockPort]: () => Promise<ReturnType<ClockPort[Reading]>>;
  };
  readonly compress: readonly Compressor[];
  readonly onError: (error: unknown) => void;
  /**
   * Finds out who sends a request, by its API key or by the login of the program around; the 401 where none
   * is found (5.1, 5.4).
   */
  readonly authenticate: (
    request: Pick<IncomingRequest, 'header' | 'source'>,
  ) => Promise<Sender | Answer<ErrorDocument>>;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isRole = (role: unknown): boolean => role === null || isText(role);

/** Whether what a port gave is sound, and what would be. The types are those of ports; a program without any may give anything. */
type Check = readonly [isSound: (given: never) => boolean, accepted: string];

/** The same for what may be missing; a program without types may say `undefined` then. */
const orNull = <A>(isSound: (given: Partial<A>) => boolean, accepted: string): Check => [
  (given: A | null) => given == null || isSound(given),
  `${accepted}, or null`,
];

/** By the name of the port. What the others give is used at once, or not at all. */
const checks: Readonly<Record<string, Check>> = {
  identify: orNull<string>(isText, 'the id of a user'),
  'keys.find': orNull<KeyHolder>(({ userId }) => isText(userId), 'a userId that is not empty'),
  'organizations.find': orNull<OrganizationStanding>(
    ({ organization, role, ownerEnrolled }) =>
      isText(organization?.id) && isRole(role) && typeof ownerEnrolled === 'boolean',
    'an organization with its id, a role or null, and ownerEnrolled',
  ),
  'records.findBoard': orNull<BoardStanding>(
    ({ board, role }) => isText(board?.id) && isRole(role),
    'a board with its id, and a role or null',
  ),
  'records.userRecords': orNull<UserRecords>(({ user }) => isText(user?.id), 'a user with its id'),
  'clock.today': [Number.isSafeInteger, 'a whole number'],
  'clock.instant': [Number.isSafeInteger, 'a whole number'],
  'allowance.spend': [
    (given: Spent | null) =>
      given === null ||
      (typeof given === 'object' &&
        typeof given.accepted === 'boolean' &&
        [given.limit, given.remaining, given.resetSeconds].every(isWhole)),
    'null, or accepted as a boolean, and limit, remaining, resetSeconds whole',
  ],
};

/** Asks a port, waits so many milliseconds for its answer, and checks it. */
const askWithin =
  (msMax: number) =>
  async <A>(name: string, call: () => Awaitable<A>): Promise<A> => {
    let given: A;
    try {
      const found = call();
      given = isPromise(found)
        ? await within(msMax, Promise.resolve(found), () => {
            throw new Unavailable(`${name} did not answer within ${msMax} ms`, 1);
          })
        : found;
    } catch (cause) {
      throw cause instanceof Unavailable ? cause : new Unavailable(`${name} failed`, 1, cause);
    }
    const check = checks[name];
    if (check === undefined || check[0](given as never)) return given;
    return failArgument(`what ${name} gave`, given, check[1]);
  };

type Ask = ReturnType<typeof askWithin>;

/** Pages of a board that are asked for in time. */
const pagesInTime = (found: BoardPages, ask: Ask): BoardPages => ({
  // By name: they may be inherited.
  outline: found.outline,
  isLarge: found.isLarge,
  async *pages(...kind) {
    const name = 'records.boardRecords';
    const pages = await ask(name, () => found.pages(...kind)[Symbol.asyncIterator]());
    const next = async () => ask(name, () => pages.next());
    try {
      for (let page = await next(); page.done !== true; page = await next()) yield page.value;
    } finally {
      // Not awaited: a page that does not come would hold it up.
      quietly(() => pages.return?.())();
    }
  },
});

/** The hash that every web-standard runtime has. */
export const webCryptoSha256: Sha256 = async (bytes) => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Headers arrive as one character per byte: a key outside of ASCII is hashed as it was sent. */
const bytesOfHeader = (header: string): Bytes => {
  const bytes = new Uint8Array(header.length);
  for (let at = 0; at < header.length; at += 1) bytes[at] = header.charCodeAt(at);
  return bytes;
};

const encoder = new TextEncoder();
const keyHeader = { header: 'X-API-KEY' };
const unauthorized = {
  missing: errorAnswer('invalidApiKey', 'Send your API key in the header X-API-KEY.', keyHeader),
  invalid: errorAnswer('invalidApiKey', 'This API key is not known, or revoked.', keyHeader),
  notSignedIn: errorAnswer('invalidApiKey', 'Sign in: this request is of no known user.'),
};

/** Finds senders by their API key, or by the login of the program around: then one user's requests count together. */
const authenticating = (
  ports: Ports | LoginPorts<unknown>,
  ask: Ask,
): CheckedPorts['authenticate'] => {
  const hash: Sha256 = (bytes) => ports.sha256?.(bytes) ?? webCryptoSha256(bytes);
  if ('identify' in ports) {
    return async ({ source }) => {
      const userId = await ask('identify', () => ports.identify(source));
      if (userId == null) return unauthorized.notSignedIn;
      return { userId, sha256: await hash(encoder.encode(`user ${userId}`)) };
    };
  }
  return async ({ header }) => {
    const key = header('x-api-key') ?? '';
    if (key === '') return unauthorized.missing;
    const sha256 = await hash(bytesOfHeader(key));
    const found = await ask('keys.find', () => ports.keys.find(sha256));
    return found == null ? unauthorized.invalid : { userId: found.userId, sha256 };
  };
};

/** An error on standard error, in one line: what operators see who gave no `onError`. */
const printError = (error: unknown): void => {
  console.error(`tallyboard: ${String(error).replaceAll(/\s+/g, ' ')}`);
};

/** Ports that are asked in time and whose answers are checked. */
export const checkedPorts = (ports: Ports | LoginPorts<never>, portMs: number): CheckedPorts => {
  const ask = askWithin(portMs);
  // Called on their ports: a port may be an object of a class.
  const { organizations, records, computations, allowance, clock } = ports;
  const onError = quietly((error: unknown) => (ports.onError ?? printError).call(ports, error));
  /** The time that a refusal takes. It never rejects: where it fails, the refusal leaves at once. */
  const refusing = (port: Refusing): Refusing =>
    port.refusalTime == null
      ? {}
      : {
          refusalTime: async () => {
            await ask('refusalTime', () => port.refusalTime!()).catch(onError);
          },
        };
  return {
    compress: ports.compress ?? [gzip],
    onError,
    authenticate: authenticating(ports as Ports | LoginPorts<unknown>, ask),
    organizations: {
      ...refusing(organizations),
      find: (id, userId) => ask('organizations.find', () => organizations.find(id, userId)),
    },
    records: {
      ...refusing(records),
      findBoard: (id, userId) => ask('records.findBoard', () => records.findBoard(id, userId)),
      boardRecords: async (of) => {
        const found = await ask('records.boardRecords', () => records.boardRecords(of));
        return 'pages' in found ? pagesInTime(found, ask) : found;
      },
      userRecords: (id, boardContents) =>
        ask('records.userRecords', () => records.userRecords(id, boardContents)),
    },
    computations,
    allowance: { spend: (spending) => ask('allowance.spend', () => allowance.spend(spending)) },
    clock: {
      today: () => ask('clock.today', () => clock.today()),
      instant: () => ask('clock.instant', () => clock.instant()),
    },
  };
};
