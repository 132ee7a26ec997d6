import type { Organization } from '@tallyboard/core';
import { type BoardPages, failArgument, type UserRecords } from '@tallyboard/core/engine';
import {
  type Awaitable,
  type BoardStanding,
  type KeyHolder,
  type OrganizationStanding,
  type Refusing,
  type Spent,
  Unavailable,
} from '@tallyboard/ports';
import { type Authenticate, byKey, byLogin, webCryptoSha256 } from './authenticate.js';
import { after, isPromise, quietly, within } from './awaitable.js';
import type { Compressor, LoginPorts, Ports, Sha256 } from './ports.js';
import { gzip } from './wire/content-coding.js';

/*
 * The one place where ports, and what they give, are checked. Whatever a port throws, and a silence of more than
 * `msMax`, is `Unavailable`, which is answered with 503. An answer that is none is a fault of the program: a
 * TypeError, which is answered with 500. Computations have states for all of that (compute.ts).
 */

/** Ports that are asked in time and whose answers are checked. */
export interface CheckedPorts extends Omit<Ports, 'keys' | 'sha256'> {
  readonly compress: readonly Compressor[];
  readonly onError: (error: unknown) => void;
  /** Finds out who sends a request, by its API key or by the login of the program around. */
  readonly authenticate: Authenticate;
}

/** The functions of each port; those with a question mark may be left out. */
const functionsOf = {
  keys: ['find'],
  organizations: ['find', 'refusalTime?'],
  records: ['findBoard', 'boardRecords', 'userRecords', 'refusalTime?'],
  computations: ['metrics', 'roster', 'version?', 'retryAfterSeconds?'],
  allowance: ['spend'],
  clock: ['today', 'instant'],
} as const satisfies { readonly [P in keyof Ports]?: readonly string[] };

