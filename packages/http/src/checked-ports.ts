import type { Organization } from '@tallyboard/core';
import { type BoardPages, failArgument } from '@tallyboard/core/engine';
import {
  type Awaitable,
  type OrganizationsPort,
  type RecordsPort,
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

const isSpent = (spent: Spent | null): boolean =>
  spent === null ||
  (typeof spent === 'object' &&
    typeof spent.accepted === 'boolean' &&
    [spent.limit, spent.remaining, spent.resetSeconds].every(isWhole));

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

/** Calls ports. */
const callerOf = (msMax: number, onError: (error: unknown) => void) => {
  const ask = <A>(name: string, call: () => Awaitable<A>): Awaitable<A> => {
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

  /** Asks a port; a TypeError that names it where its answer is none. */
  const checked = <A>(
    name: string,
    call: () => Awaitable<A>,
    isSound: (found: A) => boolean,
    accepted: string,
  ): Awaitable<A> =>
    after(ask(name, call), (found) =>
      isSound(found) ? found : failArgument(`what ${name} gave`, found, accepted),
    );

  return {
    ask,
    checked,
    /** The same for what may not be there; a program without types may say `undefined` then. */
    find: <A>(
      name: string,
      call: () => Awaitable<A | null>,
      isSound: (found: A) => boolean,
      accepted: string,
    ): Awaitable<A | null> =>
      checked<A | null>(
        name,
        () => after(call(), (found) => found ?? null),
        (found) => found === null || isSound(found),
        `${accepted}, or null`,
      ),
    /** The time that a refusal takes. It never rejects: where it fails, the refusal leaves at once. */
    refusing: (port: Refusing): Refusing =>
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
          },
  };
};

type Caller = ReturnType<typeof callerOf>;

const pagesName = 'records.boardRecords';

/** Pages of a board that are asked for in time. */
const pagesInTime = (found: BoardPages, { ask }: Caller): BoardPages => ({
  // By name: they may be inherited.
  outline: found.outline,
  isLarge: found.isLarge,
  async *pages(...kind) {
    const pages = await ask(pagesName, () => found.pages(...kind)[Symbol.asyncIterator]());
    const next = async () => ask(pagesName, () => pages.next());
    try {
      for (let page = await next(); page.done !== true; page = await next()) yield page.value;
    } finally {
      // Not awaited: a page that does not come would hold it up.
      quietly(() => pages.return?.())();
    }
  },
});

const checkedRecords = (records: RecordsPort, caller: Caller): RecordsPort => ({
  ...caller.refusing(records),
  findBoard: (id, userId) =>
    caller.find(
      'records.findBoard',
      () => records.findBoard(id, userId),
      ({ board, role }) => hasId(board) && isRole(role),
      'a board with its id, and a role or null',
    ),
  boardRecords: (board) =>
    after(
      caller.ask(pagesName, () => records.boardRecords(board)),
      (found) => ('pages' in found ? pagesInTime(found, caller) : found),
    ),
  userRecords: (userId, boardContents) =>
    caller.find(
      'records.userRecords',
      () => records.userRecords(userId, boardContents),
      ({ user }) => hasId(user),
      'a user with its id',
    ),
});

const checkedOrganizations = (
  organizations: OrganizationsPort,
  caller: Caller,
): OrganizationsPort => ({
  ...caller.refusing(organizations),
  find: (id, userId) =>
    after(
      caller.find(
        'organizations.find',
        () => organizations.find(id, userId),
        ({ organization, role, ownerEnrolled }) =>
          hasId(organization) && isRole(role) && typeof ownerEnrolled === 'boolean',
        'an organization with its id, a role or null, and ownerEnrolled',
      ),
      (found) =>
        found && {
          organization: copyOf(found.organization),
          role: found.role,
          ownerEnrolled: found.ownerEnrolled,
        },
    ),
});

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
  // Called on its port: a port may be an object of a class.
  const { allowance, clock } = ports;
  const onError = quietly((error: unknown) =>
    ports.onError == null ? printError(error) : ports.onError(error),
  );
  const caller = callerOf(msMax, onError);
  const readClock = <A extends number>(name: string, read: () => A): A => {
    const value = caller.checked(name, read, Number.isSafeInteger, 'a whole number');
    return isPromise(value) ? failArgument(`what ${name} gave`, value, 'a whole number') : value;
  };
  const hash: Sha256 = (bytes) => ports.sha256?.(bytes) ?? webCryptoSha256(bytes);
  const identify = (source: unknown) => (ports as LoginPorts<unknown>).identify(source);
  const findKey = (sha256: string) => (ports as Ports).keys.find(sha256);
  return {
    compress: ports.compress ?? [gzip],
    onError,
    authenticate: isLogin
      ? byLogin(hash, (source) =>
          caller.find('identify', () => identify(source), isText, 'the id of a user'),
        )
      : byKey(hash, (sha256) =>
          caller.find(
            'keys.find',
            () => findKey(sha256),
            ({ userId }) => isText(userId),
            'a userId that is not empty',
          ),
        ),
    organizations: checkedOrganizations(ports.organizations, caller),
    records: checkedRecords(ports.records, caller),
    computations: ports.computations,
    allowance: {
      spend: (spending) =>
        caller.checked(
          'allowance.spend',
          () => allowance.spend(spending),
          isSpent,
          'null, or accepted as a boolean, and limit, remaining, resetSeconds whole',
        ),
    },
    clock: {
      today: () => readClock('clock.today', () => clock.today()),
      instant: () => readClock('clock.instant', () => clock.instant()),
    },
  };
};