/** Throws a TypeError that names the first function that the ports lack. */
const checkFunctions = (
  ports: object,
  functions: { readonly [port: string]: readonly string[] },
): void => {
  for (const [port, names] of Object.entries(functions)) {
    const given = (ports as Record<string, Record<string, unknown> | null>)[port];
    for (const sign of names) {
      const name = sign.replace('?', '');
      const value = given?.[name];
      if (typeof value === 'function' || (value == null && name !== sign)) continue;
      failArgument(`ports.${port}.${name}`, value, 'a function');
    }
  }
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Whether what a port gave has an id; it may be nothing. */
const hasId = (given: { readonly id: string } | undefined): boolean => isText(given?.id);

const isRole = (role: unknown): boolean => role === null || isText(role);

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** Whether what a port gave is sound, and what would be. */
type Check<A> = readonly [isSound: (given: A) => boolean, accepted: string];

const whole: Check<number> = [Number.isSafeInteger, 'a whole number'];
const identity: Check<string> = [isText, 'the id of a user'];
const holder: Check<KeyHolder> = [({ userId }) => isText(userId), 'a userId that is not empty'];
const organization: Check<OrganizationStanding> = [
  (found) =>
    hasId(found.organization) && isRole(found.role) && typeof found.ownerEnrolled === 'boolean',
  'an organization with its id, a role or null, and ownerEnrolled',
];
const board: Check<BoardStanding> = [
  (found) => hasId(found.board) && isRole(found.role),
  'a board with its id, and a role or null',
];
const user: Check<UserRecords> = [(found) => hasId(found.user), 'a user with its id'];
const spent: Check<Spent | null> = [
  (given) =>
    given === null ||
    (typeof given === 'object' &&
      typeof given.accepted === 'boolean' &&
      [given.limit, given.remaining, given.resetSeconds].every(isWhole)),
  'null, or accepted as a boolean, and limit, remaining, resetSeconds whole',
];

/**
 * An organization by name of its fields: they are the key of cached documents, and those of a row of a mapper may
 * be inherited, or change later.
 */
const copyOf = ({ id, type, createdOn, billingTerms }: Organization): Organization => ({
  id,
  type,
  createdOn,
  billingTerms: billingTerms.map(({ startsOn, endsOn, status }) => ({ startsOn, endsOn, status })),
});

const unavailable = (name: string, why: string, cause?: unknown): Unavailable =>
  cause instanceof Unavailable ? cause : new Unavailable(`${name} ${why}`, 1, cause);

/** An error on standard error, in one line: what operators see who gave no `onError`. */
const printError = (error: unknown): void => {
  console.error(`tallyboard: ${String(error).replaceAll(/\s+/g, ' ')}`);
};

/** Asks a port, and waits so many milliseconds for its answer. */
type Ask = <A>(name: string, call: () => Awaitable<A>) => Awaitable<A>;

const askWithin =
  (msMax: number): Ask =>
  (name, call) => {
    try {
      const found = call();
      if (!isPromise(found)) return found;
      const answer = Promise.resolve(found).catch((cause: unknown) => {
        throw unavailable(name, 'failed', cause);
      });
      return within(msMax, answer, () => {
        throw unavailable(name, `did not answer within ${msMax} ms`);
      });
    } catch (cause) {
      throw unavailable(name, 'failed', cause);
    }
  };

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

/** How ports are asked. */
const askerOf = (msMax: number, onError: (error: unknown) => void) => {
  const ask = askWithin(msMax);
  const checked = <A>(
    name: string,
    call: () => Awaitable<A>,
    [isSound, accepted]: Check<A>,
  ): Awaitable<A> =>
    after(ask(name, call), (given) =>
      isSound(given) ? given : failArgument(`what ${name} gave`, given, accepted),
    );
  /** The same for what may not be there; a program without types may say `undefined` then. */
  const find = <A>(
    name: string,
    call: () => Awaitable<A | null>,
    [isSound, accepted]: Check<A>,
  ): Awaitable<A | null> => {
    const orNothing = (found: A | null) => found == null || isSound(found);
    const found = checked(name, call, [orNothing, `${accepted}, or null`]);
    return after(found, (given) => given ?? null);
  };
  /** The time that a refusal takes. It never rejects: where it fails, the refusal leaves at once. */
  const refusing = (port: Refusing): Refusing =>
    port.refusalTime == null
      ? {}
      : {
          refusalTime: async () => {
            try {
              await ask('refusalTime', () => port.refusalTime!());
            } catch (error) {
              onError(error);
            }
          },
        };
  const read = <A extends number>(name: string, call: () => A): A => {
    const value = checked(name, call, whole);
    return isPromise(value) ? failArgument(`what ${name} gave`, value, whole[1]) : value;
  };
  return { ask, checked, find, refusing, read };
};

/**
 * Ports that are asked in time and whose answers are checked.
 *
 * @throws TypeError when a function of a port is missing
 */
export const checkedPorts = (ports: Ports | LoginPorts<never>, msMax: number): CheckedPorts => {
  const login: unknown = 'identify' in ports ? ports.identify : null;
  const isLogin = login != null;
  if (isLogin && typeof login !== 'function') failArgument('ports.identify', login, 'a function');
  checkFunctions(ports, isLogin ? { ...functionsOf, keys: [] } : functionsOf);
  const onError = quietly((error: unknown) =>
    ports.onError == null ? printError(error) : ports.onError(error),
  );
  const { ask, checked, find, refusing, read } = askerOf(msMax, onError);

  // Called on their ports: a port may be an object of a class.
  const { organizations, records, computations, allowance, clock } = ports;
  const hash: Sha256 = (bytes) => ports.sha256?.(bytes) ?? webCryptoSha256(bytes);
  const identify = (source: unknown) => (ports as LoginPorts<unknown>).identify(source);
  const findKey = (sha256: string) => (ports as Ports).keys.find(sha256);
  return {
    compress: ports.compress ?? [gzip],
    onError,
    authenticate: isLogin
      ? byLogin(hash, (source) =>
          find('identify', () => after(identify(source), (id) => id ?? null), identity),
        )
      : byKey(hash, (sha256) => find('keys.find', () => findKey(sha256), holder)),
    organizations: {
      ...refusing(organizations),
      find: (id, userId) =>
        after(
          find('organizations.find', () => organizations.find(id, userId), organization),
          (found) =>
            found && {
              organization: copyOf(found.organization),
              role: found.role,
              ownerEnrolled: found.ownerEnrolled,
            },
        ),
    },
    records: {
      ...refusing(records),
      findBoard: (id, userId) =>
        find('records.findBoard', () => records.findBoard(id, userId), board),
      boardRecords: (of) =>
        after(
          ask('records.boardRecords', () => records.boardRecords(of)),
          (found) => ('pages' in found ? pagesInTime(found, ask) : found),
        ),
      userRecords: (id, boardContents) =>
        find('records.userRecords', () => records.userRecords(id, boardContents), user),
    },
    computations,
    allowance: {
      spend: (spending) => checked('allowance.spend', () => allowance.spend(spending), spent),
    },
    clock: {
      today: () => read('clock.today', () => clock.today()),
      instant: () => read('clock.instant', () => clock.instant()),
    },
  };
};
